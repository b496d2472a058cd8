import { getEmailAlarm, listEmails } from '../../../../contract/operator/emails.ts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import { EMAIL_ADDRESS_LIMIT } from '../../../../domain/email-address.ts';
import { pagesOf } from '../../../app/paged-list.tsx';
import { queryOf } from '../../../app/queries.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Sheet, Stack } from '../../../ui/sheet.tsx';
import { ActionBoard } from '../parts/action-button.tsx';
import { askedOf, FilterForm, type FilterField } from '../parts/filter-form.tsx';
import { Pages } from '../parts/pages.tsx';
import { EmailEntry } from '../parts/email-entry.tsx';
import { Switch } from '../parts/switch.tsx';
import { alarmInWords } from './alarm-words.ts';
import { RetryAll } from './retry-all.tsx';

const route = getRouteApi('/signed-in/operator/emails');

const FIELDS: readonly FilterField[] = [
  { name: 'kind', label: 'Kind', width: 16 },
  { name: 'recipient', label: 'To', width: 24, longest: EMAIL_ADDRESS_LIMIT },
];

const EMPTY = {
  failed: 'No email has failed.',
  queued: 'No email is waiting.',
  suppressed: 'No email was held back.',
  sent: 'No such email was sent within ninety days.',
} as const;

export function EmailsPage() {
  const search = route.useSearch();
  const { status = 'failed' } = search;
  const asked = askedOf(search);
  const { status: _status, ...filter } = asked;
  const navigate = useNavigate();
  return (
    <>
      <h1>Emails</h1>
      <ActionBoard>
        <Sheet>
          <Stack>
            <Alarm />
            <Switch
              label="Which emails"
              value={status}
              onChange={(chosen) =>
                void navigate({
                  to: CONSOLE_PATHS.emails,
                  search: { ...filter, ...(chosen !== 'failed' && { status: chosen }) },
                })
              }
              choices={[
                ['failed', 'Failed'],
                ['queued', 'Waiting to leave'],
                ['suppressed', 'Address suppressed'],
                ['sent', 'Sent'],
              ]}
            />
            <FilterForm path={CONSOLE_PATHS.emails} fields={FIELDS} search={asked} />
            <Pages
              key={JSON.stringify(asked)}
              query={pagesOf(listEmails, { query: { status, ...filter } })}
              label="Fetching the emails"
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

function Alarm() {
  const { data } = useQuery(queryOf(getEmailAlarm));
  return (
    <>
      {data?.alarm && <Notice tone="warning">{alarmInWords(data.alarm)}</Notice>}
      {data !== undefined && data.retryable > 0 && (
        <div>
          <RetryAll />
        </div>
      )}
    </>
  );
}
