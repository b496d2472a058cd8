import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  getSubscription,
  listSubscriptionDisputes,
  listSubscriptionInvoices,
  releaseLetters,
  type SubscriptionDetail,
} from '../../../../contract/operator/subscribers.ts';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import { seasonInProse } from '../../../../../seasons/shelf.ts';
import { GUARANTEE_DAYS } from '../../../../domain/guarantee.ts';
import { lettersFromTo } from '../../../../domain/letters-in-words.ts';
import { formatUsd } from '../../../../domain/money.ts';
import { PLANS } from '../../../../domain/plans.ts';
import { LETTERS_PER_SEASON } from '../../../../domain/season.ts';
import { call } from '../../../app/api.ts';
import { pagesOf } from '../../../app/paged-list.tsx';
import { queryOf } from '../../../app/queries.ts';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { Sheet, Stack } from '../../../ui/sheet.tsx';
import { AddressLines, Entry } from '../parts/entry.tsx';
import { Pages } from '../parts/pages.tsx';
import { QuestionWithNote } from '../parts/question-with-note.tsx';
import { StripeLink } from '../parts/stripe-link.tsx';
import { DisputeEntry } from './dispute-entry.tsx';
import { giftFacts } from './gift-facts.ts';
import { isCharged } from './is-charged.ts';
import { Invoice } from './invoice-entry.tsx';
import { Letters } from './letters.tsx';
import { SubscriptionActions } from './subscription-actions.tsx';
import styles from '../parts/console.module.css';
import { dayInWords, eventInWords, instantInWords, momentInWords, plainWords, weekdayInWords } from '../parts/words.ts';

interface DetailProps {
  readonly detail: SubscriptionDetail;
}

export function SubscriptionSheet({ detail }: DetailProps) {
  return (
    <Sheet title={titleOf(detail)} titleId="subscription">
      <Stack>
        <DefinitionList layout="figures" items={mainFactsOf(detail)} />
        <SubscriptionActions detail={detail} />
        {detail.warnings.length > 0 && <Warnings detail={detail} />}
        <DefinitionList items={factsOf(detail)} />
      </Stack>
    </Sheet>
  );
}

export function LettersAndMoney({ id }: { readonly id: string }) {
  const params = { id };
  const { data: detail } = useQuery(queryOf(getSubscription, { params }));
  if (detail === undefined) return null;
  return (
    <>
      <Letters detail={detail} />
      <Sheet title="Money" titleId="money">
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
                {(dispute) => <DisputeEntry {...dispute} />}
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

function mainFactsOf(detail: SubscriptionDetail) {
  const { summary, stripeSubscriptionId } = detail;
  return [
    {
      term: 'Status',
      detail: `${plainWords(summary.word)}${stripeSubscriptionId === null ? ', not charged here' : ''}`,
    },
    { term: 'Letters mailed', detail: `${summary.lettersMailed} of ${LETTERS_PER_SEASON}` },
    paidFor(detail),
    ...chargesOf(detail),
    { term: 'Next letter', detail: nextLetterInWords(detail), wide: true },
  ];
}

function factsOf(detail: SubscriptionDetail) {
  const { summary, stripeSubscriptionId, address, elsewhere } = detail;
  return [
    { term: 'Letters began', detail: dayInWords(summary.serviceStart) },
    ...giftFacts(detail),
    { term: 'Letters go to', detail: <AddressLines lines={address} /> },
    ...elsewhere.map((own) => ({
      term: `But ${lettersFromTo(own.fromLetter, own.toLetter)} to`,
      detail: <AddressLines lines={own.address} />,
    })),
    { term: 'Mailing', detail: <Mailing detail={detail} /> },
    detail.printed.length === 0 ? null : { term: 'Printed, not handed over', detail: detail.printed.join(', ') },
    stripeSubscriptionId !== null
      ? { term: `${GUARANTEE_DAYS}-day guarantee`, detail: guaranteeInWords(detail) }
      : null,
    { term: 'In Stripe', detail: <AtStripe detail={detail} /> },
  ];
}

function paidFor({ paidUntil, paidElsewhereUntil }: SubscriptionDetail) {
  if (paidElsewhereUntil !== null) return { term: 'Paid elsewhere until', detail: dayInWords(paidElsewhereUntil) };
  return { term: 'Paid until', detail: paidUntil === null ? 'Nothing is paid' : dayInWords(paidUntil) };
}

function AtStripe({ detail: { stripeSubscriptionId, stripe } }: DetailProps) {
  if (stripeSubscriptionId === null) return 'No';
  return (
    <>
      <StripeLink id={stripeSubscriptionId} />
      {stripe === null
        ? ', not read yet'
        : `, ${stripe.rawStatus}, period ends ${instantInWords(stripe.currentPeriodEnd)}`}
    </>
  );
}

function chargesOf(detail: SubscriptionDetail) {
  const { stripe } = detail;
  const next = stripe?.nextChargeCents ?? null;
  const overdue = stripe?.overdueCents ?? null;
  return [
    stripe === null || next === null || !isCharged(detail)
      ? null
      : { term: 'Next charge', detail: `${formatUsd(next)}, ${instantInWords(stripe.currentPeriodEnd)}` },
    overdue === null ? null : { term: 'Overdue', detail: formatUsd(overdue) },
  ];
}

function nextLetterInWords({ nextLetter, disputeHeldAt }: SubscriptionDetail): string {
  if (nextLetter === null) return disputeHeldAt === null ? 'None is left' : 'No date while the letters are held';
  const { letter, handOver, freezesAt, isPaid } = nextLetter;
  const { earliest, latest } = handOver;
  const day = earliest === latest ? weekdayInWords(earliest) : `${dayInWords(earliest)} to ${dayInWords(latest)}`;
  const seal = freezesAt === null ? 'Its address is sealed.' : `Its address freezes ${momentInWords(freezesAt)}.`;
  return `Letter ${letter}, mailed ${day}${isPaid ? '' : ', if its month is paid'}. ${seal}`;
}

function Mailing({ detail }: DetailProps) {
  const { refundRequestedAt, disputeLostAt, disputeHeldAt, openDispute, warnings, hold } = detail;
  if (refundRequestedAt !== null) return 'Ended with the refund';
  if (disputeLostAt !== null) return `Ended with the dispute lost on ${instantInWords(disputeLostAt)}`;
  if (disputeHeldAt === null)
    return hold === null ? 'As planned' : `On hold from letter ${hold.fromLetter} until ${dayInWords(hold.resumeOn)}`;
  const held = `Held since ${instantInWords(disputeHeldAt)}`;
  if (openDispute === null)
    return `${held}, ${warnings.length > 0 ? 'because Stripe warned about a payment' : 'because the account is deleted'}`;
  return (
    <>
      {`${held}, until the `}
      <Link to={CONSOLE_PATHS.dispute} search={{ dispute: openDispute.id }}>
        {`dispute over ${formatUsd(openDispute.amountCents)}`}
      </Link>
      {' is decided'}
    </>
  );
}

function guaranteeInWords({ refundRequestedAt, guarantee: { open, lastDay } }: SubscriptionDetail): string {
  if (refundRequestedAt !== null)
    return `No longer open: the subscription was ended on ${instantInWords(refundRequestedAt)}`;
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
