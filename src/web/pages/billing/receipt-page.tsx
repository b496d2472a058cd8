import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { getReceipt, type ReceiptReply } from '../../../contract/billing.ts';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import { cardInWords } from '../../../domain/card.ts';
import { type CalendarDate, formatDate } from '../../../domain/calendar-date.ts';
import { amountInWords, NOTHING_CHARGED } from '../../../domain/charge-words.ts';
import { formatUsd } from '../../../domain/money.ts';
import { Fetched } from '../../app/fetched.tsx';
import { AppBackLink } from '../../app/links.tsx';
import { queryOf } from '../../app/queries.ts';
import { Button } from '../../ui/button.tsx';
import { type Definition, DefinitionList } from '../../ui/definition-list.tsx';
import { Sheet, Stack } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Exact } from '../../ui/text.tsx';
import { INVOICE_STATUS_WORDS, paperOf } from './invoices.tsx';
import styles from './receipt-page.module.css';

const route = getRouteApi('/signed-in/account/receipt');

export function ReceiptPage() {
  const { invoice } = route.useRouteContext();
  const query = queryOf(getReceipt, { params: { id: invoice } });
  const known = useQuery(query).data;
  return (
    <>
      <h1 className={styles.screenOnly}>{known ? paperOf(known) : 'Receipt'}</h1>
      <p className={styles.screenOnly}>
        <AppBackLink to={APP_PATHS.accountBilling}>Back to Billing</AppBackLink>
      </p>
      <Fetched query={query} pending={<ReceiptToCome />} failureTitle="We couldn’t load this receipt.">
        {(receipt) => <Receipt receipt={receipt} />}
      </Fetched>
    </>
  );
}

function ReceiptToCome() {
  return (
    <Sheet>
      <Skeleton label="Loading the receipt" lines={8} />
    </Sheet>
  );
}

function Receipt({ receipt }: { readonly receipt: ReceiptReply }) {
  return (
    <Sheet title="The Dead Letter Club" kicker={`${paperOf(receipt)} ${receipt.number}`} aside={<PrintButton />}>
      <Stack>
        <DefinitionList items={[...dates(receipt), ...parties(receipt)]} />
        <DefinitionList layout="ledger" items={lines(receipt)} />
        <DefinitionList layout="ledger" items={sums(receipt)} />
        <p className={styles.small}>Prices are in US dollars and include applicable taxes.</p>
      </Stack>
    </Sheet>
  );
}

function PrintButton() {
  return (
    <span className={styles.screenOnly}>
      <Button variant="secondary" onClick={() => print()}>
        Print
      </Button>
    </span>
  );
}

function dates({ issuedAt, paidAt, totalCents, status, card }: ReceiptReply): readonly (Definition | null)[] {
  const settled = totalCents === 0 ? NOTHING_CHARGED : INVOICE_STATUS_WORDS[status];
  return [
    { term: 'Issued', detail: formatDate(new Date(issuedAt)) },
    paidAt === null || totalCents === 0
      ? { term: 'Status', detail: settled }
      : { term: 'Paid', detail: formatDate(new Date(paidAt)) },
    card && { term: 'Paid with', detail: cardInWords(card) },
  ];
}

function parties({ buyer, seller }: ReceiptReply): readonly Definition[] {
  return [
    { term: 'Billed to', detail: <Lines of={[buyer.name, ...buyer.addressLines, buyer.email]} /> },
    { term: 'From', detail: <Lines of={[...seller.lines, seller.website, seller.email]} /> },
  ];
}

function Lines({ of }: { readonly of: readonly (string | null)[] }) {
  const present = of.filter((line) => line !== null);
  return present.map((line) => (
    <span key={line} className={styles.line}>
      <Exact>{line}</Exact>
    </span>
  ));
}

function lines({ lines: bought }: ReceiptReply): readonly Definition[] {
  return bought.map(({ description, from, until, cents }) => ({
    term: `${description}, ${formatDate(from as CalendarDate)} to ${formatDate(until as CalendarDate)}`,
    detail: formatUsd(cents),
  }));
}

function sums({ status, subtotalCents, discountCents, totalCents, paidCents, refunds }: ReceiptReply) {
  const hasDiscount = discountCents > 0;
  const isPaid = status === 'paid';
  return [
    hasDiscount ? { term: 'Subtotal', detail: formatUsd(subtotalCents) } : null,
    hasDiscount ? { term: 'Discount', detail: formatUsd(-discountCents) } : null,
    { term: 'Total', detail: formatUsd(totalCents) },
    isPaid && paidCents !== totalCents ? { term: 'Applied balance', detail: formatUsd(paidCents - totalCents) } : null,
    { term: 'Amount paid', detail: amountInWords(paidCents) },
    ...refunds.map(({ refundedAt, cents }) => ({
      term: `Refunded on ${formatDate(new Date(refundedAt))}`,
      detail: formatUsd(-cents),
    })),
  ];
}
