import { call } from '../../../app/api.ts';
import { listEmails } from '../../../../contract/operator/desk.ts';
import { useState } from 'react';
import { Sheet, Stack } from '../../../ui/sheet.tsx';
import { paged } from '../parts/console-queries.ts';
import { ActionBoard } from '../parts/action-board.tsx';
import { Pages } from '../parts/fetched.tsx';
import { EmailEntry } from '../parts/email-entry.tsx';
import { Switch } from '../parts/switch.tsx';

function emailsQuery(status: 'failed' | 'queued') {
  return paged(['emails', status], (after, signal) => call(listEmails, { query: { status, ...after }, signal }));
}

const EMPTY = {
  failed: 'Every mail has left. The other post works, too.',
  queued: 'Nothing waits to leave.',
} as const;

export function EmailsPage() {
  const [status, setStatus] = useState<'failed' | 'queued'>('failed');
  return (
    <>
      <h1>Mails</h1>
      <ActionBoard>
        <Sheet>
          <Stack>
            <Switch
              label="Which mails"
              value={status}
              onChange={setStatus}
              choices={[
                ['failed', 'Failed'],
                ['queued', 'Waiting to leave'],
              ]}
            />
            <Pages key={status} query={emailsQuery(status)} label="Fetching the mails" empty={EMPTY[status]}>
              {(email) => <EmailEntry email={email} />}
            </Pages>
          </Stack>
        </Sheet>
      </ActionBoard>
    </>
  );
}
