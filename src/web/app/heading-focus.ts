let hasMoved = false;

export function focusHeading(heading: HTMLElement): void {
  heading.tabIndex = -1;
  // The router has already restored the scroll position.
  heading.focus({ preventScroll: true });
}

/** Some pages open with the focus in a form's field. */
export function hasFieldFocus(): boolean {
  const focused = document.activeElement;
  return focused !== null && focused.matches('input, select, textarea') && focused.closest('nav') === null;
}

/** Records that the visitor has moved to another page of the app. */
export function rememberMove(): void {
  hasMoved = true;
}

export function takeLostFocus(heading: HTMLElement | null): void {
  if (heading !== null && hasMoved && document.activeElement === document.body) focusHeading(heading);
}
