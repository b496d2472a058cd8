import { eq, type SQL, sql } from 'drizzle-orm';
import { disputes } from '../../commerce/billing-schema.ts';
import { subscriptions } from '../../commerce/schema.ts';
import type { DisputeDetail, DisputeReply } from '../../../contract/operator/disputes.ts';
import { disputeReason, disputeState } from '../../../domain/operator-dispute-words.ts';
import type { CommerceContext } from '../../commerce/context.ts';
import { type DisputeRow, findDispute, listDisputePage, sumDisputes } from '../../commerce/disputes/desk-queries.ts';
import { acceptDispute, isAcceptable } from '../../commerce/disputes/accept-dispute.ts';
import { isAnswerable, submitEvidence } from '../../commerce/disputes/submit-evidence.ts';
import { refuseUnknownDispute } from '../../commerce/refuse-unknown.ts';
import { setReport } from '../../commerce/gifts/certificate-press.ts';
import { requireRefundWithin } from '../../identity/operators/roles.ts';
import { orNotFound } from '../../platform/api-error.ts';
import type { OperatorHandlers } from '../calls/operator-call.ts';
import { decodeCursor, encodeCursor, pageOf, QUERY_LIMIT } from '../calls/paging.ts';
import { customersNamed, centsIn } from '../calls/searched-customers.ts';
import { evidenceOf } from './evidence.ts';

const STRIPE_ID = /^[\w-]+$/;

export const disputeHandlers = {
  async listDisputes({ ctx: { db }, query: { state, q, after } }) {
    const rows = await listDisputePage(db, { state, which: isAsked(q) }, decodeCursor(after, STRIPE_ID), QUERY_LIMIT);
    return pageOf(rows, presentDispute, ({ dispute: { dueBy, createdAt, stripeDisputeId: id } }) =>
      encodeCursor({ at: state === 'respond' ? (dueBy ?? createdAt) : createdAt, id }),
    );
  },

  async countDisputes({ ctx: { db }, query: { state, q } }) {
    return await sumDisputes(db, { state, which: isAsked(q) });
  },

  async getDispute({ ctx, params: { id } }) {
    return await detailOf(ctx, id);
  },

  async printDisputeEvidence({ ctx, params: { id } }) {
    const row = orNotFound(await findDispute(ctx.db, id), 'dispute');
    const { sections } = await evidenceOf(ctx, row);
    return { fileName: `evidence-${id}.pdf`, pdfBase64: (await printed(ctx, id, sections)).toString('base64') };
  },

  async submitDisputeEvidence({ ctx, params: { id }, body: { explanation }, act }) {
    await knownDispute(ctx, id);
    const make = async () => {
      const row = orNotFound(await findDispute(ctx.db, id), 'dispute');
      const { sections, fieldsWith } = await evidenceOf(ctx, row);
      return { fields: fieldsWith(explanation), explanation, pdf: await printed(ctx, id, sections) };
    };
    await submitEvidence(ctx, id, make, act);
    return await detailOf(ctx, id);
  },

  async acceptDispute({ ctx, params: { id }, body: { note }, role, act }) {
    const { dispute } = await knownDispute(ctx, id);
    requireRefundWithin(role, dispute.amountCents);
    await acceptDispute(ctx, id, { ...act, note });
    return await detailOf(ctx, id);
  },
} satisfies Partial<OperatorHandlers>;

/** @throws ApiError not_found, wrong_state */
async function knownDispute(ctx: CommerceContext, id: string): Promise<DisputeRow> {
  const row = orNotFound(await findDispute(ctx.db, id), 'dispute');
  await refuseUnknownDispute(ctx, id);
  return row;
}

function isAsked(q: string | undefined): SQL | undefined {
  if (!q) return undefined;
  const cents = centsIn(q);
  return cents === null ? sql`${subscriptions.userId} in ${customersNamed(q)}` : eq(disputes.amountCents, cents);
}

type Sections = Awaited<ReturnType<typeof evidenceOf>>['sections'];

async function printed({ clock }: CommerceContext, id: string, sections: Sections): Promise<Buffer> {
  return await setReport({ title: `The Dead Letter Club: evidence for dispute ${id}`, madeAt: clock.now(), sections });
}

async function detailOf(ctx: CommerceContext, id: string): Promise<DisputeDetail> {
  const row = orNotFound(await findDispute(ctx.db, id), 'dispute');
  const canSubmit = row.response === null && isAnswerable(row.dispute, ctx.clock.now());
  const { sections } = await evidenceOf(ctx, row);
  return {
    ...presentDispute(row),
    canSubmit,
    canAccept: canSubmit && isAcceptable(row.dispute.status),
    explanation: row.response?.explanation ?? null,
    payment: row.invoice && {
      id: row.invoice.stripeInvoiceId,
      number: row.invoice.number,
      amountCents: row.invoice.amountPaidCents,
      paidAt: row.invoice.paidAt?.toISOString() ?? null,
    },
    evidence: sections.map(({ heading, rows }) => ({ heading, rows: [...rows] })),
  };
}

function presentDispute({ dispute, profile, response }: DisputeRow): DisputeReply {
  const { stripeDisputeId: id, subscriptionId, amountCents, reason, status, dueBy, createdAt } = dispute;
  return {
    id,
    subscriptionId,
    owner: profile.email,
    name: profile.fullName,
    amountCents,
    reason,
    reasonInWords: disputeReason(reason),
    status,
    statusInWords: disputeState(status),
    dueBy: dueBy?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    submittedAt: response?.submittedAt?.toISOString() ?? null,
    operator: response?.operator ?? null,
    accepted: response !== null && response.stripeFileId === null,
  };
}
