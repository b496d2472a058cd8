import { and, asc, eq, isNull, notExists, sql } from 'drizzle-orm';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import { calendarDate } from '../../../domain/calendar-date.ts';
import { envelopeLines, storedAddress } from '../../../domain/envelope.ts';
import { fillFields } from '../../../domain/operator-email-fields.ts';
import { printableName } from '../../../emails/content.ts';
import type { CommerceContext } from '../../commerce/context.ts';
import { lockSubscription, type Subscription } from '../../commerce/subscriptions/queries.ts';
import { findAddressById } from '../../customers/addresses/queries.ts';
import { findProfile } from '../../customers/profile/queries.ts';
import { queueEmailToUser } from '../../customers/profile/queue-email-to-user.ts';
import { insertTag } from '../../customers/tags-and-notes.ts';
import { holdNextLetters } from '../../fulfilment/delivery-changes/delivery-changes.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { findRow } from '../../platform/db/find-row.ts';
import { ApiError } from '../../platform/api-error.ts';
import { emailOutbox } from '../../platform/schema.ts';
import { isSuppressed } from '../../platform/suppressions/suppressions.ts';
import { bulkActionRows, bulkActions } from './bulk-schema.ts';

type Action = typeof bulkActions.$inferSelect;

/** Handles each subscription in one transaction with its row, so that a killed or duplicate worker repeats none. */
export async function workBulkAction(ctx: CommerceContext, bulkActionId: string): Promise<void> {
  const action = await findRow(ctx.db, bulkActions, eq(bulkActions.id, bulkActionId));
  if (action === null) return;
  while (await ctx.db.transaction((tx) => workNext(ctx, tx, action)));
  const isOpen = and(eq(bulkActionRows.bulkActionId, bulkActionId), isNull(bulkActionRows.outcome));
  const open = ctx.db
    .select({ one: sql`1` })
    .from(bulkActionRows)
    .where(isOpen);
  const isDone = and(eq(bulkActions.id, bulkActionId), isNull(bulkActions.finishedAt), notExists(open));
  await ctx.db.update(bulkActions).set({ finishedAt: ctx.clock.now() }).where(isDone);
}

async function workNext(ctx: CommerceContext, tx: Transaction, action: Action): Promise<boolean> {
  const { bulkActionId, subscriptionId, outcome } = bulkActionRows;
  const [row] = await tx
    .select()
    .from(bulkActionRows)
    .where(and(eq(bulkActionId, action.id), isNull(outcome)))
    .orderBy(asc(subscriptionId))
    .limit(1)
    .for('update', { skipLocked: true });
  if (row === undefined) return false;
  const subscription = await lockSubscription(tx, row.subscriptionId);
  const reason = subscription === null ? 'There is no such subscription.' : await act(ctx, tx, action, subscription);
  await tx
    .update(bulkActionRows)
    .set(reason === null ? { outcome: 'done' } : { outcome: 'skipped', reason })
    .where(and(eq(bulkActionId, action.id), eq(subscriptionId, row.subscriptionId)));
  return true;
}

/** @returns why the subscription was skipped */
async function act(ctx: CommerceContext, tx: Transaction, action: Action, subscription: Subscription) {
  if (action.action === 'tag') return await tag(ctx, tx, action, subscription);
  if (action.action === 'email') return await email(ctx, tx, action, subscription);
  return await hold(ctx, tx, action, subscription);
}

async function tag({ clock }: CommerceContext, tx: Transaction, { input, operator }: Action, { userId }: Subscription) {
  const row = { userId, tag: input.tag ?? '', operator, createdAt: clock.now() };
  return (await insertTag(tx, row)) ? null : 'The customer has that tag.';
}

async function email(ctx: CommerceContext, tx: Transaction, { id, input }: Action, subscription: Subscription) {
  const { userId } = subscription;
  const profile = await findProfile(tx, userId);
  const dedupeKey = `bulk:${id}:${userId}`;
  if (profile === null) return 'The customer has no account.';
  if (await isSuppressed(tx, profile.email)) return 'Email to that address is suppressed.';
  if (!(await ctx.wantsEmail(tx, { userId, list: 'club' }))) return 'The customer wants no emails of the club.';
  if ((await tx.$count(emailOutbox, eq(emailOutbox.dedupeKey, dedupeKey))) > 0) return 'The customer has that email.';
  const address = await findAddressById(tx, subscription.shippingAddressId);
  const values = {
    name: printableName(profile.fullName) ?? 'reader',
    plan: subscription.planType,
    address: address === null ? '' : envelopeLines(storedAddress(address)).join(', '),
    account: `${ctx.config.siteUrl}${APP_PATHS.account}`,
  };
  const data = { subject: fillFields(input.subject ?? '', values), text: fillFields(input.text ?? '', values) };
  await queueEmailToUser(ctx, tx, userId, { kind: 'operator-message', dedupeKey, data });
  return null;
}

async function hold(ctx: CommerceContext, tx: Transaction, action: Action, { id, userId }: Subscription) {
  const { operator, operatorId, note, input } = action;
  const asked = { ctx, user: { userId }, params: { id }, act: { operator, operatorId, note } };
  try {
    // In a nested transaction, so that a refusal also rolls back a stored hold.
    await tx.transaction((inner) => holdNextLetters(asked, inner, calendarDate(input.resumeOn ?? '')));
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return Object.values(error.fields ?? {})[0] ?? error.message;
  }
}
