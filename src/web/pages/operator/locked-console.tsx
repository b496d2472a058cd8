import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { enrolAuthenticator } from '../../../contract/operator/constants.ts';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import { call } from '../../app/api.ts';
import type { ConsoleLock } from '../../app/console-routes.ts';
import { SignedInAs } from '../../app/sign-out.tsx';
import { AppButtonLink } from '../../app/links.tsx';
import { Button } from '../../ui/button.tsx';
import { FieldGroup, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Sheet, Stack } from '../../ui/sheet.tsx';
import styles from './parts/console.module.css';

/** An operator whose session does not open the console (decision 036). */
export function LockedConsole({ lock }: { readonly lock: NonNullable<ConsoleLock> }) {
  const { title, text, key } = LOCKS[lock];
  return (
    <div className={styles.alone}>
      <Sheet title={title} level={1} edge="airmail">
        <Stack>
          <p>{text}</p>
          {key}
          <SignedInAs />
        </Stack>
      </Sheet>
    </div>
  );
}

interface Lock {
  readonly title: string;
  readonly text: string;
  readonly key: ReactNode;
}

const LOCKS: Readonly<Record<NonNullable<ConsoleLock>, Lock>> = {
  'second-step': {
    title: 'One Lock Is Not Enough',
    text: 'Everybody’s address lies behind this door. It opens to operators who sign in with two steps: turn two-step verification on in your profile, then come back.',
    key: (
      <AppButtonLink fit to={APP_PATHS.accountProfile}>
        Go to your profile
      </AppButtonLink>
    ),
  },
  'unknown-authenticator': {
    title: 'Whose Key Is This?',
    text: 'Your authenticator came after your office did, and anybody who had borrowed your account could have added one. The terminal beside the server prints a code that makes it known; ask whoever keeps it.',
    key: <CodeForm />,
  },
  'recovery-code': {
    title: 'Not With a Recovery Code',
    text: 'A recovery code opens your account, and not everybody else’s. Sign out, and sign in with the authenticator. If it is gone, remove it in your profile, add another, and ask at the terminal for the code that makes it known.',
    key: (
      <AppButtonLink fit to={APP_PATHS.accountProfile}>
        Go to your profile
      </AppButtonLink>
    ),
  },
};

function CodeForm() {
  const router = useRouter();
  const [code, setCode] = useState('');
  const enrol = useMutation({
    mutationFn: () => call(enrolAuthenticator, { body: { code } }),
    onSuccess: () => router.invalidate(),
  });

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    enrol.mutate();
  }

  return (
    <form onSubmit={submit}>
      <FieldGroup>
        {enrol.isError && <Notice tone="error">{enrol.error.message}</Notice>}
        <TextField
          label="Code from the terminal"
          hint="Four groups of six letters and digits. It is good once, for a day."
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={60}
          required
          value={code}
          onChange={({ target }) => setCode(target.value)}
        />
        <Button type="submit" fit busy={enrol.isPending}>
          Open the Console
        </Button>
      </FieldGroup>
    </form>
  );
}
