/** Closes the menu after a click on a link in it, a click beside it, or Escape. */
export function driveMenu(menu: HTMLDetailsElement): () => void {
  const onClick = ({ target }: Event) => {
    if (target instanceof Element && (!menu.contains(target) || target.closest('a'))) menu.open = false;
  };
  const onKey = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !menu.open) return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
  };
  document.addEventListener('click', onClick);
  document.addEventListener('keydown', onKey);
  return () => {
    document.removeEventListener('click', onClick);
    document.removeEventListener('keydown', onKey);
  };
}
