import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { needsReauthentication, NotReauthenticated } from '../../app/reauthentication.ts';
import { ReauthenticationDialog } from './reauthentication-dialog.tsx';

/** Makes a call. If it needs reauthentication, asks for that and repeats the call. */
export type Guard = <T>(action: () => Promise<T>) => Promise<T>;

const GuardContext = createContext<Guard>((action) => action());

/** @throws NotReauthenticated if the user cancels */
export function useReauthentication(): Guard {
  return useContext(GuardContext);
}

interface Question {
  readonly answer: (isProved: boolean) => void;
}

export function Reauthentication({ children }: { readonly children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const ask = useCallback(() => new Promise<boolean>((answer) => setQuestion({ answer })), []);
  const guard: Guard = useCallback((action) => guarded(action, ask), [ask]);

  function settle(isProved: boolean): void {
    question?.answer(isProved);
    setQuestion(null);
  }

  return (
    <GuardContext value={guard}>
      {children}
      <ReauthenticationDialog open={question !== null} onProved={() => settle(true)} onClose={() => settle(false)} />
    </GuardContext>
  );
}

async function guarded<T>(action: () => Promise<T>, ask: () => Promise<boolean>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (!needsReauthentication(error)) throw error;
  }
  if (!(await ask())) throw new NotReauthenticated();
  return await action();
}
