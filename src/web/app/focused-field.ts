/** Safari ignores `scroll-padding` when a field takes the focus, and leaves it under the fixed header. */
export function keepFocusedFieldInView(): void {
  document.addEventListener('focusin', ({ target }) => {
    const field = target instanceof Element ? target.closest('input, select, textarea') : null;
    // The browser's own scrolling follows the event.
    if (field !== null) setTimeout(() => field.scrollIntoView({ block: 'nearest' }));
  });
}
