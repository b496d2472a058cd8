import {
  brandOf,
  digitsOf,
  display,
  expiryOf,
  incompleteness,
  wrongness,
  type CardField,
  type Typed,
} from './card-fields.ts';
import { ElementEvents } from './element-events.ts';
import { validationError, type Failure } from './failures.ts';
import { adoptStyles } from './styles.ts';

export interface CardOptions {
  hidePostalCode?: boolean;
  disabled?: boolean;
  value?: { postalCode?: string };
  classes?: Partial<Record<State, string>>;
}

type State = 'base' | 'complete' | 'empty' | 'focus' | 'invalid';

const STATE_CLASSES: Record<State, string> = {
  base: 'StripeElement',
  complete: 'StripeElement--complete',
  empty: 'StripeElement--empty',
  focus: 'StripeElement--focus',
  invalid: 'StripeElement--invalid',
};

const FIELDS: ReadonlyArray<{ field: CardField; label: string; autocomplete: AutoFill; numeric: boolean }> = [
  { field: 'number', label: 'Card number', autocomplete: 'cc-number', numeric: true },
  { field: 'expiry', label: 'MM / YY', autocomplete: 'cc-exp', numeric: true },
  { field: 'cvc', label: 'CVC', autocomplete: 'cc-csc', numeric: true },
  { field: 'zip', label: 'ZIP', autocomplete: 'postal-code', numeric: false },
];

export interface CardDetails {
  number: string;
  exp_month: number;
  exp_year: number;
  cvc: string;
  postalCode: string | undefined;
}

/** Only `details` reads the plain inputs of the element. */
export class CardElement extends ElementEvents {
  readonly #inputs = new Map<CardField, HTMLInputElement>();
  readonly #onDestroy: () => void;
  #options: CardOptions;
  #container: HTMLElement | null = null;
  #shown = '';

  constructor(options: CardOptions, onDestroy: () => void) {
    super();
    this.#options = options;
    this.#onDestroy = onDestroy;
  }

  mount(target: HTMLElement | string): void {
    const container = typeof target === 'string' ? document.querySelector<HTMLElement>(target) : target;
    if (!container) throw new Error('The selector you specified applies to no DOM element.');
    adoptStyles();
    this.unmount();
    this.#container = container;
    container.replaceChildren(this.#build());
    const zip = this.#inputs.get('zip');
    if (zip) zip.value = this.#options.value?.postalCode ?? '';
    this.#showState();
    // React attaches its listeners after mounting.
    setTimeout(() => this.emit('ready', { elementType: 'card' }));
  }

  unmount(): void {
    this.#container?.classList.remove(...this.#classes(['base', 'complete', 'empty', 'focus', 'invalid']));
    this.#container?.replaceChildren();
    this.#container = null;
    this.#inputs.clear();
  }

  destroy(): void {
    this.unmount();
    this.removeListeners();
    this.#onDestroy();
  }

  update(options: CardOptions): void {
    this.#options = { ...this.#options, ...options };
    for (const input of this.#inputs.values()) input.disabled = this.#options.disabled ?? false;
  }

  clear(): void {
    for (const input of this.#inputs.values()) input.value = '';
    this.#changed();
  }

  focus(): void {
    this.#inputs.get('number')?.focus();
  }

  blur(): void {
    for (const input of this.#inputs.values()) input.blur();
  }

  details(): { card: CardDetails } | { error: Failure } {
    const typed = this.#typed();
    const problem = this.#fields()
      .map((field) => this.#problem(field, typed))
      .find(Boolean);
    if (problem) return { error: validationError(problem) };
    const { month, year } = expiryOf(typed.expiry);
    const postalCode = typed.zip === '' ? undefined : typed.zip;
    return { card: { number: typed.number, exp_month: month, exp_year: year, cvc: typed.cvc, postalCode } };
  }

  #build(): HTMLElement {
    const group = document.createElement('fieldset');
    group.className = 'sandbox-card';
    group.setAttribute('aria-label', 'Card details');
    for (const { field, label, autocomplete, numeric } of FIELDS) {
      if (field === 'zip' && this.#options.hidePostalCode) continue;
      const input = document.createElement('input');
      input.autocomplete = autocomplete;
      input.inputMode = numeric ? 'numeric' : 'text';
      input.disabled = this.#options.disabled ?? false;
      this.#listenTo(field, input);
      this.#inputs.set(field, input);
      const caption = document.createElement('label');
      caption.append(label, input);
      group.append(caption);
    }
    const hint = document.createElement('p');
    hint.textContent = 'Test mode: use 4242 4242 4242 4242, any date to come, any three digits.';
    group.append(hint);
    return group;
  }

  #listenTo(field: CardField, input: HTMLInputElement): void {
    input.addEventListener('input', (event) => {
      // Only text typed at the end is formatted, or the caret would jump.
      const deletes = event instanceof InputEvent && event.inputType.startsWith('delete');
      const atEnd = input.selectionStart === input.value.length;
      if (atEnd && !deletes) input.value = display(field, digitsOf(field, input.value, this.#typed().number));
      this.#changed();
    });
    input.addEventListener('focus', () => {
      this.#showState();
      this.emit('focus', { elementType: 'card' });
    });
    input.addEventListener('blur', () => {
      input.value = display(field, digitsOf(field, input.value, this.#typed().number));
      this.#showState();
      this.emit('blur', { elementType: 'card' });
    });
    input.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') this.emit('escape', { elementType: 'card' });
    });
  }

  #typed(): Typed {
    const raw = (field: CardField) => this.#inputs.get(field)?.value ?? '';
    const number = digitsOf('number', raw('number'), '');
    return {
      number,
      expiry: digitsOf('expiry', raw('expiry'), number),
      cvc: digitsOf('cvc', raw('cvc'), number),
      zip: digitsOf('zip', raw('zip'), number),
    };
  }

  #fields(): CardField[] {
    return [...this.#inputs.keys()];
  }

  #problem(field: CardField, typed: Typed) {
    return incompleteness(field, typed) ?? wrongness(field, typed, new Date());
  }

  #changed(): void {
    const event = this.#state();
    const shown = JSON.stringify(event);
    this.#showState();
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.emit('change', event);
  }

  #state() {
    const typed = this.#typed();
    const wrong = this.#fields()
      .map((field) => wrongness(field, typed, new Date()))
      .find(Boolean);
    return {
      elementType: 'card',
      empty: this.#fields().every((field) => typed[field] === ''),
      complete: this.#fields().every((field) => this.#problem(field, typed) === null),
      error: wrong ? validationError(wrong) : undefined,
      brand: brandOf(typed.number),
      value: { postalCode: typed.zip },
    };
  }

  #showState(): void {
    const { empty, complete, error } = this.#state();
    const focused = this.#container?.contains(document.activeElement) ?? false;
    const states = { base: true, empty, complete, invalid: error !== undefined, focus: focused };
    for (const [state, holds] of Object.entries(states)) {
      for (const name of this.#classes([state as State])) this.#container?.classList.toggle(name, holds);
    }
    for (const [field, input] of this.#inputs) {
      const wrong = wrongness(field, this.#typed(), new Date()) !== null;
      if (wrong) input.setAttribute('aria-invalid', 'true');
      else input.removeAttribute('aria-invalid');
    }
  }

  #classes(states: State[]): string[] {
    const names = { ...STATE_CLASSES, ...this.#options.classes };
    return states.flatMap((state) => names[state].split(' ').filter(Boolean));
  }
}
