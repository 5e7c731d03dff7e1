import type { Entry, Offer, Turn } from "../../lib/types";
import type { Layout, Piece, Step, View } from "../../lib/view";
import { say } from "../../lib/words";
import { preferences } from "./preferences.svelte";
import Enlarged from "./Enlarged.svelte";
import Panel from "./Panel.svelte";
import Sketch from "./Sketch.svelte";
import Surface from "./Surface.svelte";
import type { Area, Battle, BattleGround } from "./types";
import { below, placeName, seatOf } from "./words";

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
  if ((kind === "rout" || kind === "eliminate") && src) return [{ flash: [src], text: [src, kind === "rout" ? say("rout") : say("eliminated")], tone: "kill", ms: 520 }];
  if (kind === "raids" && src) return [{ flash: [src], text: [src, say("raids")], tone: "plain", ms: 420 }];
  if (kind === "stampede" && src) return [{ flash: [src], text: [src, say("amok")], tone: "kill", ms: 480 }];
  if (kind === "turn_to" && dst) return [{ flash: [dst], tone: "hurt", ms: 260 }];
  if (kind === "collapse" && src) return [{ flash: [src], text: [src, say("die {n}", { n })], tone: "hurt", ms: 420 }];
  if (["rally_round", "rallied", "flanks"].includes(kind) && src) return [{ flash: [src], tone: "gain", ms: 240 }];
  if (["burst", "away", "crushed"].includes(kind) && src) return [{ flash: [src], tone: "hurt", ms: 300 }];
  if (kind === "deal") return [{ ms: 40 }];
  if (["clash", "plunder", "fighters", "bout", "wound", "bundori"].includes(kind)) return [{ ms: 280 }]; // heard only
  if (kind === "evade" && src) return [{ flash: [src], text: [src, say("withdraws")], tone: "plain", ms: 420 }];
  return [];
}

const DESIGNATING = new Set(["attack", "attack_flank", "join", "join_flank", "also", "flank_order", "flank_card", "close", "raid"]);

/** With quick attack the other's attacks are told when they are resolved. */
const omits = (turn: Turn, held: number[]): boolean =>
  preferences.quick && held.length > 0 && !held.includes(turn.seat ?? -1) && DESIGNATING.has(turn.log[0]?.kind ?? "");

/** Whoever ends the draw phase gives up the card that could be drawn. */
const asksBefore = (offer: Offer, offers: Offer[]): string =>
  offer.tool === "end" && offers.some((one) => one.tool === "draw" || one.tool === "take") ? say("End without drawing? A card can still be drawn.") : "";

/** What goes on with the phase; a card that can be drawn comes before its end. */
const MAIN = ["draw", "loose", "close", "resolve", "end"];
const main = (offers: Offer[]): Offer | null => MAIN.map((tool) => offers.find((offer) => offer.tool === tool)).find((offer) => offer !== undefined) ?? null;

const areaAt = (p: Battle, cell: string): Area | undefined => p.fields["AB".indexOf(cell[0]!)]?.find((area) => cell.slice(1) === String(area.column));
const places = (p: Battle): string[] => p.fields.flatMap((field, seat) => field.filter((area) => area.unit).map((area) => `${"AB"[seat]}${area.column}`));

function name(cell: string, ground: BattleGround, p: Battle): string {
  const area = areaAt(p, cell);
  return area ? placeName(area, area.unit, p.armies[seatOf(cell[0]!)].name, ground) : "";
}

const home = (_ground: unknown, p: Battle): string => `${"AB"[below(p)]}5`;

const meanings: View["meanings"] = [
  [say("Initiative"), say("Added to a die to see who goes first; it also helps to rally.")],
  [say("Command"), say("How many flank orders, and attempts to rally, a turn.")],
  [say("Rout points"), say("What fled or fell is worth. At the full number, half its worth, the army has lost.")],
  [say("Hand · deck · lost"), say("Cards in hand, cards still to draw, and units gone for good.")],
  [say("7/5 on a card"), say("The first is its quality: how many hits it bears. The second is its size. A letter says how it shoots.")],
];

export const view: View = {
  Scene: Panel as unknown as View["Scene"],
  Panel,
  Surface,
  Sketch,
  ownsChoices: true,
  layout,
  pieces,
  meanings,
  steps,
  name,
  places,
  home,
  colour: (seat) => `var(--army-${"ab"[seat]}-line)`,
  plots: [{ title: say("Rout points inflicted"), of: (scores) => scores }],
  isOpen: (p: Battle) => p.question !== null,
  asksBefore,
  main,
  Enlarged: Enlarged as View["Enlarged"],
  isMinor: ({ kind }) => kind === "end_phase",
  isForced: () => false, // a preference of its own skips phases
  omits,
  keys: say("1 to 7 go to the cards of the hand, Shift with left and right moves a card there, H opens the charts, P the preferences."),
};
