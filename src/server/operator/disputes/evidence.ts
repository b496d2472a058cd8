import { eq } from 'drizzle-orm';
import { seasonInProse } from '../../../../seasons/shelf.ts';
import { calendarDate, formatDate } from '../../../domain/calendar-date.ts';
import { disputeReason } from '../../../domain/operator-dispute-words.ts';
import { envelopeLines, storedAddress } from '../../../domain/envelope.ts';
import { formatUsd } from '../../../domain/money.ts';
import { PLANS } from '../../../domain/plans.ts';
import { purchaseTerms } from '../../../domain/purchase-terms.ts';
import { listOpenings } from '../../account/case-file/opened-letters.ts';
import type { CommerceContext } from '../../commerce/context.ts';
import { type DisputeRow, findOrderedAt } from '../../commerce/disputes/desk-queries.ts';
import type { EvidenceFields } from '../../commerce/disputes-schema.ts';
import { findAddressById } from '../../customers/addresses/queries.ts';
import { listScansOf, type PostScan } from '../../fulfilment/scans/list-scans.ts';
import { mailingPieces } from '../../fulfilment/schema.ts';
import { listActivity } from '../../identity/audit.ts';
import type { Db } from '../../platform/db/database.ts';
import type { ReportSection } from '../../platform/typesetting/report-pdf.ts';
import { selectPieces, type PieceRow } from '../pieces.ts';
import { listInvoicesOf } from '../subscribers/subscriber-queries.ts';
import { listSentEmails } from './sent-emails.ts';

const SHOWN = 200;
/** Shorter than Stripe's own limit of 20,000 characters. */
const LONGEST_FIELD = 10_000;

type Facts = Awaited<ReturnType<typeof readFacts>>;

async function readFacts({ db }: Pick<CommerceContext, 'db'>, row: DisputeRow) {
  const { subscription, profile } = row;
  const [address, orderedAt, invoices, pieces, scans, emails, activity, opened] = await Promise.all([
    findAddressById(db, subscription.shippingAddressId),
    findOrderedAt(db, subscription.checkoutId),
    listInvoicesOf(db, subscription.id, null),
    listPieces(db, subscription.id),
    listScansOf(db, subscription.id, SHOWN),
    listSentEmails(db, profile.email, SHOWN),
    listActivity(db, subscription.userId, SHOWN),
    listOpenings(db, subscription.userId, subscription.seasonId),
  ]);
  const lines = address === null ? [] : envelopeLines(storedAddress(address));
  return { ...row, lines, orderedAt, invoices, pieces, scans, emails, activity, opened };
}

async function listPieces(db: Db, subscriptionId: string) {
  return await selectPieces(db)
    .where(eq(mailingPieces.subscriptionId, subscriptionId))
    .orderBy(mailingPieces.letter, mailingPieces.attempt)
    .limit(SHOWN);
}

const CLOCK = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  dateStyle: 'medium',
  timeStyle: 'short',
});

function inWords(instant: Date): string {
  return `${CLOCK.format(instant)} (New York)`;
}

export async function evidenceOf(ctx: CommerceContext, row: DisputeRow) {
  const facts = await readFacts(ctx, row);
  return { sections: sectionsOf(facts), fieldsWith: (explanation: string) => fieldsOf(facts, explanation) };
}

function sectionsOf(facts: Facts): ReportSection[] {
  return [
    { heading: 'Dispute', rows: disputeRows(facts) },
    { heading: 'Customer', rows: customerRows(facts) },
    { heading: 'Terms agreed to', rows: termsRows(facts) },
    { heading: 'Invoices', rows: orNone(facts.invoices.map(invoiceRow)) },
    {
      heading: 'Letters mailed',
      rows: orNone(facts.pieces.filter(({ piece }) => piece.handedOverOn !== null).map(letterRow)),
    },
    { heading: 'Scans by the postal service', rows: orNone(facts.scans.map(scanRow)) },
    {
      heading: 'Emails sent to the customer',
      rows: orNone(
        facts.emails.map(({ kind, sentAt }) => ({
          term: sentAt === null ? '' : inWords(sentAt),
          detail: titleOf(kind),
        })),
      ),
    },
    { heading: 'Account activity', rows: orNone([...facts.opened.map(openedRow), ...facts.activity.map(activityRow)]) },
  ];
}

function orNone(rows: ReportSection['rows']): ReportSection['rows'] {
  return rows.length === 0 ? [{ term: 'None', detail: '' }] : rows;
}

function disputeRows({ dispute, invoice }: Facts): ReportSection['rows'] {
  return [
    { term: 'Dispute', detail: dispute.stripeDisputeId },
    { term: 'Amount', detail: formatUsd(dispute.amountCents) },
    { term: 'Reason', detail: disputeReason(dispute.reason) },
    { term: 'Opened', detail: inWords(dispute.createdAt) },
    ...(invoice === null ? [] : [{ term: 'Invoice', detail: invoice.number ?? invoice.stripeInvoiceId }]),
  ];
}

function customerRows({ profile, subscription, lines }: Facts): ReportSection['rows'] {
  return [
    { term: 'Name', detail: profile.fullName ?? 'Not given' },
    { term: 'Email', detail: profile.email },
    { term: 'Account since', detail: inWords(profile.createdAt) },
    { term: 'Letters go to', detail: lines.join(', ') },
    {
      term: 'Bought',
      detail: `${seasonInProse(subscription.seasonName)}, ${PLANS[subscription.planType].name.toLowerCase()}`,
    },
  ];
}

