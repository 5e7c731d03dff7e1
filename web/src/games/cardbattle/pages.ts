import type { Link, Pages, Place } from "../../lib/pages";
import { say } from "../../lib/words";

const list: Link = { href: "/armies", label: say("Armies") };

function find([first, second, third]: string[]): Place | null {
  if (first === "tips" && !second) return { load: () => import("./Tips.svelte"), props: {} };
  if (first === "odds" && !second) return { load: () => import("./Odds.svelte"), props: {} };
  if (first !== "armies") return null;
  if (second === "edit" && third) return { load: () => import("./armies/Edit.svelte"), props: { key: third } };
  if (second) return { load: () => import("./armies/Show.svelte"), props: { id: second } };
  return { load: () => import("./armies/List.svelte"), props: {} };
}

export const pages: Pages = {
  links: [list],
  guides: [{ href: "/tips", label: say("Strategy tips") }, { href: "/odds", label: say("Odds of an attack") }],
  find,
  own: { load: () => import("./armies/own"), link: { href: list.href, label: say("See all armies") } },
};
