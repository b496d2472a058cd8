type State = 'starting' | 'open' | 'leaving';

export class Readiness {
  #state: State;
  readonly #work = new Set<Promise<unknown>>();

  constructor(state: State = 'open') {
    this.#state = state;
  }

  get state(): State {
    return this.#state;
  }

  open(): void {
    if (this.#state === 'starting') this.#state = 'open';
  }

  leave(): void {
    this.#state = 'leaving';
  }

  /** A call continues after its visitor has disconnected, so a stop waits for it. */
  track(work: Promise<unknown>): void {
    this.#work.add(work);
    const end = () => void this.#work.delete(work);
    work.then(end, end);
  }

  async workDone(): Promise<void> {
    while (this.#work.size > 0) await Promise.allSettled(this.#work);
  }
}
