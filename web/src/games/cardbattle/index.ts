import type { Entry } from "../../lib/types";
import type { Layout, Piece, Step, View } from "../../lib/view";
import Panel from "./Panel.svelte";
import Surface from "./Surface.svelte";
import type { Battle } from "./types";
import { below } from "./words";

// The table draws itself; the stage only tells it which places to light up.
const layout = (): Layout => ({ cells: [], outline: "", size: 1, box: [0, 0, 1, 1] });
const pieces = (): Piece[] => [];

function steps(entry: Entry): Step[] {
  const { kind, src, dst, n } = entry;
  if (kind === "come" && dst) return [{ flash: [dst], tone: "gain", ms: 220 }];
  if (kind === "shot" && src && dst) return [{ flash: [src, dst], tone: "plain", ms: 320 }];
  if (kind === "hit" && src) return [{ flash: [src], text: [src, `+${n}`], tone: "hurt", ms: 420 }];
  if (kind === "lose" && src) return [{ flash: [src], text: [src, `+${n}`], tone: "hurt", ms: 380 }];
  if (kind === "mend" && src) return [{ flash: [src], text: [src, `−${n}`], tone: "gain", ms: 280 }];
  if (kind === "lead" && src) return [{ flash: [src], tone: "plain", ms: 200 }];
  if ((kind === "rout" || kind === "eliminate") && src) return [{ flash: [src], text: [src, kind], tone: "kill", ms: 520 }];
  if (kind === "evade" && src) return [{ flash: [src], text: [src, "withdraws"], tone: "plain", ms: 420 }];
  return [];
}

const nothing = (): string => "";
const home = (_ground: unknown, p: Battle): string => `${"AB"[below(p)]}5`;

export const view: View = {
  Scene: Panel as unknown as View["Scene"],
  Panel,
  Surface,
  ownsChoices: true,
  layout,
  pieces,
  steps,
  name: nothing,
  home,
  colour: (seat) => `var(--army-${"ab"[seat]}-line)`,
  plots: [{ title: "Rout points inflicted", of: (scores) => scores }],
  isOpen: (p: Battle) => p.question !== null,
};
