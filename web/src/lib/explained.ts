// Every number of a panel tells what it means when it is tapped.

import type { Note } from "./types";

const WHOLE = "td, th, dt, dd, dl div, .value, .head, h2, h3, span, li, p"; // what a number and its name stand in together

/** The column of a table that a cell belongs to, by its heading. */
function headingOf(cell: Element): string {
  const row = cell.closest("tr");
  const at = row ? [...row.children].indexOf(cell) : -1;
  const heads = cell.closest("table")?.querySelectorAll("thead th");
  return heads?.[at]?.textContent?.trim() ?? "";
}

/** What is said about a place of a panel: the meaning whose name stands closest to it. */
export function meaningOf(target: Element, panel: Element, meanings: readonly [string, string][]): Note | null {
  const has = (text: string, name: string) => name.toLowerCase().split(/ · |, /).some((word) => text.toLowerCase().includes(word.replace(/s$/, "")));
  const named = (text: string) => meanings.find(([name]) => has(text, name));
  for (let place: Element | null = target; place && place !== panel; place = place.parentElement) {
    if (place.matches("td")) {
      const found = named(headingOf(place));
      if (found) return { title: found[0], text: found[1] };
    }
    const text = `${place.textContent ?? ""} ${place.getAttribute("aria-label") ?? ""}`;
    const found = named(text);
    if (found && place.matches(WHOLE)) return { title: found[0], text: found[1] };
    if (place.matches("button, a, input")) return null; // which does something else
  }
  return null;
}
