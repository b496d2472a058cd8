let firstPressed: Element | null = null;

/** A double click's second click would press, or select, what took the button's place: a dialog's first button, say. */
export function pressNothingElseByDoubleClicks(): void {
  document.addEventListener('mousedown', (event) => {
    if (event.detail <= 1) firstPressed = buttonOf(event);
    else if (firstPressed !== null) event.preventDefault();
  });
  document.addEventListener(
    'click',
    (event) => {
      if (event.detail <= 1 || firstPressed === null || buttonOf(event) === firstPressed) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true },
  );
}

function buttonOf({ target }: Event): Element | null {
  return target instanceof Element ? target.closest('button') : null;
}
