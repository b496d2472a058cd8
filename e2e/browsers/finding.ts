/** An element as a user knows it: what it is, and the words on it or beside it. */
export interface Wanted {
  readonly kind: 'button' | 'link' | 'field' | 'heading' | 'text' | 'selector';
  readonly name: string;
}

/** Runs in the page. The exact name is preferred to one that begins alike; an open dialog hides the rest of the page. */
export function findElement({ kind, name }: Wanted): Element | null {
  const selectors = {
    button: 'button, [role=button], input[type=submit]',
    link: 'a[href]',
    field: 'input, select, textarea',
    heading: 'h1, h2, h3, h4',
    text: 'body *',
    selector: name,
  };
  const spaces = /\s+/g;
  const clean = (text: string | null | undefined) => (text ?? '').replaceAll(spaces, ' ').trim();
  const nameOf = (element: Element): string => {
    const by = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const texts = by.map((id) => clean(document.getElementById(id)?.textContent));
    if (texts.length > 0) return texts.join(' ');
    const label = element.getAttribute('aria-label');
    if (label !== null) return clean(label);
    if (kind !== 'field') return clean(element.textContent);
    const { labels } = element as HTMLInputElement;
    return clean(labels === null ? '' : [...labels].map(({ textContent }) => textContent).join(' '));
  };
  const scope: ParentNode = document.querySelector('dialog:modal') ?? document;
  const shown = [...scope.querySelectorAll(selectors[kind])].filter((element) => element.getClientRects().length > 0);
  if (kind === 'selector') return shown[0] ?? null;
  if (kind === 'text') {
    const having = shown.filter(({ textContent }) => clean(textContent).includes(name));
    return having.find((element) => ![...element.children].some((child) => having.includes(child))) ?? null;
  }
  return (
    shown.find((element) => nameOf(element) === name) ??
    shown.find((element) => nameOf(element).startsWith(name)) ??
    null
  );
}

/** Runs in the page. */
export function setField(field: Element, value: string): void {
  // Bypasses React's own `value` property; otherwise React would take the change for its own.
  Reflect.set(Object.getPrototypeOf(field) as object, 'value', value, field);
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
}
