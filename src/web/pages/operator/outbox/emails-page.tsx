import { listEmails } from '../../../../contract/operator/desk.ts';
import { useState } from 'react';
import { pagesOf } from '../../../app/paged.tsx';
import { Sheet, Stack } from '../../../ui/sheet.tsx';
import { ActionBoard } from '../parts/action-button.tsx';
import { Pages } from '../parts/pages.tsx';
import { EmailEntry } from '../parts/email-entry.tsx';
import { Switch } from '../parts/switch.tsx';

const EMPTY = {
  failed: 'Every mail has left. The other post works, too.',
  queued: 'Nothing waits to leave.',
} as const;

export function EmailsPage() {
  const [status, setStatus] = useState<keyof typeof EMPTY>('failed');
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
            <Pages
              key={status}
              query={pagesOf(listEmails, { query: { status } })}
              label="Fetching the mails"
              empty={EMPTY[status]}
            >
              {(email) => <EmailEntry email={email} />}
            </Pages>
          </Stack>
        </Sheet>
      </ActionBoard>
    </>
  );
}
