import { APP_PATHS } from '../../contract/site-paths.ts';

/**
 * Holds the last press on a button of the first screen until the app can answer it; on a link only where the address says more than
 * was painted.
 * @returns what lets presses through again, the held one first
 */
export function holdPresses(root: HTMLElement): () => void {
  const controls = location.search === '' ? 'button' : `button, main a[href^="/"], a[href="${APP_PATHS.signin}"]`;
  let held: HTMLElement | null = null;
  const hold = (event: MouseEvent) => {
    const pressed = event.target instanceof Element ? event.target.closest<HTMLElement>(controls) : null;
    if (pressed === null || !root.contains(pressed) || hasModifier(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    held = pressed;
  };
  // Before the visit's listener, which would count the press twice.
  addEventListener('click', hold, { capture: true });
  return () => {
    removeEventListener('click', hold, { capture: true });
    held?.click();
  };
}

function hasModifier({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return ctrlKey || metaKey || shiftKey || altKey;
}
