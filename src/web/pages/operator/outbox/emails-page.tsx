import { listEmails } from '../../../../contract/operator/desk.ts';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import { pagesOf } from '../../../app/paged.tsx';
import { Sheet, Stack } from '../../../ui/sheet.tsx';
import { ActionBoard } from '../parts/action-button.tsx';
import { Pages } from '../parts/pages.tsx';
import { EmailEntry } from '../parts/email-entry.tsx';
import { Switch } from '../parts/switch.tsx';

const route = getRouteApi('/signed-in/operator/emails');

const EMPTY = {
  failed: 'Every mail has left. The other post works, too.',
  queued: 'Nothing waits to leave.',
} as const;

export function EmailsPage() {
  const { status = 'failed' } = route.useSearch();
  const navigate = useNavigate();
  return (
    <>
      <h1>Mails</h1>
      <ActionBoard>
        <Sheet>
          <Stack>
            <Switch
              label="Which mails"
              value={status}
              onChange={(chosen) =>
                void navigate({ to: CONSOLE_PATHS.emails, search: chosen === 'queued' ? { status: chosen } : {} })
              }
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
