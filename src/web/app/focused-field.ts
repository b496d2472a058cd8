/** Safari otherwise leaves a focused field under the fixed header. */
export function keepFocusedFieldInView(): void {
  document.addEventListener('focusin', ({ target }) => {
    const field = target instanceof Element ? target.closest('input, select, textarea') : null;
    // Safari scrolls in the next frame.
    if (field !== null) requestAnimationFrame(() => setTimeout(() => field.scrollIntoView({ block: 'nearest' })));
  });
}
