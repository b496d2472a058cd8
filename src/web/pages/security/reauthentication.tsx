import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { needsReauthentication, NotReauthenticated } from '../../app/reauthentication.ts';
import { IsItYouDialog } from './is-it-you-dialog.tsx';

/** Makes a call, and once more after a reauthentication where it was refused for want of one. */
export type Guard = <T>(action: () => Promise<T>) => Promise<T>;

const GuardContext = createContext<Guard>((action) => action());

/** @throws NotReauthenticated when the user gives up */
export function useReauthentication(): Guard {
  return useContext(GuardContext);
}

interface Question {
  readonly answer: (isProved: boolean) => void;
}

export function Reauthentication({ children }: { readonly children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const giveFocusBack = useFocusGivenBack();
  const ask = useCallback(() => new Promise<boolean>((answer) => setQuestion({ answer })), []);
  const guard: Guard = useCallback((action) => guarded(action, ask, giveFocusBack), [ask, giveFocusBack]);

  function settle(isProved: boolean): void {
    question?.answer(isProved);
    setQuestion(null);
  }

  return (
    <GuardContext value={guard}>
      {children}
      <IsItYouDialog open={question !== null} onProved={() => settle(true)} onClose={() => settle(false)} />
    </GuardContext>
  );
}

async function guarded<T>(action: () => Promise<T>, ask: () => Promise<boolean>, onSettled: () => void): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (!needsReauthentication(error)) throw error;
  }
  try {
    if (!(await ask())) throw new NotReauthenticated();
    return await action();
  } finally {
    onSettled();
  }
}

/** Frames for which a button may stay disabled after its action has ended. */
const PATIENCE_FRAMES = 30;

/** Returns the focus to a button that was disabled while its dialog opened, unless another element has it. */
function useFocusGivenBack(): () => void {
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
