// The options of a new match out of what the form holds; some are left to the lot until the match begins.

import type { Field } from "./types";

type Values = Record<string, string>;

/** Stands for a value that the lot decides. */
export const LOT = "?";

export const isLot = (field: Field, values: Values): boolean => !!field.lot && values[field.name] === LOT;

/** Does it mean anything, with the switches as they are? */
export const isOn = (field: Field, values: Values): boolean => !field.needs || values[field.needs] === "yes";

/** What the lot gives of these, or before the match begins something that stands for it, which nobody else has. */
export function drawn(field: Field, among: [string, string][], values: Values, isDrawn: boolean): string {
  const there = among.map(([name]) => name);
  const others = new Set(Object.values(values));
  if (!isDrawn) return there.find((name) => !others.has(name)) ?? there[0] ?? field.default;
  return there[crypto.getRandomValues(new Uint32Array(1))[0]! % there.length] ?? field.default;
}

/** Those that differ from their defaults. */
export function optionsOf(form: Field[], values: Values, among: (field: Field) => [string, string][], isDrawn: boolean): Values {
  const options: Values = {};
  for (const field of form.filter((one) => isOn(one, values))) {
    const value = isLot(field, values) ? drawn(field, among(field), values, isDrawn) : (values[field.name] ?? field.default);
    if (value !== field.default) options[field.name] = value;
  }
  for (const field of form) {
    if (!field.lot_takes || !isLot(field, values)) continue;
    const [to, from] = field.lot_takes;
    if (options[from]) options[to] = options[from];
    else delete options[to];
  }
  return options;
}
