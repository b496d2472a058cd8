import type Stripe from 'stripe';
import { html, raw } from 'hono/html';
import { CHARGE_EDITS, CUSTOMER_EDITS, INVOICE_EDITS, REVIEW_EDITS } from './dashboard/payments.ts';
import { SUBSCRIPTION_EDITS } from './dashboard/subscriptions.ts';
import { idOf } from './state/store.ts';
import { DAY } from './state/time.ts';
import { VIEWER_STYLE } from './viewer-style.ts';
import type { World } from './world.ts';

const SHOWN = 50;
const MONTH = 31 * DAY;

export async function viewer(world: World): Promise<string> {
  const { subscriptions, invoices, paymentIntents, customers, charges, reviews, events } = world.db;
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>Stripe sandbox</title>
        <style>
          ${raw(VIEWER_STYLE)}
        </style>
      </head>
      <body>
        <h1>Stripe sandbox</h1>
        <p>It is ${moment(world.now())} here. No money moves, whatever this page says.</p>
        <div class="clock">${clockForm('A day later', DAY)} ${clockForm('A month later', MONTH)}</div>
        ${table(
          'Subscriptions',
          ['id', 'customer', 'status', 'plan', 'period ends', 'cancels', 'edit'],
          subscriptions,
          (row) => subscriptionCells(world, row),
        )}
        ${table('Customers', ['id', 'email', 'edit'], customers, customerCells)}
        ${table(
          'Invoices',
          ['id', 'number', 'status', 'due', 'paid', 'reason', 'created', 'edit'],
          invoices,
          invoiceCells,
        )}
        ${table('Charges', ['id', 'amount', 'refunded', 'disputed', 'created', 'edit'], charges, chargeCells)}
        ${table('Reviews', ['id', 'open', 'reason', 'created', 'edit'], reviews, reviewCells)}
        ${table('Payments', ['id', 'status', 'amount', 'error', 'created'], paymentIntents, intentCells)}
        ${table('Events', ['id', 'type', 'created', 'undelivered', 'again'], events, eventCells)}
      </body>
    </html>`;
  // Hono makes it a String object, which a response refuses.
  return page.valueOf();
}

type Cell = string | ReturnType<typeof html>;

interface Rows<R> {
  newestFirst(): R[];
}

function table<R>(title: string, heads: string[], rows: Rows<R>, cells: (row: R) => Cell[]) {
  const all = rows.newestFirst();
  const heading = html`<h2>${title} (${all.length > SHOWN ? `the last ${SHOWN} of ${all.length}` : all.length})</h2>`;
  if (all.length === 0)
    return html`${heading}
      <p class="empty">None yet.</p>`;
  return html`${heading}
    <div class="ledger" role="region" aria-label="${title}" tabindex="0">
      <table>
        <thead>
          <tr>
            ${heads.map((head) => html`<th scope="col">${head}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${all.slice(0, SHOWN).map(
            (row) =>
              html`<tr>
                ${cells(row).map((cell) => html`<td>${cell}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
}

function subscriptionCells(world: World, row: Stripe.Subscription): Cell[] {
  const [item] = row.items.data;
  const customer = world.db.customers.get(idOf(row.customer) ?? '');
  return [
    row.id,
    customer?.email ?? idOf(row.customer) ?? '',
    row.status,
    `${dollars(item?.price.unit_amount ?? 0)} a ${item?.price.recurring?.interval}`,
    moment(item?.current_period_end ?? null),
    moment(row.cancel_at),
    row.ended_at === null ? editForm(`subscriptions/${row.id}`, SUBSCRIPTION_EDITS) : '',
  ];
}

function customerCells(row: Stripe.Customer): Cell[] {
  return [row.id, row.email ?? '', editForm(`customers/${row.id}`, CUSTOMER_EDITS)];
}

function chargeCells(row: Stripe.Charge): Cell[] {
  return [
    row.id,
    dollars(row.amount),
    dollars(row.amount_refunded),
    row.disputed ? 'yes' : '',
    moment(row.created),
    row.paid ? editForm(`charges/${row.id}`, CHARGE_EDITS) : '',
  ];
}

function reviewCells(row: Stripe.Review): Cell[] {
  const close = row.open ? editForm(`reviews/${row.id}`, REVIEW_EDITS) : '';
  return [row.id, row.open ? 'yes' : '', row.reason, moment(row.created), close];
}

/** An edit as in Stripe's Dashboard, with the default of each value. */
function editForm(path: string, edits: readonly string[]) {
  return html`<form method="post" action="/_sandbox/${path}/edit">
    <select name="edit" aria-label="Edit ${path}">
      ${edits.map((edit) => html`<option value="${edit}">${edit.replaceAll('_', ' ')}</option>`)}
    </select>
    <button>Apply</button>
  </form>`;
}

function invoiceCells(row: Stripe.Invoice): Cell[] {
  return [
    row.id,
    row.number ?? '',
    row.status ?? '',
    dollars(row.amount_due),
    dollars(row.amount_paid),
    row.billing_reason ?? '',
    moment(row.created),
    row.status === 'open' || row.status === 'uncollectible' ? editForm(`invoices/${row.id}`, INVOICE_EDITS) : '',
  ];
}

function intentCells(row: Stripe.PaymentIntent): Cell[] {
  return [row.id, row.status, dollars(row.amount), row.last_payment_error?.code ?? '', moment(row.created)];
}

function eventCells(row: Stripe.EventBase): Cell[] {
  const again = html`<form method="post" action="/_sandbox/events/${row.id}/resend"><button>Send again</button></form>`;
  return [row.id, row.type, moment(row.created), String(row.pending_webhooks), again];
}

function clockForm(label: string, seconds: number) {
  return html`<form method="post" action="/_sandbox/clock">
    <input type="hidden" name="advance" value="${seconds}" /><button>${label}</button>
  </form>`;
}

function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}

function moment(seconds: number | null): string {
  return seconds === null ? '' : new Date(seconds * 1000).toISOString().replace('T', ' ').slice(0, 16);
}
