import { useState } from 'react';
import type { SecurityReply } from '../../../contract/security.ts';
import { elapsedWords } from '../../../domain/calendar-date.ts';
import { useNow } from '../../app/now.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ChangePasswordDialog } from './change-password-dialog.tsx';
import { Matter } from './matter.tsx';

interface PasswordProps {
  readonly password: SecurityReply['password'];
}

export function Password({ password }: PasswordProps) {
  const [state, setState] = useState<'resting' | 'changing' | 'changed'>('resting');
  return (
    <Matter title="Password">
      {state === 'changed' && <Notice tone="success">Password updated successfully!</Notice>}
      <p>
        <PasswordAge password={password} />
      </p>
      <Button variant="secondary" onClick={() => setState('changing')}>
        {password === null ? 'Set a Password' : 'Change Password'}
      </Button>
      <ChangePasswordDialog
        open={state === 'changing'}
        hasPassword={password !== null}
        onClose={() => setState('resting')}
        onChanged={() => setState('changed')}
      />
    </Matter>
  );
}

function PasswordAge({ password }: PasswordProps) {
  const now = useNow();
  if (password === null) return 'You have none here; Google vouches for you.';
  return `Password last changed ${elapsedWords(new Date(password.changedAt), now)}`;
}
