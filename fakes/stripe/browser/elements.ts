import { CardElement, type CardOptions } from './card-element.ts';

/** A React component of react-stripe-js, which carries the type of the element it renders. */
interface ElementComponent {
  __elementType?: string;
}

/** `stripe.elements()`: at most one element of each type at a time, and the card is the only type. */
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
    // Appearance and locale: the sandbox has one of each.
  }

  submit(): Promise<Record<string, never>> {
    return Promise.resolve({});
  }

  fetchUpdates(): Promise<Record<string, never>> {
    return Promise.resolve({});
  }
}
