import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { getSubscription } from '../../../../contract/operator/subscribers.ts';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import { formatUsd } from '../../../../domain/money.ts';
import { queryOf } from '../../../app/queries.ts';
import { Notice } from '../../../ui/notice.tsx';
import { overdueInWords } from './overdue-words.ts';

/** What needs an operator, before everything else on the customer’s page. */
export function Urgent({ subscription }: { readonly subscription: string }) {
  const { data } = useQuery(queryOf(getSubscription, { params: { id: subscription } }));
  if (data === undefined) return null;
  const { openDispute, stripe } = data;
  const overdue = stripe === null ? null : overdueInWords(stripe);
  return (
    <>
      {overdue !== null && <Notice tone="warning" title="A payment is overdue">{`${overdue}.`}</Notice>}
      {openDispute !== null && (
        <Notice tone="warning" title="A payment is disputed">
          <p>
            <Link to={CONSOLE_PATHS.dispute} search={{ dispute: openDispute.id }}>
              {`Open the dispute over ${formatUsd(openDispute.amountCents)}`}
            </Link>
          </p>
        </Notice>
      )}
    </>
  );
}
