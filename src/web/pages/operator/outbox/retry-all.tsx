import { retryAllEmails } from '../../../../contract/operator/emails.ts';
import { call } from '../../../app/api.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { counted } from '../parts/words.ts';

export function RetryAll() {
  return (
    <ActionButton
      label="Retry all"
      mutation={() => call(retryAllEmails)}
      said={({ retried }) =>
        retried === 0
          ? 'No email is waiting or can be sent again.'
          : `${counted(retried, 'email')} will be tried again now.`
      }
    />
  );
}
