import { say } from "./words";

// The last turns of a match as an animated picture (APNG), made in the browser from the server's drawings.
const FRAMES = 16;
const WIDTH = 540; // pixels
const PAUSE = 600; // milliseconds for a turn
const REST = 2400; // and for the last one
const SIGNATURE = 8; // bytes

/** How a match with so many choices came to its end, drawn at `url(number)`; the address of a picture. */
export async function animationOf(url: (number: number) => string, choices: number): Promise<string> {
  const first = Math.max(0, choices - FRAMES + 1);
  const canvas = document.createElement("canvas");
  const pictures: Uint8Array<ArrayBuffer>[] = [];
  for (let number = first; number <= choices; number++) pictures.push(await drawn(url(number), canvas));
  return addressOf(new Blob([joined(pictures)], { type: "image/png" }));
}

/** One drawing as PNG. */
async function drawn(url: string, canvas: HTMLCanvasElement): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(say("The picture cannot be had."));
  const image = new Image();
  image.src = await addressOf(await answer.blob());
  await image.decode();
  if (canvas.width !== WIDTH) {
    canvas.width = WIDTH;
    canvas.height = Math.round((WIDTH * image.naturalHeight) / image.naturalWidth);
  }
  const brush = canvas.getContext("2d")!;
  brush.fillStyle = "#fff";
  brush.fillRect(0, 0, canvas.width, canvas.height);
  brush.drawImage(image, 0, 0, canvas.width, canvas.height);
  const png = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (!png) throw new Error(say("The picture cannot be had."));
  return new Uint8Array(await png.arrayBuffer());
}

/** A file as an address of its own, the only kind that the page's policy lets pictures have. */
function addressOf(file: Blob): Promise<string> {
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result as string);
    reader.onerror = () => fail(reader.error!);
    reader.readAsDataURL(file);
  });
}

/** PNG files of one size as a file that shows one after the other. */
export function joined(pictures: Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  let order = 0;
  for (const [number, picture] of pictures.entries()) {
    const chunks = chunksOf(picture);
    if (number === 0) {
      parts.push(picture.subarray(0, SIGNATURE));
      parts.push(chunk("IHDR", chunks.find(({ name }) => name === "IHDR")!.data));
      parts.push(chunk("acTL", numbers([pictures.length, 4], [0, 4]))); // for ever
    }
    const size = new DataView(picture.buffer);
    const pause = number === pictures.length - 1 ? REST : PAUSE;
    // Number, width, height, place, how long (in thousandths), what becomes of it, how it is laid over.
    const says = numbers([order++, 4], [size.getUint32(16), 4], [size.getUint32(20), 4], [0, 4], [0, 4], [pause, 2], [1000, 2], [0, 1], [0, 1]);
    parts.push(chunk("fcTL", says));
    for (const { name, data } of chunks) {
      if (name !== "IDAT") continue;
      parts.push(number === 0 ? chunk("IDAT", data) : chunk("fdAT", whole([numbers([order++, 4]), data])));
    }
  }
  parts.push(chunk("IEND", new Uint8Array()));
  return whole(parts);
}

function chunksOf(file: Uint8Array<ArrayBuffer>): { name: string; data: Uint8Array }[] {
  const view = new DataView(file.buffer);
  const found = [];
  for (let at = SIGNATURE; at < file.length; ) {
    const size = view.getUint32(at);
    const name = String.fromCharCode(...file.subarray(at + 4, at + 8));
    found.push({ name, data: file.subarray(at + 8, at + 8 + size) });
    at += size + 12;
  }
  return found;
}

function chunk(name: string, data: Uint8Array): Uint8Array {
  const body = whole([Uint8Array.from(name, (letter) => letter.charCodeAt(0)), data]);
  return whole([numbers([data.length, 4]), body, numbers([sumOf(body), 4])]);
}

/** Whole numbers in so many bytes each, the highest first. */
function numbers(...given: [value: number, bytes: number][]): Uint8Array {
  return Uint8Array.from(given.flatMap(([value, bytes]) => Array.from({ length: bytes }, (_, n) => (value >>> (8 * (bytes - 1 - n))) & 255)));
}

function whole(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The check sum of PNG: CRC-32. */
function sumOf(data: Uint8Array): number {
  let sum = ~0;
  for (const byte of data) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}
