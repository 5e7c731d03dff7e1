// A QR code (ISO/IEC 18004) of a short text: bytes, error correction level M, versions 1 to 10.

/** Of each version: all codewords, those that correct errors in a block, the blocks, and where alignment patterns stand. */
const VERSIONS: [number, number, number, number[]][] = [
  [26, 10, 1, []],
  [44, 16, 1, [6, 18]],
  [70, 26, 1, [6, 22]],
  [100, 18, 2, [6, 26]],
  [134, 24, 2, [6, 30]],
  [172, 16, 4, [6, 34]],
  [196, 18, 4, [6, 22, 38]],
  [242, 22, 4, [6, 24, 42]],
  [292, 22, 5, [6, 26, 46]],
  [346, 26, 5, [6, 28, 50]],
];
const BYTES = 0b0100; // the mode
const FORMAT = { generator: 0x537, mask: 0x5412, level: 0b00 };
const VERSION = 0x1f25;
const PADS = [0xec, 0x11];
const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

// The field of 256 elements, by powers of 2.
const POWERS: number[] = [];
const LOGS: number[] = [];
for (let n = 0, value = 1; n < 255; n++) {
  POWERS[n] = value;
  LOGS[value] = n;
  value = value & 0x80 ? (value << 1) ^ 0x11d : value << 1;
}
const times = (a: number, b: number): number => (a && b ? POWERS[(LOGS[a]! + LOGS[b]!) % 255]! : 0);

/** The codewords that correct errors in these. */
function correcting(data: number[], count: number): number[] {
  let generator = [1];
  for (let n = 0; n < count; n++) {
    const root = POWERS[n]!;
    generator = [...generator, 0].map((term, at) => term ^ times(generator[at - 1] ?? 0, root));
  }
  const left: number[] = new Array(count).fill(0);
  for (const word of data) {
    const lead = word ^ left.shift()!;
    left.push(0);
    for (let at = 0; at < count; at++) left[at]! ^= times(generator[at + 1]!, lead);
  }
  return left;
}

/** What remains of a number, with as many zeros behind it, when it is divided by a polynomial. */
function remainder(value: number, zeros: number, generator: number): number {
  let left = value << zeros;
  for (let bit = 31 - Math.clz32(left || 1); bit >= zeros; bit--) if ((left >> bit) & 1) left ^= generator << (bit - zeros);
  return left;
}

function codewords(text: Uint8Array): { version: number; words: number[] } | null {
  const version = VERSIONS.findIndex(([all, each, blocks], n) => all - each * blocks >= Math.ceil((4 + (n < 9 ? 8 : 16) + 8 * text.length) / 8)) + 1;
  if (!version) return null;
  const [all, each, blocks] = VERSIONS[version - 1]!;
  const room = all - each * blocks;
  const bits: number[] = [];
  const put = (value: number, count: number): void => {
    for (let bit = count - 1; bit >= 0; bit--) bits.push((value >> bit) & 1);
  };
  put(BYTES, 4);
  put(text.length, version < 10 ? 8 : 16);
  for (const byte of text) put(byte, 8);
  put(0, Math.min(4, 8 * room - bits.length));
  while (bits.length % 8) bits.push(0);
  const data = Array.from({ length: bits.length / 8 }, (_, n) => bits.slice(8 * n, 8 * n + 8).reduce((sum, bit) => 2 * sum + bit, 0));
  for (let n = 0; data.length < room; n++) data.push(PADS[n % 2]!);
  // The last blocks are longer by one codeword if they cannot be equal.
  const parts: number[][] = [];
  const long = all % blocks;
  for (let n = 0, at = 0; n < blocks; n++) {
    const size = Math.floor(all / blocks) - each + (n >= blocks - long ? 1 : 0);
    parts.push(data.slice(at, (at += size)));
  }
  const checks = parts.map((part) => correcting(part, each));
  const woven = (rows: number[][]) => Array.from({ length: Math.max(...rows.map((row) => row.length)) }, (_, n) => rows.flatMap((row) => row[n] ?? [])).flat();
  return { version, words: [...woven(parts), ...woven(checks)] };
}

class Drawing {
  readonly size: number;
  readonly dark: boolean[][];
  private readonly fixed: boolean[][];

