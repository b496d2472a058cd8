import { CardElement, type CardOptions } from './card-element.ts';
import { WalletElement } from './wallet-element.ts';

interface ElementComponent {
  __elementType?: string;
}

/** At most one element of each type: the card, and the wallets. */
export class Elements {
  #card: CardElement | null = null;
  #wallet: WalletElement | null = null;

  create(type: string, options: CardOptions = {}): CardElement | WalletElement {
    if (type === 'expressCheckout') return this.#createWallet();
    if (type !== 'card') throw new Error(`The sandbox offers the Card and Express Checkout Elements, not '${type}'.`);
    if (this.#card) throw new Error('Can only create one Element of type card through the same set of Elements.');
    this.#card = new CardElement(options, () => {
      this.#card = null;
    });
    return this.#card;
  }

  #createWallet(): WalletElement {
    if (this.#wallet) throw new Error('Can only create one Element of type expressCheckout.');
    this.#wallet = new WalletElement(() => {
      this.#wallet = null;
    });
    return this.#wallet;
  }

  getElement(wanted: string | ElementComponent): CardElement | WalletElement | null {
    const type = typeof wanted === 'string' ? wanted : wanted.__elementType;
    if (type === 'expressCheckout') return this.#wallet;
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
