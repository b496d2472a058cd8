/**
 * Holds the last press on the first screen until the app answers; on a link only while more than the painted address
 * leads. @returns what lets presses through again, the held one first
 */
export function holdPresses(root: HTMLElement): () => void {
  let held: HTMLElement | null = null;
  const hold = (event: MouseEvent) => {
    const isLinkHeld = location.search !== '' || root.dataset['taken'] !== undefined;
    const controls = isLinkHeld ? 'button, a[href^="/"]:not([target])' : 'button';
    const pressed = event.target instanceof Element ? event.target.closest<HTMLElement>(controls) : null;
    if (pressed === null || !root.contains(pressed) || hasModifier(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    showHeld(pressed);
  };
  const showHeld = (pressed: HTMLElement | null) => {
    held?.removeAttribute('aria-busy');
    pressed?.setAttribute('aria-busy', 'true');
    held = pressed;
  };
  // Before the visit's listener, which would count the press twice.
  addEventListener('click', hold, { capture: true });
  return () => {
    removeEventListener('click', hold, { capture: true });
    const last = held;
    showHeld(null);
    last?.click();
  };
}

function hasModifier({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return ctrlKey || metaKey || shiftKey || altKey;
}
