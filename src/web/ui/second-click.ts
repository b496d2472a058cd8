import type { MouseEvent } from 'react';

/** rules/pages 58. */
export function ignoreSecondClick(event: MouseEvent): void {
  if (event.detail > 1) event.preventDefault();
}
