import type { ReactNode } from 'react';
import { useSessionQuestion, type SessionQuestion } from '../../app/session.ts';
import { Button } from '../../ui/button.tsx';
import { Frame } from '../../app/root-routes.tsx';
import { Exact } from '../../ui/text.tsx';
import { AuthLayout } from './auth-layout.tsx';

/** Asks the user before a link's session is used. The pages wait for the answer (rules/accounts 18). */
export function SessionOffer({ children }: { readonly children: ReactNode }) {
  const question = useSessionQuestion();
  return question === null ? children : <ContinueAs {...question} />;
}

function ContinueAs({ email, signedInAs, answer }: SessionQuestion) {
  return (
    <Frame>
      <title>Continue? · The Dead Letter Club</title>
      <AuthLayout
        title={
          <>
            Continue as <Exact>{email}</Exact>?
          </>
        }
        lead="The link you followed signs you in to that account in this browser."
        arriving
      >
        <p>
          {signedInAs === null
            ? 'If you didn’t ask for this link, don’t continue: it may open a stranger’s account.'
            : `You’re signed in as ${signedInAs} now. If you continue, you’ll be signed in as ${email} instead. If you didn’t ask for this link, don’t continue: it may open a stranger’s account.`}
        </p>
        <Button onClick={() => answer(true)}>Continue</Button>
        <Button variant="secondary" onClick={() => answer(false)}>
          {signedInAs === null ? (
            'Stay signed out'
          ) : (
            <span>
              Stay signed in as <Exact>{signedInAs}</Exact>
            </span>
          )}
        </Button>
      </AuthLayout>
    </Frame>
  );
}
