let beganOnButton = false;

/** The second click of a double click on a button may land on what took its place, and would select that. */
export function selectNothingByDoubleClicks(): void {
  document.addEventListener('mousedown', (event) => {
    if (event.detail <= 1) beganOnButton = event.target instanceof Element && event.target.closest('button') !== null;
    else if (beganOnButton) event.preventDefault();
  });
}
