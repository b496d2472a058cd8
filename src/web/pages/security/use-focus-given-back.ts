import { useCallback, useEffect, useRef } from 'react';

/** Frames for which a button may stay disabled after its action has ended. */
const PATIENCE_FRAMES = 30;

/** Returns the focus to a button that was disabled while its dialog opened, unless another element has it. */
export function useFocusGivenBack(): () => void {
  const opener = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && target.closest('dialog') === null) opener.current = target;
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, []);
  return useCallback(() => giveBack(opener.current, PATIENCE_FRAMES), []);
}

function giveBack(opener: HTMLElement | null, frames: number): void {
  requestAnimationFrame(() => {
    if (opener === null || frames === 0 || document.querySelector('dialog[open]') !== null) return;
    if (opener.matches(':disabled')) return giveBack(opener, frames - 1);
    if (document.activeElement === document.body) opener.focus();
  });
}
