type Listener = (event?: unknown) => void;

/** The events that every element of Stripe.js has. */
export class ElementEvents {
  readonly #listeners = new Map<string, Set<Listener>>();

  on(event: string, listener: Listener): this {
    this.#listeners.set(event, (this.#listeners.get(event) ?? new Set()).add(listener));
    return this;
  }

  off(event: string, listener?: Listener): this {
    if (listener) this.#listeners.get(event)?.delete(listener);
    else this.#listeners.delete(event);
    return this;
  }

  once(event: string, listener: Listener): this {
    const once: Listener = (detail) => {
      this.off(event, once);
      listener(detail);
    };
    return this.on(event, once);
  }

  protected emit(event: string, detail: unknown): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(detail);
  }

  protected removeListeners(): void {
    this.#listeners.clear();
  }
}
