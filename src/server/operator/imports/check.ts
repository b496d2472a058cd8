import { asc, eq, sql } from 'drizzle-orm';
import { CsvError, parse } from 'csv-parse/sync';
import type { Stripe } from 'stripe';
import { IMPORT_COLUMNS, type ImportColumn, REQUIRED_IMPORT_COLUMNS } from '../../../contract/operator/imports.ts';
import { newYorkDate } from '../../../domain/calendar-date.ts';
import { LETTERS_PER_MONTH } from '../../../domain/season.ts';
import type { CommerceContext } from '../../commerce/context.ts';
import { idOf, nullIfMissing } from '../../commerce/payments/stripe-client.ts';
import { monthsPaidBy } from '../../commerce/subscriptions/months-paid.ts';
import { readStripeSnapshot } from '../../commerce/subscriptions/stripe-snapshot.ts';
import { allowLongStatements } from '../../platform/db/statements.ts';
import { subscriberImportParts, subscriberImportRows } from './imports-schema.ts';
import { type Import, type ImportRowRecord, listRowsIn, lockImport, setImport, setRow } from './queries.ts';
import { type Cells, type ReadRow, readRow } from './read-row.ts';

const FORMAT = { bom: true, relax_column_count: true, skip_empty_lines: true, trim: true, info: true } as const;
const MOST_ROWS = 50_000;

export function headProblem(text: string): string | null {
  let head: readonly string[] = [];
  try {
    const [first] = parse(text, { ...FORMAT, to: 1 }) as unknown as { record: string[] }[];
    head = (first?.record ?? []).map(columnName);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return `The file isn’t CSV: ${error.message}`;
  }
  const missing = REQUIRED_IMPORT_COLUMNS.filter((column) => !head.includes(column));
  if (missing.length === 0) return null;
  return `The first line must name these columns too: ${missing.join(', ')}.`;
}

/** Names that the exported list of subscribers uses. */
const EXPORTED_AS: Readonly<Record<string, ImportColumn>> = {
  street: 'address_line_1',
  letters_mailed: 'letters_received',
  'next_charge_at_(utc)': 'next_charge',
};

function columnName(typed: string): string {
  const name = typed.trim().toLowerCase().replaceAll(/[ -]+/g, '_');
  return EXPORTED_AS[name] ?? name;
}

/** Reads the file into rows once, then checks them against the database and Stripe. */
export async function checkRows(ctx: CommerceContext, found: Import): Promise<void> {
  await readFile(ctx, found.id);
  for (;;) {
    const bite = await listRowsIn(ctx.db, found.id, 'unchecked', AT_ONCE);
    if (bite.length === 0) break;
    await Promise.all(bite.map((row) => checkRow(ctx, row)));
  }
  await ctx.db.transaction(async (tx) => {
    await allowLongStatements(tx);
    if ((await lockImport(tx, found.id)).state !== 'checking') return;
    for (const refusal of REFUSALS) await tx.execute(refusal(found.id));
    await setImport(tx, found.id, { state: 'checked' });
  });
}

/** Stripe’s test mode allows 25 requests a second, and each row takes two. */
const AT_ONCE = 8;

async function readFile(ctx: CommerceContext, id: string): Promise<void> {
  const today = newYorkDate(ctx.clock.now());
  await ctx.db.transaction(async (tx) => {
    await allowLongStatements(tx);
    await lockImport(tx, id);
    const isOfImport = eq(subscriberImportParts.importId, id);
    const parts = await tx
      .select()
      .from(subscriberImportParts)
      .where(isOfImport)
      .orderBy(asc(subscriberImportParts.part));
    if (parts.length === 0) return;
    const read = readLines(parts.map(({ text }) => text).join(''));
    await tx.delete(subscriberImportParts).where(isOfImport);
    if (typeof read === 'string') return await setImport(tx, id, { state: 'failed', problem: read });
    const lines = read.map(({ line, cells }) => {
      const { data, problem } = readRow(cells, today);
      const state = problem !== null ? 'refused' : data?.stripe ? 'unchecked' : 'ready';
      const typed = { name: (cells.name ?? '').slice(0, 200), email: (cells.email ?? '').slice(0, 300) };
      return { importId: id, line, state, problem, data, ...typed } as const;
    });
    for (let from = 0; from < lines.length; from += 500) {
      await tx.insert(subscriberImportRows).values(lines.slice(from, from + 500));
    }
  });
}

