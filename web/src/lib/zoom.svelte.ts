// A part of a board, drawn larger: by wheel, by two fingers, by keys, or because the board follows somebody.

import type { Cell, Layout } from "./view";

const SMALL = 30; // pixels across: a cell that is narrower is hard to hit
const EASY = 40;
const MOST = 6;
const FAR = 8; // pixels from which on a finger pans

export class Zoom {
  factor = $state(1); // 1: the whole board
  wide = $state(0); // pixels of the drawing
  high = $state(0);
  wasPan = false; // does the click that follows mean nothing?
  private middle = $state.raw<{ x: number; y: number } | null>(null); // where one has moved to
  private fingers = new Map<number, { x: number; y: number }>();
  private began: { x: number; y: number } | null = null;

  constructor(
    private readonly layout: () => Layout,
    private readonly home: () => Cell | undefined,
  ) {}

  /** Pixels a unit of the layout, with the whole board in sight. */
  private readonly scale = $derived.by(() => Math.min(this.wide / this.layout().box[2], this.high / this.layout().box[3]) || 1);
  readonly isSmall = $derived.by(() => this.wide > 0 && 2 * this.layout().size * this.scale < SMALL);
  /** How large cells have to be to be hit easily. */
  readonly easy = $derived.by(() => Math.max(1, Math.min(MOST, EASY / (2 * this.layout().size * this.scale))));

  readonly box = $derived.by((): [number, number, number, number] => {
    const { box } = this.layout();
    if (this.factor <= 1) return box;
    const width = Math.min(box[2], this.wide / (this.scale * this.factor));
    const height = Math.min(box[3], this.high / (this.scale * this.factor));
    const at = this.middle ?? this.home() ?? { x: box[0] + box[2] / 2, y: box[1] + box[3] / 2 };
    const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value));
    return [clamp(at.x - width / 2, box[0], box[0] + box[2] - width), clamp(at.y - height / 2, box[1], box[1] + box[3] - height), width, height];
  });

  /** Back to whom the board follows. */
  follow(): void {
    this.middle = null;
  }

  to(factor: number): void {
    this.factor = Math.max(1, Math.min(MOST, factor));
    if (this.factor === 1) this.middle = null;
  }

  /** Larger or smaller around a point of the screen. */
  at(x: number, y: number, drawn: DOMRect, by: number): void {
    const before = this.box;
    const shown = this.scale * this.factor;
    const dx = (x - drawn.x - drawn.width / 2) / shown;
    const dy = (y - drawn.y - drawn.height / 2) / shown;
    const old = this.factor;
    this.to(old * by);
    const rest = 1 - old / this.factor;
    this.middle = this.factor === 1 ? null : { x: before[0] + before[2] / 2 + dx * rest, y: before[1] + before[3] / 2 + dy * rest };
  }

  /** A cell that the keyboard has come to is in sight. */
  show({ x, y }: Cell): void {
    const [left, top, width, height] = this.box;
    if (x < left || x > left + width || y < top || y > top + height) this.middle = { x, y };
  }

  wheel(event: WheelEvent & { currentTarget: Element }): void {
    if (!event.ctrlKey && !this.isSmall && this.factor === 1) return;
    event.preventDefault();
    this.at(event.clientX, event.clientY, event.currentTarget.getBoundingClientRect(), Math.exp(-event.deltaY * 0.002));
  }

  down(event: PointerEvent): void {
    if (!this.fingers.size) this.wasPan = false;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.began = { x: event.clientX, y: event.clientY };
  }

  move(event: PointerEvent & { currentTarget: Element }): void {
    const last = this.fingers.get(event.pointerId);
    if (!last) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      this.wasPan = true;
      const apart = (one: { x: number; y: number }) => Math.max(1, Math.hypot(one.x - other.x, one.y - other.y));
      this.at((now.x + other.x) / 2, (now.y + other.y) / 2, event.currentTarget.getBoundingClientRect(), apart(now) / apart(last));
    } else if (this.factor > 1 && this.began && (this.wasPan || Math.hypot(now.x - this.began.x, now.y - this.began.y) > FAR)) {
      this.wasPan = true;
      const [left, top, width, height] = this.box;
      const shown = this.scale * this.factor;
      this.middle = { x: left + width / 2 - (now.x - last.x) / shown, y: top + height / 2 - (now.y - last.y) / shown };
    }
    this.fingers.set(event.pointerId, now);
  }

  up(event: PointerEvent): void {
    this.fingers.delete(event.pointerId);
  }
}
