/** How many may be at something at the same time, for whatever they do there. */
export class Places {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Waits for a place, in the order of coming. */
  async take(): Promise<void> {
    if (this.takeIfFree()) return;
    await new Promise<void>((resolve) => void this.#waiting.push(resolve));
  }

  /** @returns false, without waiting, when there is none */
  takeIfFree(): boolean {
    if (this.#free === 0) return false;
    this.#free -= 1;
    return true;
  }

  release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}
