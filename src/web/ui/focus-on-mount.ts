/** As a `ref`: what has come up in answer to a press takes the focus, and whoever works by keyboard or ear is taken to it. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus();
}
