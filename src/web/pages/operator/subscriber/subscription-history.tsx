import { listLog } from '../../../../contract/operator/desk.ts';
import {
  type DisputeLine,
  listSubscriptionDisputes,
  listSubscriptionEvents,
  listSubscriptionInvoices,
  listSubscriptionPieces,
  releaseLetters,
  type SubscriptionDetail,
} from '../../../../contract/operator/subscribers.ts';
import { listSubscriptionStripeChanges } from '../../../../contract/operator/stripe-changes.ts';
import { seasonInProse } from '../../../../../seasons/shelf.ts';
import { GUARANTEE_DAYS } from '../../../../domain/guarantee.ts';
import { lettersFromTo } from '../../../../domain/letters-in-words.ts';
import { formatUsd } from '../../../../domain/money.ts';
import { PLANS } from '../../../../domain/plans.ts';
import { LETTERS_PER_SEASON } from '../../../../domain/season.ts';
import { call } from '../../../app/api.ts';
import { pagesOf } from '../../../app/paged-list.tsx';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { Sheet, Stack } from '../../../ui/sheet.tsx';
import { AddressLines, Entry, FileLink } from '../parts/entry.tsx';
import { ActionBoard } from '../parts/action-button.tsx';
import { HistorySheet, ListSheet, Pages } from '../parts/pages.tsx';
import { LogEntry } from '../parts/log-entry.tsx';
import { QuestionWithNote } from '../parts/question-with-note.tsx';
import { StripeLink } from '../parts/stripe-link.tsx';
import { StripeChangeEntry } from '../parts/stripe-change-entry.tsx';
import { PieceEntry } from '../parts/piece-entry.tsx';
import { Invoice } from './invoice-entry.tsx';
import { SubscriptionActions } from './subscription-actions.tsx';
import styles from '../parts/console.module.css';
import { dayInWords, eventInWords, instantInWords } from '../parts/words.ts';

interface DetailProps {
  readonly detail: SubscriptionDetail;
}

export function Subscription({ detail }: DetailProps) {
  const params = { id: detail.summary.id };
  return (
    <>
      <h1>{detail.ownerName ?? detail.owner}</h1>
      <ActionBoard>
        <SubscriptionSheets detail={detail} />
        <ListSheet
          title="Letters"
          query={pagesOf(listSubscriptionPieces, { params })}
          label="Fetching the letters"
          empty="Nothing has been sealed yet."
        >
          {(piece) => <PieceEntry piece={piece} />}
        </ListSheet>
        <HistorySheet
          title="What happened to the letters"
          query={pagesOf(listSubscriptionEvents, { params })}
          empty="Nothing out of the ordinary."
        />
        <ListSheet
          title="Changed in Stripe"
          query={pagesOf(listSubscriptionStripeChanges, { params })}
          label="Fetching the changes"
          empty="Nothing was changed in Stripe."
        >
          {(change) => <StripeChangeEntry change={change} />}
        </ListSheet>
        <ListSheet
          title="What operators did"
          query={pagesOf(listLog, { query: { subscription: detail.summary.id } })}
          label="Fetching the log"
          empty="No operator has changed anything."
        >
          {(entry) => <LogEntry entry={entry} />}
        </ListSheet>
      </ActionBoard>
    </>
  );
}

export function SubscriptionSheets({ detail }: DetailProps) {
  const params = { id: detail.summary.id };
  return (
    <>
      <Sheet title={titleOf(detail)}>
        <Stack>
          <DefinitionList items={factsOf(detail)} />
          {detail.warnings.length > 0 && <Warnings detail={detail} />}
          <SubscriptionActions detail={detail} />
        </Stack>
      </Sheet>
      <Sheet title="Money">
        <Stack>
          <Pages
            query={pagesOf(listSubscriptionInvoices, { params })}
            label="Fetching the invoices"
            empty="Nothing has been charged."
          >
            {(invoice) => <Invoice {...invoice} />}
          </Pages>
          {detail.disputes > 0 && (
            <section aria-labelledby="disputes">
              <h3 id="disputes">Disputed</h3>
              <Pages
                query={pagesOf(listSubscriptionDisputes, { params })}
                label="Fetching the disputes"
                empty="Nothing has been disputed."
              >
                {(dispute) => <Dispute {...dispute} />}
              </Pages>
            </section>
          )}
        </Stack>
      </Sheet>
    </>
  );
}

function titleOf({ summary: { seasonName, planType, isGift } }: SubscriptionDetail): string {
  return `${seasonInProse(seasonName)}, ${PLANS[planType].name.toLowerCase()}${isGift ? ', a gift' : ''}`;
}

