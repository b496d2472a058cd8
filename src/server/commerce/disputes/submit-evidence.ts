import { and, eq, isNull } from 'drizzle-orm';
import { formatUsd } from '../../../domain/money.ts';
import { type OperatorAct, writeOperatorLog } from '../../platform/operator-log.ts';
import type { Db } from '../../platform/db/database.ts';
import { findRow } from '../../platform/db/find-row.ts';
import { ApiError, orNotFound } from '../../platform/api-error.ts';
import { disputes } from '../billing-schema.ts';
import type { CommerceContext } from '../context.ts';
import { disputeResponses, type EvidenceFields } from '../disputes-schema.ts';
import { askStripe, isRefusal, nullIfMissing } from '../payments/stripe-client.ts';
import { recordDispute } from './record-dispute.ts';

export const JOB_DELAY_SECONDS = 30;

interface Evidence {
  readonly fields: EvidenceFields;
  readonly explanation: string;
  readonly pdf: Buffer;
}

export async function submitEvidence(
  ctx: CommerceContext,
  id: string,
  makeEvidence: () => Promise<Evidence>,
  act: OperatorAct,
): Promise<void> {
  await requireAnswerable(ctx.db, id, ctx.clock.now());
  const { fields, explanation, pdf } = await makeEvidence();
  const file = { data: pdf, name: `evidence-${id}.pdf`, type: 'application/pdf' };
  const { id: stripeFileId } = await askStripe(ctx.stripe.files.create({ purpose: 'dispute_evidence', file }));
  await ctx.db.transaction(async (tx) => {
    const now = ctx.clock.now();
    const { subscriptionId, amountCents } = await requireAnswerable(tx, id, now, 'update');
    const { operator } = act;
    await tx.insert(disputeResponses).values({
      stripeDisputeId: id,
      subscriptionId,
      stripeFileId,
      evidence: fields,
      explanation,
      operator,
      askedAt: now,
    });
    const detail = { dispute: id, amount: formatUsd(amountCents) };
    const entry = {
      ...act,
      action: 'dispute_evidence_submitted' as const,
      subject: `dispute:${id}`,
      subscriptionId,
      detail,
    };
    await writeOperatorLog(tx, entry, now);
    await ctx.jobs.enqueue(tx, 'submit-evidence', { stripeDisputeId: id }, { afterSeconds: JOB_DELAY_SECONDS });
  });
  await sendEvidence(ctx, id).catch(leftToJob(ctx, id));
}

export async function requireAnswerable(db: Db, id: string, now: Date, lock?: 'update') {
  const dispute = orNotFound(await findRow(db, disputes, eq(disputes.stripeDisputeId, id), lock), 'dispute');
  const made = await findRow(db, disputeResponses, eq(disputeResponses.stripeDisputeId, id));
  if (made !== null) {
    const done = made.stripeFileId === null ? 'accepted the dispute' : 'submitted the evidence';
    throw new ApiError('wrong_state', `${made.operator} has ${done} already.`);
  }
  if (!isAnswerable(dispute, now)) {
    throw new ApiError(
      'wrong_state',
      'This dispute does not take a response: it is answered, decided or past its due date.',
    );
  }
  return dispute;
}

type Dispute = Pick<typeof disputes.$inferSelect, 'status' | 'dueBy'>;

export function isAnswerable({ status, dueBy }: Dispute, now: Date): boolean {
  return status.endsWith('needs_response') && (dueBy === null || dueBy > now);
}

export function leftToJob({ log }: CommerceContext, id: string) {
  return (error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'payments_unavailable') throw error;
    log.warn({ err: error, dispute: id }, 'Stripe has not answered a response to a dispute; a job repeats it');
  };
}

/**
 * Can be repeated: each submission has its own idempotency key.
 * @throws ApiError payments_unavailable, wrong_state
 */
export async function sendEvidence(ctx: CommerceContext, id: string): Promise<void> {
  const response = await findRow(ctx.db, disputeResponses, eq(disputeResponses.stripeDisputeId, id));
  if (response === null || response.submittedAt !== null || response.stripeFileId === null) return;
  const evidence = { ...response.evidence, uncategorized_file: response.stripeFileId };
  const idempotencyKey = `dispute-evidence:${id}:${response.stripeFileId}`;
  try {
    await askStripe(ctx.stripe.disputes.update(id, { evidence, submit: true }, { idempotencyKey }));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const dispute = await nullIfMissing(ctx.stripe.disputes.retrieve(id));
    if (dispute === null || dispute.evidence_details.submission_count === 0) {
      await ctx.db.delete(disputeResponses).where(isUnsent(id));
      throw new ApiError('wrong_state', `Stripe refuses the evidence: ${error.message}`);
    }
  }
  await ctx.db.update(disputeResponses).set({ submittedAt: ctx.clock.now(), evidence: null }).where(isUnsent(id));
  await recordDispute(ctx, id);
}

export function isUnsent(id: string) {
  return and(eq(disputeResponses.stripeDisputeId, id), isNull(disputeResponses.submittedAt));
}
