let hasMoved = false;

export function focusHeading(heading: HTMLElement): void {
  heading.tabIndex = -1;
  // The router has already restored the scroll position.
  heading.focus({ preventScroll: true });
}

/** The first document has brought its visitor elsewhere in the app. */
export function rememberMove(): void {
  hasMoved = true;
}

export function takeLostFocus(heading: HTMLElement | null): void {
  if (heading !== null && hasMoved && document.activeElement === document.body) focusHeading(heading);
}
