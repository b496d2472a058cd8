import { adoptStyles } from './styles.ts';

type Listener = (event?: unknown) => void;

/** In the browser's local storage: 'on' offers the test wallet. */
const SWITCH = 'stripe-sandbox-wallet';

/** A browser that blocks storage has no wallet. */
function isSwitchedOn(): boolean {
  try {
    return localStorage.getItem(SWITCH) === 'on';
  } catch {
    return false;
  }
}

/** The Express Checkout Element with one button, whose card is always accepted. */
export class WalletElement {
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #onDestroy: () => void;
  #container: HTMLElement | null = null;

  constructor(onDestroy: () => void) {
    this.#onDestroy = onDestroy;
  }

  mount(target: HTMLElement | string): void {
    const container = typeof target === 'string' ? document.querySelector<HTMLElement>(target) : target;
    if (!container) throw new Error('The selector you specified applies to no DOM element.');
    adoptStyles();
    this.#container = container;
    const isOn = isSwitchedOn();
    if (isOn) container.replaceChildren(this.#button());
    const availablePaymentMethods = isOn ? { applePay: true, googlePay: false, link: false } : undefined;
    // React attaches its listeners after mounting.
    setTimeout(() => this.#emit('ready', { elementType: 'expressCheckout', availablePaymentMethods }));
  }

  unmount(): void {
    this.#container?.replaceChildren();
    this.#container = null;
  }

  destroy(): void {
    this.unmount();
    this.#listeners.clear();
    this.#onDestroy();
  }

  update(): void {
    // The test wallet has one appearance.
  }

  on(event: string, listener: Listener): this {
    this.#listeners.set(event, (this.#listeners.get(event) ?? new Set()).add(listener));
    return this;
  }

  off(event: string, listener?: Listener): this {
    if (listener) this.#listeners.get(event)?.delete(listener);
    else this.#listeners.delete(event);
    return this;
  }

  #button(): HTMLElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'sandbox-wallet';
    button.textContent = 'Test wallet';
    button.addEventListener('click', () => {
      const expressPaymentType = 'apple_pay';
      const resolve = () => this.#emit('confirm', { expressPaymentType, paymentFailed: () => undefined });
      this.#emit('click', { elementType: 'expressCheckout', expressPaymentType, resolve, reject: () => undefined });
    });
    return button;
  }

  #emit(event: string, detail: unknown): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(detail);
  }
}
