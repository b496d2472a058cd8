import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type DisputeReply, listDisputes } from '../../../../contract/operator/disputes.ts';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import { formatUsd } from '../../../../domain/money.ts';
import { pagesOf } from '../../../app/paged-list.tsx';
import { Sheet, Stack } from '../../../ui/sheet.tsx';
import { Entry } from '../parts/entry.tsx';
import { Pages } from '../parts/pages.tsx';
import { Switch } from '../parts/switch.tsx';
import { momentInWords } from '../parts/words.ts';

const route = getRouteApi('/signed-in/operator/disputes');

const STATES = [
  ['respond', 'Needs a response'],
  ['review', 'Under review'],
  ['closed', 'Closed'],
] as const;

const EMPTY = {
  respond: 'No dispute needs a response.',
  review: 'No dispute is under review.',
  closed: 'No dispute has been decided yet.',
} as const;

export function DisputesPage() {
  const { state = 'respond' } = route.useSearch();
  const navigate = useNavigate();
  return (
    <>
      <h1>Disputes</h1>
      <Sheet title="Disputes">
        <Stack>
          <Switch
            label="Which disputes"
            value={state}
            choices={STATES}
            onChange={(chosen) =>
              void navigate({ to: CONSOLE_PATHS.disputes, search: chosen === 'respond' ? {} : { state: chosen } })
            }
          />
          <Pages
            key={state}
            query={pagesOf(listDisputes, { query: { state } })}
            label="Fetching the disputes"
            empty={EMPTY[state]}
          >
            {(dispute) => <DisputeEntry {...dispute} />}
          </Pages>
        </Stack>
      </Sheet>
    </>
  );
}

function DisputeEntry({ id, amountCents, owner, name, reasonInWords, statusInWords, dueBy, status }: DisputeReply) {
  const isDue = status.endsWith('needs_response') && dueBy !== null;
  return (
    <Entry
      title={
        <Link to={CONSOLE_PATHS.dispute} search={{ dispute: id }}>
          {`${formatUsd(amountCents)}, ${name ?? owner}`}
        </Link>
      }
      notes={[reasonInWords]}
      mark={isDue ? `Respond by ${momentInWords(dueBy)}` : statusInWords}
    />
  );
}
