import { storedPromo } from '../promo-link.ts';

export function showBroughtCode(): void {
  const code = storedPromo();
  if (code === undefined) return;
  for (const note of document.querySelectorAll<HTMLElement>('[data-brought-code]')) {
    note.querySelector('b')?.replaceChildren(code);
    note.hidden = false;
  }
}