function factsOf(detail: SubscriptionDetail) {
  const { summary, stripe, address, elsewhere } = detail;
  return [
    {
      term: 'Paid for by',
      detail: <FileLink subscriber={detail.ownerId}>{detail.owner}</FileLink>,
    },
    { term: 'Status', detail: summary.word.replace('_', ' ') },
    { term: 'Letters mailed', detail: `${summary.lettersMailed} of ${LETTERS_PER_SEASON}` },
    { term: 'Paid for from', detail: dayInWords(summary.serviceStart) },
    ...chargesOf(detail),
    detail.gift && { term: 'Gift to', detail: `${detail.gift.recipientName}, ${detail.gift.recipientEmail}` },
    { term: 'Letters go to', detail: <AddressLines lines={address} /> },
    ...elsewhere.map((own) => ({
      term: `But ${lettersFromTo(own.fromLetter, own.toLetter)} to`,
      detail: <AddressLines lines={own.address} />,
    })),
    { term: 'Letters', detail: mailInWords(detail) },
    detail.printed.length === 0 ? null : { term: 'Printed, not handed over', detail: detail.printed.join(', ') },
    { term: `${GUARANTEE_DAYS}-day guarantee`, detail: guaranteeInWords(detail) },
    {
      term: 'In Stripe',
      detail: (
        <>
          <StripeLink id={detail.stripeSubscriptionId} />
          {stripe === null
            ? ', not read yet'
            : `, ${stripe.rawStatus}, period ends ${instantInWords(stripe.currentPeriodEnd)}`}
        </>
      ),
    },
    detail.hold && {
      term: `On hold from letter ${detail.hold.fromLetter}`,
      detail: `Until ${dayInWords(detail.hold.resumeOn)}`,
    },
  ];
}

function chargesOf({ summary, stripe, cancelRequestedAt }: SubscriptionDetail) {
  const { nextChargeCents: next = null, overdueCents: overdue = null } = stripe ?? {};
  const isCharged = summary.status === 'active' && summary.planType === 'monthly' && cancelRequestedAt === null;
  return [
    stripe === null || next === null || !isCharged
      ? null
      : { term: 'Next charge', detail: `${formatUsd(next)}, ${instantInWords(stripe.currentPeriodEnd)}` },
    stripe === null || overdue === null
      ? null
      : { term: 'Overdue', detail: `${formatUsd(overdue)}${nextTry(stripe.nextAttemptAt)}` },
  ];
}

function nextTry(at: string | null): string {
  return at === null ? '' : `, Stripe tries again ${instantInWords(at)}`;
}

function mailInWords({ refundRequestedAt, disputeLostAt, disputeHeldAt }: SubscriptionDetail): string {
  if (refundRequestedAt !== null) return 'Ended with the refund';
  if (disputeLostAt !== null) return `Ended with the dispute lost on ${instantInWords(disputeLostAt)}`;
  return disputeHeldAt === null ? 'Go out' : `Held since ${instantInWords(disputeHeldAt)}`;
}

function guaranteeInWords({ refundRequestedAt, guarantee: { open, lastDay } }: SubscriptionDetail): string {
  if (refundRequestedAt !== null) return `Used on ${instantInWords(refundRequestedAt)}`;
  if (lastDay === null) return 'Open; nothing has been mailed yet';
  return `${open ? 'Open until' : 'Ended on'} ${dayInWords(lastDay)}`;
}

const KINDS = { early_fraud_warning: 'early fraud warning', review: 'review' } as const;

function Warnings({ detail }: DetailProps) {
  return (
    <section aria-labelledby="warnings">
      <h3 id="warnings">Warnings from Stripe</h3>
      <ul className={styles.list}>
        {detail.warnings.map(({ id, kind, reason, status, amountCents, createdAt }) => (
          <li key={id} className={styles.entry}>
            <Entry
              title={`${formatUsd(amountCents)}, ${KINDS[kind]}, ${eventInWords(reason).toLowerCase()}`}
              notes={[<StripeLink key="stripe" id={id} />, instantInWords(createdAt)]}
              mark={eventInWords(status).toLowerCase()}
            />
          </li>
        ))}
      </ul>
      <QuestionWithNote
        label="Release letters"
        title="Release the letters?"
        yes="Release letters"
        consequence="Letters that these warnings hold go on with the next mailing. If you don’t trust the payment, refund it instead."
        mutation={(note) => call(releaseLetters, { params: { id: detail.summary.id }, body: { note } })}
        said={({ held }) => (held ? 'Released. A dispute still holds the letters.' : 'Released. The letters go on.')}
      />
    </section>
  );
}

function Dispute({ id, status, reason, amountCents, dueBy, createdAt }: DisputeLine) {
  return (
    <Entry
      title={`${formatUsd(amountCents)}, ${eventInWords(reason).toLowerCase()}`}
      notes={[
        <StripeLink key="stripe" id={id} />,
        instantInWords(createdAt),
        status.endsWith('needs_response') && dueBy !== null ? `respond in Stripe by ${instantInWords(dueBy)}` : null,
      ]}
      mark={eventInWords(status).toLowerCase()}
    />
  );
}
