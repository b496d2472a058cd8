import { sql } from 'drizzle-orm';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import type { CommerceContext } from '../../commerce/context.ts';
import { recordSubscription } from '../../commerce/purchases/record-subscription.ts';
import { beginWithoutStripe, insertImportedCheckout } from '../../commerce/subscriptions/imported.ts';
import { findSubscriptionOf } from '../../commerce/subscriptions/queries.ts';
import { addImportedProfile } from '../../customers/profile/new-profile.ts';
import { queueInvitation } from '../../identity/admin/links.ts';
import { openAccount } from '../../identity/users/accounts.ts';
import { changeUser, lockUser } from '../../identity/users/queries.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { checkRows } from './check.ts';
import { findImport, type Import, type ImportRowRecord, listRowsIn, lockRow, setImport, setRow } from './queries.ts';
import type { ReadRow } from './read-row.ts';
import { undoRows } from './undo.ts';

/** Continues where a killed process stopped, since each row is done in its own transaction. */
export async function workAtImport(ctx: CommerceContext, importId: string): Promise<void> {
  const found = await findImport(ctx.db, importId);
  switch (found?.state) {
    case 'checking':
      return await checkRows(ctx, found);
    case 'applying':
      return await applyRows(ctx, found);
    case 'inviting':
      return await inviteRows(ctx, found);
    case 'undoing':
      return await undoRows(ctx, found);
    default:
  }
}

const BITE = 50;

async function applyRows(ctx: CommerceContext, { id }: Import): Promise<void> {
  for (;;) {
    const bite = await listRowsIn(ctx.db, id, 'ready', BITE);
    if (bite.length === 0) break;
    for (const row of bite) await importRow(ctx, row);
  }
  await setImport(ctx.db, id, { state: 'applied', appliedAt: ctx.clock.now() });
}

async function importRow(ctx: CommerceContext, ready: ImportRowRecord): Promise<void> {
  const { data } = ready;
  if (data === null) {
    await setRow(ctx.db, ready, { state: 'refused', problem: 'The dry run is too old. Start another import.' });
    return;
  }
  const isOpen = await ctx.db.transaction(async (tx) => {
    const row = await lockRow(tx, ready);
    if (row === null) return false;
    return row.userId !== null || (await openSubscriber(ctx, tx, row, data));
  });
  if (!isOpen || data.stripe === null) return;
  await recordSubscription(ctx, data.stripe.subscriptionId);
  const subscription = await findSubscriptionOf(ctx.db, data.stripe.subscriptionId);
  const done =
    subscription === null
      ? {
          state: 'refused' as const,
          problem: 'The account is open. The subscription begins when Stripe reports a payment.',
        }
      : { state: 'imported' as const, subscriptionId: subscription.id };
  await setRow(ctx.db, ready, { ...NOTHING_TYPED, ...done });
}

const NOTHING_TYPED = { name: null, email: null, data: null };

/** @returns false if an account with that address was made after the dry run */
async function openSubscriber(
  ctx: CommerceContext,
  tx: Transaction,
  row: ImportRowRecord,
  data: ReadRow,
): Promise<boolean> {
  const now = ctx.clock.now();
  const { name, email, address, planType, lettersReceived, nextCharge, stripe } = data;
  const application = { email, passwordHash: null, metadata: { full_name: name }, shippingAddress: null };
  const user = await openAccount(ctx, tx, application, { confirmed: false });
  if (user === null) {
    await setRow(tx, row, { state: 'refused', problem: 'email: an account has this address already' });
    return false;
  }
  const stripeCustomerId = stripe?.customerId ?? null;
  const profile = { userId: user.id, email, fullName: name, address, stripeCustomerId };
  const shippingAddressId = await addImportedProfile(tx, profile, now);
  const order = { userId: user.id, shippingAddressId, planType, lettersReceived, stripe };
  const checkout = await insertImportedCheckout(tx, order, now);
  if (stripe !== null || nextCharge === null) {
    await setRow(tx, row, { userId: user.id });
    return true;
  }
  const subscriptionId = await beginWithoutStripe(ctx, tx, checkout, { planType, lettersReceived, nextCharge });
  await setRow(tx, row, { ...NOTHING_TYPED, state: 'imported', userId: user.id, subscriptionId });
  return true;
}

async function inviteRows(ctx: CommerceContext, { id }: Import): Promise<void> {
  for (;;) {
    const bite = await listRowsIn(ctx.db, id, 'imported', BITE, sql`invited_at is null`);
    if (bite.length === 0) break;
    for (const row of bite) await ctx.db.transaction((tx) => inviteRow(ctx, tx, row));
  }
  await setImport(ctx.db, id, { state: 'applied' });
}

async function inviteRow(ctx: CommerceContext, tx: Transaction, imported: ImportRowRecord): Promise<void> {
  const row = await lockRow(tx, imported);
  if (row === null || row.userId === null || row.invitedAt !== null) return;
  const now = ctx.clock.now();
  const user = await lockUser(tx, row.userId);
  // A subscriber whose address is confirmed needs no invitation.
  if (user !== null && user.emailConfirmedAt === null) {
    await changeUser(tx, user.id, { invitedAt: now }, now);
    const redirectTo = `${ctx.config.siteUrl}${APP_PATHS.account}`;
    await queueInvitation(ctx, tx, user, { metadata: user.userMetadata, redirectTo }, null);
  }
  await setRow(tx, row, { invitedAt: now });
}
