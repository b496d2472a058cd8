import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type FailedPayment, getRecovered, listFailedPayments } from '../../../../contract/operator/failed-payments.ts';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import { formatUsd } from '../../../../domain/money.ts';
import { shortDeclineReason } from '../../../../domain/operator-decline-words.ts';
import { pagesOf } from '../../../app/paged-list.tsx';
import { queryOf } from '../../../app/queries.ts';
import { ActionBoard } from '../parts/action-button.tsx';
import { FileLink } from '../parts/entry.tsx';
import { askedOf, type FilterField, type ListSearch } from '../parts/filter-form.tsx';
import { ListPage } from '../parts/list-page.tsx';
import type { Column } from '../parts/list-table.tsx';
import { counted, shortDayOf, shortMoment } from '../parts/words.ts';
import { PaymentButtons } from './payment-buttons.tsx';

const route = getRouteApi('/signed-in/operator/failed-payments');

const FIELDS: readonly FilterField[] = [{ name: 'q', label: 'Name or email', width: 18, longest: 100 }];

const COLUMNS: readonly Column<FailedPayment>[] = [
  {
    name: 'Name',
    title: ({ name }) => name ?? '',
    cell: ({ id, name }) => <FileLink subscription={id}>{name ?? 'No name'}</FileLink>,
  },
  { name: 'Email', whole: true, cell: ({ email }) => email },
  { name: 'Overdue', cell: overdueInWords },
  { name: 'Since', cell: ({ failingSince }) => shortDayOf(failingSince) },
  { name: 'Reason', title: ({ reason }) => reason, cell: ({ declineCode }) => shortDeclineReason(declineCode) },
  { name: 'Attempts', title: attemptsInWords, cell: ({ attempts, retries }) => summed(attempts, retries) },
  { name: 'Next', cell: ({ nextAttemptAt }) => (nextAttemptAt === null ? 'none' : shortDayOf(nextAttemptAt)) },
  { name: 'Last action', whole: true, title: allActions, cell: lastAction },
  { name: 'Actions', cell: (payment) => <PaymentButtons payment={payment} /> },
];

/** For example '1 + 2' if Stripe attempted the charge once and operators twice. */
function summed(attempts: number | null, retries: number): string {
  return retries === 0 ? String(attempts ?? '') : `${attempts ?? 0} + ${retries}`;
}

function attemptsInWords({ attempts, retries }: FailedPayment): string {
  return `${counted(attempts ?? 0, 'attempt')} by Stripe, ${counted(retries, 'retry', 'retries')} by operators`;
}

const OUTCOME_WORDS = {
  paid: 'Paid',
  declined: 'Declined',
  action_required: 'To be confirmed',
  nothing_due: 'Nothing due',
} as const satisfies Record<NonNullable<FailedPayment['retryOutcome']>, string>;

type InWords = (instant: string) => string;

/** What operators did, newest first. */
function actionsOf({ retriedAt, retryOutcome, linkSentAt }: FailedPayment, inWords: InWords): string[] {
  const actions = [
    ...(retriedAt === null || retryOutcome === null ? [] : [{ at: retriedAt, words: OUTCOME_WORDS[retryOutcome] }]),
    ...(linkSentAt === null ? [] : [{ at: linkSentAt, words: 'Link sent' }]),
  ];
  return actions
    .toSorted((one, other) => other.at.localeCompare(one.at))
    .map(({ at, words }) => `${words} ${inWords(at)}`);
}

function allActions(payment: FailedPayment): string {
  return actionsOf(payment, shortMoment).join('; ');
}

function lastAction(payment: FailedPayment): string {
  return actionsOf(payment, shortDayOf)[0] ?? '';
}

/** Only monthly plans are charged again, so the plan isn’t shown. */
function overdueInWords({ amountCents, isGift }: FailedPayment): string {
  return [...(amountCents === null ? [] : [formatUsd(amountCents)]), ...(isGift ? ['gift'] : [])].join(', ');
}

export function FailedPaymentsPage() {
  const search = askedOf(route.useSearch());
  return (
    <ActionBoard>
      <ListPage
        title="Failed payments"
        count={<Sums search={search} />}
        items="failed payments"
        path={CONSOLE_PATHS.failedPayments}
        fields={FIELDS}
        columns={COLUMNS}
        search={search}
        query={pagesOf(listFailedPayments, { query: search })}
      />
    </ActionBoard>
  );
}

const MONTH = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long', year: 'numeric' });

function Sums({ search }: { readonly search: ListSearch }) {
  const { data } = useQuery(queryOf(getRecovered, { query: search }));
  if (data === undefined) return <output> </output>;
  const { failing, failingCents, recovered, recoveredCents, month } = data;
  return (
    <output>
      {`${counted(failing, 'payment')} of ${formatUsd(failingCents)} ${failing === 1 ? 'is' : 'are'} overdue. `}
      {`Recovered in ${MONTH.format(new Date(month))}: ${formatUsd(recoveredCents)} of ${counted(recovered, 'payment')}.`}
    </output>
  );
}