function readLines(text: string): string | { readonly line: number; readonly cells: Cells }[] {
  let records: { record: string[]; info: { lines: number } }[];
  try {
    records = parse(text, FORMAT) as unknown as typeof records;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return `The file isn’t CSV: ${error.message}`;
  }
  const [head, ...rest] = records;
  if (rest.length === 0) return 'The file has no rows below its head.';
  if (rest.length > MOST_ROWS) return `The file has more than ${MOST_ROWS} rows. Import it in several files.`;
  const names = (head?.record ?? []).map(columnName);
  const columns = IMPORT_COLUMNS.map((column) => [column, names.indexOf(column)] as const);
  return rest.map(({ record, info: { lines } }) => ({
    line: lines,
    cells: Object.fromEntries(columns.map(([column, at]) => [column, (record[at] ?? '').replaceAll('\u0000', '')])),
  }));
}

async function checkRow(ctx: CommerceContext, row: ImportRowRecord): Promise<void> {
  const { data } = row;
  const asked = data?.stripe;
  if (!data || !asked) return await setRow(ctx.db, row, { state: 'ready' });
  const { problem, paymentMethodId } = await askStripeAbout(ctx, data, asked);
  const stripe = { ...asked, paymentMethodId };
  await setRow(ctx.db, row, { state: problem === null ? 'ready' : 'refused', problem, data: { ...data, stripe } });
}

const RUNNING: ReadonlySet<string> = new Set(['active', 'trialing', 'past_due']);

function refused(problem: string) {
  return { problem: `stripe_subscription_id: ${problem}`, paymentMethodId: '' };
}

async function askStripeAbout(
  ctx: CommerceContext,
  { planType, lettersReceived }: ReadRow,
  { customerId, subscriptionId }: NonNullable<ReadRow['stripe']>,
): Promise<{ readonly problem: string | null; readonly paymentMethodId: string }> {
  const snapshot = await readStripeSnapshot(ctx, subscriptionId);
  if (snapshot === null) return refused('Stripe doesn’t know this subscription');
  const { subscription, status, invoices } = snapshot;
  if (idOf(subscription.customer) !== customerId) return refused('it belongs to another customer at Stripe');
  if (!RUNNING.has(status)) return refused(`it’s ${status} at Stripe`);
  const interval = subscription.items.data[0]?.price.recurring?.interval;
  if ((interval === 'year') !== (planType === 'annual')) return refused(`Stripe charges it each ${interval ?? 'time'}`);
  const months = monthsPaidBy(invoices);
  if (months === 0) return refused('Stripe has no paid invoice of it');
  if (lettersReceived > LETTERS_PER_MONTH * months) {
    return refused(`its paid invoices cover ${LETTERS_PER_MONTH * months} letters, fewer than were received`);
  }
  return { problem: null, paymentMethodId: (await defaultCard(ctx, subscription)) ?? '' };
}

async function defaultCard(
  ctx: CommerceContext,
  { default_payment_method: own, customer }: Stripe.Subscription,
): Promise<string | null> {
  if (own !== null) return idOf(own);
  const found = await nullIfMissing(ctx.stripe.customers.retrieve(idOf(customer) ?? ''));
  return found === null || found.deleted ? null : idOf(found.invoice_settings.default_payment_method);
}

type Refusal = (importId: string) => ReturnType<typeof sql>;

/** Of several equal rows, only the first is imported. */
const repeated =
  (key: string, problem: string): Refusal =>
  (id) =>
    sql`
    update subscriber_import_rows r set state = 'refused', problem = ${problem} || same.first_line
    from (
      select line, min(line) over (partition by ${sql.raw(key)}) as first_line from subscriber_import_rows
      where import_id = ${id} and state = 'ready' and ${sql.raw(key)} is not null) same
    where r.import_id = ${id} and r.line = same.line and same.line > same.first_line and r.state = 'ready'`;

const known =
  (found: string, problem: string): Refusal =>
  (id) =>
    sql`
    update subscriber_import_rows r set state = 'refused', problem = ${problem}
    where r.import_id = ${id} and r.state = 'ready' and exists (${sql.raw(found)})`;

const EMAIL = `data ->> 'email'`;
const CUSTOMER = `data -> 'stripe' ->> 'customerId'`;
const SUBSCRIPTION = `data -> 'stripe' ->> 'subscriptionId'`;

const REFUSALS: readonly Refusal[] = [
  repeated(EMAIL, 'email: the same as in line '),
  repeated(SUBSCRIPTION, 'stripe_subscription_id: the same as in line '),
  repeated(CUSTOMER, 'stripe_customer_id: the same as in line '),
  known(`select 1 from auth.users u where lower(u.email) = r.${EMAIL}`, 'email: an account has this address already'),
  known(
    `select 1 from checkouts c where c.stripe_subscription_id = r.${SUBSCRIPTION}`,
    'stripe_subscription_id: this shop has this subscription already',
  ),
  known(
    `select 1 from user_profiles p where p.stripe_customer_id = r.${CUSTOMER}`,
    'stripe_customer_id: an account has this customer already',
  ),
];