function termsRows(facts: Facts): ReportSection['rows'] {
  const { subscription, orderedAt } = facts;
  const { planType, giftId, cancelAt } = subscription;
  const terms = purchaseTerms({
    planType,
    followingText: null,
    charges: PLANS[planType].charges,
    lastChargeOn: null,
    sameDay: true,
    isGift: giftId !== null,
    card: 'the card',
  });
  const network = networkAt(facts);
  return [
    {
      term: 'Agreed',
      detail: orderedAt === null ? 'Unknown' : `${inWords(orderedAt)}, by pressing the button that pays`,
    },
    { term: 'From address', detail: network ?? 'No longer stored' },
    ...terms
      .filter(([name]) => name === 'To cancel' || name === 'Guarantee')
      .map(([term, detail]) => ({ term, detail })),
    ...(planType === 'monthly' && cancelAt !== null ? [{ term: 'Last charge', detail: inWords(cancelAt) }] : []),
  ];
}

function networkAt({ activity, orderedAt }: Facts): string | null {
  const before = activity.find(({ ip, createdAt }) => ip !== null && orderedAt !== null && createdAt <= orderedAt);
  return before?.ip ?? null;
}

type InvoiceOf = Facts['invoices'][number];

function invoiceRow({ invoice, refundedCents }: InvoiceOf): ReportSection['rows'][number] {
  const refunded = refundedCents > 0 ? `, ${formatUsd(refundedCents)} refunded` : '';
  const paid = invoice.paidAt === null ? invoice.status : `paid ${inWords(invoice.paidAt)}`;
  return {
    term: invoice.number ?? invoice.stripeInvoiceId,
    detail: `${formatUsd(invoice.totalCents)}, ${paid}${refunded}`,
  };
}

function letterRow({ piece, lastSeen }: PieceRow): ReportSection['rows'][number] {
  const { letter, attempt, handedOverOn, arrivesBy, confirmedAt, address } = piece;
  const parts = [
    handedOverOn === null ? null : `mailed ${formatDate(handedOverOn)}`,
    arrivesBy === null ? null : `due by ${formatDate(arrivesBy)}`,
    lastSeen === null
      ? null
      : `last scanned in ${lastSeen.city}, ${lastSeen.state} on ${formatDate(calendarDate(lastSeen.on))}`,
    confirmedAt === null ? null : `the customer said that it arrived on ${inWords(confirmedAt)}`,
    `to ${envelopeLines(storedAddress(address)).join(', ')}`,
  ];
  const again = attempt === 1 ? '' : `, copy ${attempt}`;
  return { term: `Letter ${letter}${again}`, detail: parts.filter((part) => part !== null).join('; ') };
}

function scanRow({ letter, at, city, state }: PostScan): ReportSection['rows'][number] {
  return { term: `Letter ${letter}`, detail: `${at}, ${[city, state].filter(Boolean).join(', ')}` };
}

function openedRow({ letter, openedAt }: Facts['opened'][number]): ReportSection['rows'][number] {
  return { term: inWords(openedAt), detail: `opened letter ${letter} in the online case file` };
}

function activityRow({ createdAt, action, ip }: Facts['activity'][number]): ReportSection['rows'][number] {
  return { term: inWords(createdAt), detail: `${plain(action)}${ip === null ? '' : `, from ${ip}`}` };
}

function titleOf(kind: string): string {
  const words = plain(kind);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function plain(name: string): string {
  return name.replaceAll(/[_-]/g, ' ');
}

function fieldsOf(facts: Facts, explanation: string): EvidenceFields {
  const { profile, lines, orderedAt, pieces, invoices, opened, activity } = facts;
  const mailed = pieces.flatMap(({ piece }) => piece.handedOverOn ?? []).toSorted();
  const log = orNone([...opened.map(openedRow), ...activity.map(activityRow)]);
  const terms = termsRows(facts).map(({ term, detail }) => `${term}: ${detail}`);
  const fields: Record<string, string | null | undefined> = {
    customer_name: profile.fullName,
    customer_email_address: profile.email,
    customer_purchase_ip: networkAt(facts),
    shipping_address: lines.join('\n'),
    shipping_date: mailed.map((day) => formatDate(day)).join(', '),
    shipping_carrier: mailed.length === 0 ? null : 'USPS',
    service_date: orderedAt === null ? null : formatDate(orderedAt),
    product_description:
      'A season of The Dead Letter Club: a mystery in printed letters that are mailed to the customer.',
    refund_policy_disclosure: terms.filter((line) => line.startsWith('Guarantee')).join('\n'),
    cancellation_policy_disclosure: terms.filter((line) => line.startsWith('To cancel')).join('\n'),
    access_activity_log: log.map(({ term, detail }) => `${term}: ${detail}`).join('\n'),
    uncategorized_text: [explanation, summaryOf(mailed.length, invoices)].filter(Boolean).join('\n\n'),
  };
  const given = Object.entries(fields).filter((pair): pair is [string, string] => Boolean(pair[1]));
  return Object.fromEntries(given.map(([name, value]) => [name, value.slice(0, LONGEST_FIELD)]));
}

function summaryOf(letters: number, invoices: Facts['invoices']): string {
  const paid = invoices.filter(({ invoice }) => invoice.status === 'paid').length;
  const counts = `${letters} ${letters === 1 ? 'envelope was' : 'envelopes were'} mailed and ${paid} ${paid === 1 ? 'invoice was' : 'invoices were'} paid.`;
  return `${counts} The attached PDF lists the terms agreed to, the invoices, each mailing date, the postal scans, the emails sent and the account activity.`;
}
