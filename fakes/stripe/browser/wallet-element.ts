import { ElementEvents } from './element-events.ts';
import { adoptStyles } from './styles.ts';

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
export class WalletElement extends ElementEvents {
  readonly #onDestroy: () => void;
  #container: HTMLElement | null = null;

  constructor(onDestroy: () => void) {
    super();
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
    setTimeout(() => this.emit('ready', { elementType: 'expressCheckout', availablePaymentMethods }));
  }

  unmount(): void {
    this.#container?.replaceChildren();
    this.#container = null;
  }

  destroy(): void {
    this.unmount();
    this.removeListeners();
    this.#onDestroy();
  }

  update(): void {
    // The test wallet has one appearance.
  }

  #button(): HTMLElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'sandbox-wallet';
    button.textContent = 'Test wallet';
    button.addEventListener('click', () => {
      const expressPaymentType = 'apple_pay';
      const resolve = () => this.emit('confirm', { expressPaymentType, paymentFailed: () => undefined });
      this.emit('click', { elementType: 'expressCheckout', expressPaymentType, resolve, reject: () => undefined });
    });
    return button;
  }
}
