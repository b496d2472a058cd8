/** Lets a fixed number of tasks run at once and keeps a bounded line of others, first come, first served. */
export class Semaphore {
  readonly #limit: number;
  readonly #lineLimit: number;
  readonly #refusal: () => Error;
  readonly #line: (() => void)[] = [];
  #running = 0;

  constructor(limit: number, lineLimit: number, refusal: () => Error) {
    this.#limit = limit;
    this.#lineLimit = lineLimit;
    this.#refusal = refusal;
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    await this.#enter();
    try {
      return await task();
    } finally {
      this.#leave();
    }
  }

  async #enter(): Promise<void> {
    if (this.#running < this.#limit) {
      this.#running++;
      return;
    }
    if (this.#line.length >= this.#lineLimit) throw this.#refusal();
    await new Promise<void>((admit) => this.#line.push(admit));
  }

  /** Whoever is next in line takes over the place, so that nobody slips in between. */
  #leave(): void {
    const next = this.#line.shift();
    if (next) next();
    else this.#running--;
  }
}
