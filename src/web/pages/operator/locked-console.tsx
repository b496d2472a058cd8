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

/** For an operator whose session may not open the console (decision 036). */
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
    title: 'Turn On Two-Step Verification',
    text: 'The console shows every customer’s address, so it needs two-step verification. Turn it on in your profile, then come back.',
    key: (
      <AppButtonLink fit to={APP_PATHS.accountProfile}>
        Go to your profile
      </AppButtonLink>
    ),
  },
  'unknown-authenticator': {
    title: 'Enter the Code for Your Authenticator',
    text: 'Your authenticator was added after you got your role, so the console doesn’t know it yet. An owner makes a code under Staff, or at the server’s terminal, that makes it known.',
    key: <CodeForm />,
  },
  'recovery-code': {
    title: 'A Recovery Code Doesn’t Open the Console',
    text: 'Sign out, and sign in with your authenticator. If you’ve lost it, remove it in your profile, add another, and ask an owner for the code that makes it known.',
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
          label="Code from an owner"
          hint="Four groups of six letters and digits. It works once, within a day."
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
