import { useQuery } from '@tanstack/react-query';
import { type FailedPayment, getRecovered, listFailedPayments } from '../../../../contract/operator/failed-payments.ts';
import { formatUsd } from '../../../../domain/money.ts';
import { PagedList, pagesOf } from '../../../app/paged-list.tsx';
import { queryOf } from '../../../app/queries.ts';
import { ActionBoard } from '../parts/action-button.tsx';
import { FileLink } from '../parts/entry.tsx';
import { type Column, ListTable } from '../parts/list-table.tsx';
import { SaveCsv } from '../parts/save-csv.tsx';
import { counted, shortDayOf, shortMoment } from '../parts/words.ts';
import { PaymentButtons } from './payment-buttons.tsx';

const COLUMNS: readonly Column<FailedPayment>[] = [
  {
    name: 'Name',
    title: ({ name }) => name ?? '',
    cell: ({ id, name }) => <FileLink subscription={id}>{name ?? 'No name'}</FileLink>,
  },
  { name: 'Email', title: ({ email }) => email, cell: ({ email }) => email },
  { name: 'Overdue', cell: overdueInWords },
  { name: 'Reason', wraps: true, title: ({ reason }) => reason, cell: ({ reason }) => reason },
  { name: 'Attempts', cell: ({ attempts }) => attempts ?? '' },
  { name: 'Next attempt', cell: ({ nextAttemptAt }) => (nextAttemptAt === null ? 'None' : shortDayOf(nextAttemptAt)) },
  { name: 'Since', cell: ({ failingSince }) => shortDayOf(failingSince) },
  { name: 'Link sent', cell: ({ linkSentAt }) => (linkSentAt === null ? '' : shortMoment(linkSentAt)) },
  { name: 'Actions', cell: (payment) => <PaymentButtons payment={payment} /> },
];

/** Only monthly plans are charged again, so the plan isn’t shown. */
function overdueInWords({ amountCents, isGift }: FailedPayment): string {
  return [...(amountCents === null ? [] : [formatUsd(amountCents)]), ...(isGift ? ['gift'] : [])].join(', ');
}

export function FailedPaymentsPage() {
  const query = pagesOf(listFailedPayments);
  return (
    <ActionBoard>
      <h1>Failed payments</h1>
      <Sums />
      <PagedList query={query} label="Fetching the failed payments" empty="No payment is failing." more="Show more">
        {(payments) => (
          <div>
            <ListTable label="Failed payments" columns={COLUMNS} items={payments} />
            <SaveCsv queryKey={query.queryKey} about="the failed payments" />
          </div>
        )}
      </PagedList>
    </ActionBoard>
  );
}

const MONTH = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long', year: 'numeric' });

function Sums() {
  const { data } = useQuery(queryOf(getRecovered));
  if (data === undefined) return <p> </p>;
  const { failing, failingCents, recovered, recoveredCents, month } = data;
  return (
    <p>
      {`${counted(failing, 'payment')} of ${formatUsd(failingCents)} ${failing === 1 ? 'is' : 'are'} overdue. `}
      {`Recovered in ${MONTH.format(new Date(month))}: ${formatUsd(recoveredCents)} of ${counted(recovered, 'payment')}.`}
    </p>
  );
}
