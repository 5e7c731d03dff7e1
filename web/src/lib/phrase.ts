// A recovery phrase: 128 random bits and 16 to check them, as twelve words of two syllables each.

import { count, say } from "./words";
const FIRST = "bdfghklmnprstvwz"; // 16 consonants
const SECOND = "aeio";
const WORDS = 12;
const BYTES = 16;

/** CRC-16 (CCITT): any one wrong word is noticed, and almost everything else. */
function check(bytes: number[]): number {
  let sum = 0xffff;
  for (const byte of bytes) {
    sum ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) sum = sum & 0x8000 ? ((sum << 1) ^ 0x1021) & 0xffff : (sum << 1) & 0xffff;
  }
  return sum;
}

const syllable = (six: number): string => FIRST[six >> 2]! + SECOND[six & 3]!;

/** A secret of 32 hexadecimal digits as words. */
export function phraseOf(secret: string): string {
  const bytes = Array.from({ length: BYTES }, (_, n) => parseInt(secret.slice(2 * n, 2 * n + 2), 16));
  const sum = check(bytes);
  const bits = [...bytes, sum >> 8, sum & 255].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return Array.from({ length: WORDS }, (_, n) => syllable(parseInt(bits.slice(12 * n, 12 * n + 6), 2)) + syllable(parseInt(bits.slice(12 * n + 6, 12 * n + 12), 2))).join(" ");
}

/** The secret of a phrase, however it was typed; an Error says what is wrong with it. */
export function secretOf(phrase: string): string {
  const words = phrase.toLowerCase().match(/[^\s,;.\-–]+/g) ?? [];
  if (words.length !== WORDS) throw new Error(count(words.length, "This is {n} word; a recovery phrase has {all}.", "These are {n} words; a recovery phrase has {all}.", { all: WORDS }));
  let bits = "";
  for (const [n, word] of words.entries()) {
    for (const at of [0, 2]) {
      const six = FIRST.indexOf(word[at] ?? " ") * 4 + SECOND.indexOf(word[at + 1] ?? " ");
      const isSyllable = word.length === 4 && FIRST.includes(word[at]!) && SECOND.includes(word[at + 1]!);
      if (!isSyllable) throw new Error(say("Word {n}, “{word}”, is none of a recovery phrase.", { n: n + 1, word: word.slice(0, 20) }));
      bits += six.toString(2).padStart(6, "0");
    }
  }
  const bytes = Array.from({ length: BYTES + 2 }, (_, n) => parseInt(bits.slice(8 * n, 8 * n + 8), 2));
  if (check(bytes.slice(0, BYTES)) !== bytes[BYTES]! * 256 + bytes[BYTES + 1]!) throw new Error(say("One of the words is wrong, or two have changed places."));
  return bytes.slice(0, BYTES).map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
