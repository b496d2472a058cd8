/** As a `ref`: what appears after a press takes the focus. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus();
}
