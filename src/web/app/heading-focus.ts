let hasMoved = false;

export function focusHeading(heading: HTMLElement): void {
  heading.tabIndex = -1;
  // The router has already restored the scroll position.
  heading.focus({ preventScroll: true });
}

/** A page that opens at a form has put the focus into it. */
export function hasFieldFocus(): boolean {
  const focused = document.activeElement;
  return focused !== null && focused.matches('input, select, textarea') && focused.closest('nav') === null;
}

/** The first document has brought its visitor elsewhere in the app. */
export function rememberMove(): void {
  hasMoved = true;
}

export function takeLostFocus(heading: HTMLElement | null): void {
  if (heading !== null && hasMoved && document.activeElement === document.body) focusHeading(heading);
}
