import { useState } from 'react';
import { Sheet, Stack } from '../../../ui/sheet.tsx';
import { mailsQuery } from '../parts/console-queries.ts';
import { DeedBoard } from '../parts/deed-board.tsx';
import { Pages } from '../parts/fetched.tsx';
import { MailEntry } from './mail-entry.tsx';
import { Switch } from '../parts/switch.tsx';

const EMPTY = {
  failed: 'Every mail has left. The other post works, too.',
  queued: 'Nothing waits to leave.',
} as const;

export function MailsPage() {
  const [status, setStatus] = useState<'failed' | 'queued'>('failed');
  return (
    <>
      <h1>Mails</h1>
      <DeedBoard>
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
              query={mailsQuery(status)}
              label="Fetching the mails"
              empty={EMPTY[status]}
              keyOf={({ id }) => id}
            >
              {(mail) => <MailEntry mail={mail} />}
            </Pages>
          </Stack>
        </Sheet>
      </DeedBoard>
    </>
  );
}