  constructor(private readonly version: number) {
    this.size = 17 + 4 * version;
    this.dark = Array.from({ length: this.size }, () => new Array<boolean>(this.size).fill(false));
    this.fixed = this.dark.map((row) => [...row]);
    for (let n = 0; n < this.size; n++) {
      this.fix(n, 6, n % 2 === 0);
      this.fix(6, n, n % 2 === 0);
    }
    for (const [x, y] of [[3, 3], [this.size - 4, 3], [3, this.size - 4]] as const) this.squares(x, y, 4);
    const places = VERSIONS[version - 1]![3];
    const last = places.at(-1);
    for (const x of places) for (const y of places) if (!((x === 6 && y === 6) || (x === 6 && y === last) || (x === last && y === 6))) this.squares(x, y, 2);
    this.format(0);
    if (version >= 7) {
      const bits = (version << 12) | remainder(version, 12, VERSION);
      for (let n = 0; n < 18; n++) {
        const [far, near] = [this.size - 11 + (n % 3), Math.floor(n / 3)];
        this.fix(far, near, !!((bits >> n) & 1));
        this.fix(near, far, !!((bits >> n) & 1));
      }
    }
  }

  private fix(x: number, y: number, isDark: boolean): void {
    if (x < 0 || y < 0 || x >= this.size || y >= this.size) return;
    this.dark[y]![x] = isDark;
    this.fixed[y]![x] = true;
  }

  /** Squares inside one another, as in the corners. */
  private squares(x: number, y: number, reach: number): void {
    for (let dy = -reach; dy <= reach; dy++)
      for (let dx = -reach; dx <= reach; dx++) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        this.fix(x + dx, y + dy, reach === 4 ? ring !== 2 && ring !== 4 : ring !== 1);
      }
  }

  format(mask: number): void {
    const given = (FORMAT.level << 3) | mask;
    const bits = ((given << 10) | remainder(given, 10, FORMAT.generator)) ^ FORMAT.mask;
    for (let n = 0; n < 15; n++) {
      const isDark = !!((bits >> n) & 1);
      if (n < 8) this.fix(8, n < 6 ? n : n + 1, isDark);
      else this.fix(n === 8 ? 7 : 14 - n, 8, isDark);
      if (n < 8) this.fix(this.size - 1 - n, 8, isDark);
      else this.fix(8, this.size - 15 + n, isDark);
    }
    this.fix(8, this.size - 8, true);
  }

  /** From the lower right corner, two columns at a time, up and down. */
  fill(words: number[]): void {
    let bit = 0;
    let goesUp = true;
    for (let right = this.size - 1; right > 0; right -= 2) {
      if (right === 6) right = 5;
      for (let step = 0; step < this.size; step++) {
        const y = goesUp ? this.size - 1 - step : step;
        for (const x of [right, right - 1]) {
          if (this.fixed[y]![x]) continue;
          this.dark[y]![x] = bit < 8 * words.length && !!((words[bit >> 3]! >> (7 - (bit & 7))) & 1);
          bit++;
        }
      }
      goesUp = !goesUp;
    }
  }

  /** Turn over what a mask says; twice is as before. */
  turn(mask: number): void {
    for (let y = 0; y < this.size; y++) for (let x = 0; x < this.size; x++) if (!this.fixed[y]![x] && MASKS[mask]!(x, y)) this.dark[y]![x] = !this.dark[y]![x];
  }

  /** How hard it is to read: long lines, squares, what looks like a corner, and too much of one colour. */
  penalty(): number {
    const { size, dark } = this;
    const lines = [...dark, ...dark.map((_, x) => dark.map((row) => row[x]!))].map((line) => line.map(Number).join(""));
    let sum = 0;
    for (const line of lines) {
      for (const run of line.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
      for (const corner of ["10111010000", "00001011101"]) for (let at = line.indexOf(corner); at >= 0; at = line.indexOf(corner, at + 1)) sum += 40;
    }
    for (let y = 1; y < size; y++)
      for (let x = 1; x < size; x++) if (dark[y]![x] === dark[y]![x - 1] && dark[y]![x] === dark[y - 1]![x] && dark[y]![x] === dark[y - 1]![x - 1]) sum += 3;
    const share = dark.flat().filter(Boolean).length / size ** 2;
    return sum + 10 * Math.floor(Math.abs(share - 0.5) * 20);
  }
}

/** The code of a text, row by row, true where it is dark; null if the text is too long. */
export function qrCode(text: string): boolean[][] | null {
  const found = codewords(new TextEncoder().encode(text));
  if (!found) return null;
  const drawing = new Drawing(found.version);
  drawing.fill(found.words);
  let best = 0;
  let least = Infinity;
  for (let mask = 0; mask < MASKS.length; mask++) {
    drawing.format(mask);
    drawing.turn(mask);
    const penalty = drawing.penalty();
    drawing.turn(mask);
    if (penalty < least) [best, least] = [mask, penalty];
  }
  drawing.format(best);
  drawing.turn(best);
  return drawing.dark;
}
