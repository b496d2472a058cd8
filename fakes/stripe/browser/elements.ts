import { CardElement, type CardOptions } from './card-element.ts';

interface ElementComponent {
  __elementType?: string;
}

/** At most one element of each type, and the card is the only type. */
export class Elements {
  #card: CardElement | null = null;

  create(type: string, options: CardOptions = {}): CardElement {
    if (type !== 'card') throw new Error(`The sandbox offers the Card Element alone, not '${type}'.`);
    if (this.#card) throw new Error('Can only create one Element of type card through the same set of Elements.');
    this.#card = new CardElement(options, () => {
      this.#card = null;
    });
    return this.#card;
  }

  getElement(wanted: string | ElementComponent): CardElement | null {
    const type = typeof wanted === 'string' ? wanted : wanted.__elementType;
    return type === 'card' ? this.#card : null;
  }

  update(): void {
    // The sandbox has one appearance and one locale.
  }

  submit(): Promise<Record<string, never>> {
    return Promise.resolve({});
  }

  fetchUpdates(): Promise<Record<string, never>> {
    return Promise.resolve({});
  }
}
