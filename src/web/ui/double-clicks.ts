let firstPressed: Element | null = null;
let isSecond = false;

/** A double click's second click would press, or select, what took the button's place, or close the dialog (rules/pages 58). */
export function pressNothingElseByDoubleClicks(): void {
  document.addEventListener(
    'mousedown',
    (event) => {
      isSecond = event.detail > 1;
      if (!isSecond) firstPressed = buttonOf(event);
      else if (firstPressed !== null) event.preventDefault();
    },
    { capture: true },
  );
  document.addEventListener(
    'click',
    (event) => {
      isSecond = false;
      if (event.detail <= 1 || firstPressed === null || buttonOf(event) === firstPressed) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true },
  );
  // Asked beside an open dialog, before the click.
  document.addEventListener(
    'cancel',
    (event) => {
      if (!isSecond || firstPressed === null) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true },
  );
  document.addEventListener('keydown', () => (isSecond = false));
}

function buttonOf({ target }: Event): Element | null {
  return target instanceof Element ? target.closest('button') : null;
}
