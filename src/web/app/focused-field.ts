/** Safari leaves a focused field under the fixed header. */
export function keepFocusedFieldInView(): void {
  document.addEventListener('focusin', ({ target }) => {
    const field = target instanceof Element ? target.closest('input, select, textarea') : null;
    // Safari scrolls after the event.
    if (field !== null) setTimeout(() => field.scrollIntoView({ block: 'nearest' }));
  });
}
