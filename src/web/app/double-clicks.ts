let beganOnButton = false;

/** A double click's second click would select what took the button's place. */
export function selectNothingByDoubleClicks(): void {
  document.addEventListener('mousedown', (event) => {
    if (event.detail <= 1) beganOnButton = event.target instanceof Element && event.target.closest('button') !== null;
    else if (beganOnButton) event.preventDefault();
  });
}
