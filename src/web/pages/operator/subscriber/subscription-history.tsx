import { listLog } from '../../../../contract/operator/desk.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import {
  type DisputeLine,
  type InvoiceLine,
  listSubscriptionDisputes,
  listSubscriptionEvents,
  listSubscriptionInvoices,
  listSubscriptionPieces,
  refundSubscription,
  type SubscriptionDetail,
} from '../../../../contract/operator/subscribers.ts';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import { formatUsd } from '../../../../domain/money.ts';
import { PLANS } from '../../../../domain/plans.ts';
import { call } from '../../../app/api.ts';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Sheet, Stack } from '../../../ui/sheet.tsx';
import { AddressLines, Entry } from '../parts/entry.tsx';
import { listQuery, paged } from '../parts/console-queries.ts';
import { QuestionButton } from '../parts/action-button.tsx';
import { ActionBoard } from '../parts/action-board.tsx';
import { EventList } from '../parts/event-list.tsx';
import { ListSheet, Pages } from '../parts/fetched.tsx';
import { LogEntry } from '../parts/log-entry.tsx';
import { PieceEntry } from '../parts/piece-entry.tsx';
import { dayInWords, eventInWords, instantInWords } from '../parts/words.ts';

const invoicesQuery = listQuery('subscription', 'invoices', listSubscriptionInvoices);

const disputesQuery = listQuery('subscription', 'disputes', listSubscriptionDisputes);

const subscriptionPiecesQuery = listQuery('subscription', 'pieces', listSubscriptionPieces);

const subscriptionEventsQuery = listQuery('subscription', 'events', listSubscriptionEvents);

function logOfQuery(subscription: string) {
  return paged(['log', subscription], (after, signal) => call(listLog, { query: { subscription, ...after }, signal }));
}

interface DetailProps {
  readonly detail: SubscriptionDetail;
}

export function Subscription({ detail }: DetailProps) {
  const { summary } = detail;
  return (
    <>
      <h1>{`${summary.seasonName}, ${PLANS[summary.planType].name.toLowerCase()}`}</h1>
      <ActionBoard>
        <Sheet title="Where it stands">
          <Stack>
            <DefinitionList items={factsOf(detail)} />
            {detail.guarantee.open && detail.refundRequestedAt === null && <Refund detail={detail} />}
          </Stack>
        </Sheet>
        <Sheet title="Money">
          <Stack>
            <Pages query={invoicesQuery(summary.id)} label="Fetching the invoices" empty="Nothing has been charged.">
              {(invoice) => <Invoice invoice={invoice} />}
            </Pages>
            {detail.disputes > 0 && (
              <section aria-labelledby="disputes">
                <h3 id="disputes">Disputed</h3>
                <Pages
                  query={disputesQuery(summary.id)}
                  label="Fetching the disputes"
                  empty="Nothing has been disputed."
                >
                  {(dispute) => <Dispute dispute={dispute} />}
                </Pages>
              </section>
            )}
          </Stack>
        </Sheet>
        <ListSheet
          title="Letters"
          query={subscriptionPiecesQuery(summary.id)}
          label="Fetching the letters"
          empty="Nothing has been sealed yet."
        >
          {(piece) => <PieceEntry piece={piece} />}
        </ListSheet>
        <Sheet title="What happened to them">
          <EventList query={subscriptionEventsQuery(summary.id)} empty="Nothing out of the ordinary." />
        </Sheet>
        <ListSheet
          title="What operators did"
          query={logOfQuery(summary.id)}
          label="Fetching the log"
          empty="Nobody has laid a hand on it."
        >
          {(entry) => <LogEntry entry={entry} />}
        </ListSheet>
      </ActionBoard>
    </>
  );
}

function factsOf(detail: SubscriptionDetail) {
  const { summary, stripe, guarantee, address } = detail;
  const held = detail.disputeHeldAt === null ? 'Goes out' : `Held since ${instantInWords(detail.disputeHeldAt)}`;
  return [
    {
      term: 'Paid for by',
      detail: (
        <Link to={CONSOLE_PATHS.subscriber} search={{ subscriber: detail.ownerId }}>
          {detail.owner}
        </Link>
      ),
    },
    { term: 'Status', detail: summary.status.replace('_', ' ') },
    { term: 'Paid for from', detail: dayInWords(summary.serviceStart) },
    { term: 'Letters go to', detail: <AddressLines lines={address} /> },
    { term: 'Mail', detail: detail.refundRequestedAt === null ? held : 'Ended with the refund' },
    { term: '30-day guarantee', detail: guaranteeInWords(guarantee) },
    {
      term: 'At the provider',
      detail:
        stripe === null
          ? 'Not heard of yet'
          : `${stripe.rawStatus}, period ends ${instantInWords(stripe.currentPeriodEnd)}`,
    },
    { term: 'Provider’s id', detail: detail.stripeSubscriptionId },
    ...(detail.hold === null
      ? []
      : [
          {
            term: `On hold from letter ${detail.hold.fromLetter}`,
            detail: `Until ${dayInWords(detail.hold.resumeOn)}`,
          },
        ]),
  ];
}

function guaranteeInWords({ open, lastDay }: SubscriptionDetail['guarantee']): string {
  if (lastDay === null) return 'Open; nothing has been mailed yet';
  return `${open ? 'Open until' : 'Ended on'} ${dayInWords(lastDay)}`;
}

function Refund({ detail }: DetailProps) {
  const [note, setNote] = useState('');
  return (
    <div>
      <QuestionButton
        label="Give It Back"
        title="Give this season back?"
        yes="Give It Back"
        mutation={() => call(refundSubscription, { params: { id: detail.summary.id }, body: { note } })}
        said={({ refundedCents }) => `${formatUsd(refundedCents)} given back. No charge and no letter follows.`}
      >
        <p>{`Everything paid, ${formatUsd(detail.paidCents)}, goes back in full; the subscription and all its mail end at once. This cannot be taken back.`}</p>
        <TextField
          label="Why"
          hint="Kept in the log."
          maxLength={500}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      </QuestionButton>
    </div>
  );
}

function Invoice({ invoice }: { readonly invoice: InvoiceLine }) {
  const { id, number, status, totalCents, refundedCents, createdAt } = invoice;
  return (
    <Entry
      title={formatUsd(totalCents)}
      notes={[`${number ?? id}, ${instantInWords(createdAt)}`]}
      mark={refundedCents > 0 ? `${status}, ${formatUsd(refundedCents)} given back` : status}
    />
  );
}

function Dispute({ dispute }: { readonly dispute: DisputeLine }) {
  const { id, status, reason, amountCents, createdAt } = dispute;
  return (
    <Entry
      title={`${formatUsd(amountCents)}, ${eventInWords(reason).toLowerCase()}`}
      notes={[`${id}, ${instantInWords(createdAt)}`]}
      mark={eventInWords(status).toLowerCase()}
    />
  );
}
