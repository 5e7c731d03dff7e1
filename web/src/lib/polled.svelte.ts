// What is asked again and again, calmly: not while nobody looks, and not before the last answer has come.

const EVERY = 4000; // milliseconds

export class Polled<T> {
  value = $state.raw<T | null>(null);
  problem = $state("");
  isGone = $state(false); // is there no such thing?
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isClosed = false;
  private readonly look = () => void this.again();

  constructor(
    private readonly load: () => Promise<T>,
    private readonly every = EVERY,
  ) {
    document.addEventListener("visibilitychange", this.look);
    void this.again();
  }

  async again(): Promise<void> {
    clearTimeout(this.timer);
    if (document.visibilityState === "visible") {
      try {
        const found = await this.load();
        if (this.isClosed) return;
        if (JSON.stringify(found) !== JSON.stringify(this.value)) this.value = found;
        this.problem = "";
      } catch (error) {
        this.problem = (error as Error).message;
        this.isGone = (error as { code?: string }).code === "unknown";
        if (this.isGone) return;
      }
    }
    clearTimeout(this.timer);
    if (!this.isClosed) this.timer = setTimeout(this.look, this.every);
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
    document.removeEventListener("visibilitychange", this.look);
  }
}
