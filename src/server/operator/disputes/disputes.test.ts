import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { hireOperator } from '../../../../test/builders/operators.ts';
import { terminalOf } from '../../../../test/clients/terminal.ts';
import type { Shopper } from '../../../../test/clients/shopper.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { extractText, getDocumentProxy } from 'unpdf';
import { API } from '../../../contract/api.ts';
import { OPERATOR_API as CONSOLE } from '../../../contract/operator/api.ts';
import { SUPPORT_REFUND_LIMIT_CENTS } from '../../../contract/operator/roles.ts';
import { disputes } from '../../commerce/billing-schema.ts';
import { closeDispute } from '../../commerce/disputes/accept-dispute.ts';
import { eraseExplanations } from '../../commerce/disputes/desk-queries.ts';
import { sendEvidence } from '../../commerce/disputes/submit-evidence.ts';
import { disputeResponses } from '../../commerce/disputes-schema.ts';
import { operatorLog } from '../../platform/schema.ts';

const shop = await startShop();
const { db } = shop.ctx;
let clerk: Shopper;
let other: Shopper;

beforeAll(async () => {
  clerk = await hireOperator(shop);
  other = await hireOperator(shop);
});

async function control(path: string, body: object = {}): Promise<void> {
  const answer = await fetch(`${shop.sandbox.url}/_sandbox/${path}`, { method: 'POST', body: JSON.stringify(body) });
  expect(answer.status).toBe(200);
  await shop.sandbox.webhooksDelivered();
}

async function disputed(): Promise<{ user: Shopper; id: string }> {
  const user = await shop.signUp();
  const { customerId } = await user.buy();
  await shop.sandbox.webhooksDelivered();
  const charge = (await shop.stripe.charges.list({ customer: customerId })).data[0]?.id ?? '';
  await control(`charges/${charge}/dispute`);
  return { user, id: (await shop.stripe.disputes.list({ limit: 1 })).data[0]?.id ?? '' };
}

const body = { explanation: 'All letters were mailed.' };
const logOf = (id: string) =>
  db
    .select()
    .from(operatorLog)
    .where(eq(operatorLog.subject, `dispute:${id}`));

test('a dispute has its due date, its reason in words and its evidence, also as one PDF, and is found by customer or amount', async () => {
  const { user, id } = await disputed();
  const { items } = await clerk.call(CONSOLE.listDisputes);
  expect(items.find((item) => item.id === id)).toMatchObject({
    owner: user.email,
    amountCents: 1500,
    reasonInWords: 'The customer says that someone else made the payment',
    statusInWords: 'needs a response',
    dueBy: expect.any(String) as string,
  });
  for (const q of [user.email, '$15.00']) {
    const { items: found } = await clerk.call(CONSOLE.listDisputes, { query: { q } });
    expect(found.map((item) => item.id)).toEqual([id]);
    expect(await clerk.call(CONSOLE.countDisputes, { query: { q } })).toEqual({ count: 1, amountCents: 1500 });
  }
  expect((await clerk.call(CONSOLE.listDisputes, { query: { q: '16' } })).items).toEqual([]);
  expect(await clerk.call(CONSOLE.countDisputes, { query: { state: 'closed' } })).toEqual({ count: 0, amountCents: 0 });
  const detail = await clerk.call(CONSOLE.getDispute, { params: { id } });
  expect(detail).toMatchObject({
    canSubmit: true,
    canAccept: true,
    explanation: null,
    payment: { number: expect.any(String) as string, amountCents: 1500, paidAt: expect.any(String) as string },
  });
  const { pdfBase64, fileName } = await clerk.call(CONSOLE.printDisputeEvidence, { params: { id } });
  const pdf = await getDocumentProxy(new Uint8Array(Buffer.from(pdfBase64, 'base64')));
  const { text } = await extractText(pdf, { mergePages: true });
  expect(fileName).toBe(`evidence-${id}.pdf`);
  for (const words of [
    id,
    user.email,
    'Terms agreed to',
    'To cancel',
    '$15.00, paid',
    'Letters mailed',
    'Account activity',
  ])
    expect(text).toContain(words);
  expect(await terminalOf(shop)('list-disputes')).toContain(id);
});

test('the evidence is submitted to Stripe once, however many press at once, and all others are told', async () => {
  const { user, id } = await disputed();
  const press = (who: Shopper) => who.call(CONSOLE.submitDisputeEvidence, { params: { id }, body });
  const presses = await Promise.allSettled([press(clerk), press(other), press(clerk)]);
  const refused = presses
    .filter(({ status }) => status === 'rejected')
    .map((press) => (press as PromiseRejectedResult).reason as object);
  expect(refused).toHaveLength(2);
  for (const reason of refused) expect(reason).toMatchObject({ code: 'wrong_state' });
  const sent = await shop.stripe.disputes.retrieve(id);
  expect(sent).toMatchObject({
    status: 'under_review',
    evidence: { customer_email_address: user.email, uncategorized_file: expect.stringMatching(/^file_/) as string },
    evidence_details: { submission_count: 1 },
  });
  expect(sent.evidence.uncategorized_text).toContain(body.explanation);
  expect(await clerk.call(CONSOLE.getDispute, { params: { id } })).toMatchObject({
    status: 'under_review',
    canSubmit: false,
    canAccept: false,
    accepted: false,
    explanation: body.explanation,
    submittedAt: expect.any(String) as string,
  });
  expect(await logOf(id)).toHaveLength(1);
});

test('after a lost answer the job submits the same evidence, and Stripe has it once', async () => {
  const { id } = await disputed();
  await control('fail', { match: `POST /v1/disputes/${id}`, when: 'after', status: 'drop', times: 3 });
  await clerk.call(CONSOLE.submitDisputeEvidence, { params: { id }, body });
  await sendEvidence(shop.ctx, id);
  const [response] = await db.select().from(disputeResponses).where(eq(disputeResponses.stripeDisputeId, id));
  expect(response).toMatchObject({ evidence: null, submittedAt: expect.any(Date) as Date });
  expect((await shop.stripe.disputes.retrieve(id)).evidence_details.submission_count).toBe(1);
});

test('a dispute that is answered in Stripe, decided or past due takes no evidence', async () => {
  const { id } = await disputed();
  const submit = () => clerk.call(CONSOLE.submitDisputeEvidence, { params: { id }, body });
  await db
    .update(disputes)
    .set({ dueBy: new Date(0) })
    .where(eq(disputes.stripeDisputeId, id));
  await expect(submit()).rejects.toMatchObject({ status: 409, code: 'wrong_state' });
  await control(`disputes/${id}`, { status: 'lost' });
  await expect(submit()).rejects.toMatchObject({ code: 'wrong_state' });
  expect(await logOf(id)).toEqual([]);
  const none = clerk.call(CONSOLE.submitDisputeEvidence, { params: { id: 'dp_none' }, body });
  await expect(none).rejects.toMatchObject({ status: 404 });
});

const accepting = { note: 'The card was stolen.' };

test('a dispute is accepted at Stripe once, however many press at once, and the subscription ends', async () => {
  const { user, id } = await disputed();
  const press = (who: Shopper) => who.call(CONSOLE.acceptDispute, { params: { id }, body: accepting });
  const presses = await Promise.allSettled([press(clerk), press(other), press(clerk)]);
  expect(presses.filter(({ status }) => status === 'rejected')).toHaveLength(2);
  expect((await shop.stripe.disputes.retrieve(id)).status).toBe('lost');
  const detail = await clerk.call(CONSOLE.getDispute, { params: { id } });
  expect(detail).toMatchObject({ status: 'lost', accepted: true, canSubmit: false, canAccept: false });
  expect(await logOf(id)).toMatchObject([{ action: 'dispute_accepted', detail: accepting }]);
  expect((await user.call(API.getAccount)).subscriptions).toMatchObject([{ status: 'cancelled' }]);
  const evidence = clerk.call(CONSOLE.submitDisputeEvidence, { params: { id }, body });
  await expect(evidence).rejects.toMatchObject({
    message: expect.stringMatching(/has accepted the dispute/) as string,
  });
});

test('after a lost answer the job accepts the same dispute, and evidence is never submitted for it', async () => {
  const { id } = await disputed();
  await control('fail', { match: `POST /v1/disputes/${id}/close`, when: 'after', status: 'drop', times: 3 });
  const { submittedAt } = await clerk.call(CONSOLE.acceptDispute, { params: { id }, body: accepting });
  expect(submittedAt).toBeNull();
  await sendEvidence(shop.ctx, id);
  await closeDispute(shop.ctx, id);
  const after = await clerk.call(CONSOLE.getDispute, { params: { id } });
  expect(after).toMatchObject({ status: 'lost', accepted: true, submittedAt: expect.any(String) as string });
  expect((await shop.stripe.disputes.retrieve(id)).evidence_details.submission_count).toBe(0);
});

test('a dispute that Stripe does not have is refused in words, and takes a response later', async () => {
  const { id } = await disputed();
  await db.update(disputes).set({ stripeDisputeId: 'dp_gone' }).where(eq(disputes.stripeDisputeId, id));
  const params = { id: 'dp_gone' };
  const refused = {
    status: 409,
    code: 'wrong_state',
    message: expect.stringMatching(/^Stripe doesn’t know this dispute \(dp_gone\)/) as string,
  };
  await expect(clerk.call(CONSOLE.submitDisputeEvidence, { params, body })).rejects.toMatchObject(refused);
  await expect(clerk.call(CONSOLE.acceptDispute, { params, body: accepting })).rejects.toMatchObject(refused);
  expect(await db.select().from(disputeResponses).where(eq(disputeResponses.stripeDisputeId, 'dp_gone'))).toEqual([]);
});

test('an inquiry isn’t accepted, and support accepts no more than it may refund', async () => {
  const { id } = await disputed();
  const accept = (who: Shopper) => who.call(CONSOLE.acceptDispute, { params: { id }, body: accepting });
  await db.update(disputes).set({ status: 'warning_needs_response' }).where(eq(disputes.stripeDisputeId, id));
  await expect(accept(clerk)).rejects.toMatchObject({ status: 409, code: 'wrong_state' });
  const more = SUPPORT_REFUND_LIMIT_CENTS + 1;
  await db
    .update(disputes)
    .set({ status: 'needs_response', amountCents: more })
    .where(eq(disputes.stripeDisputeId, id));
  await expect(accept(await hireOperator(shop, 'support'))).rejects.toMatchObject({ status: 403 });
  expect(await logOf(id)).toEqual([]);
});

test('erasing the account deletes what an operator wrote about its dispute, which its export has', async () => {
  const { user, id } = await disputed();
  await clerk.call(CONSOLE.submitDisputeEvidence, { params: { id }, body });
  expect((await user.call(API.getOwnData)).disputes).toMatchObject([{ ourWords: body.explanation }]);
  const written = () => db.select().from(disputeResponses).where(eq(disputeResponses.stripeDisputeId, id));
  await db.transaction((tx) => eraseExplanations(tx, user.userId));
  expect(await written()).toMatchObject([{ explanation: null, operator: clerk.email }]);
});

test('only an operator can see or answer a dispute', async () => {
  const { user, id } = await disputed();
  const stranger = user.call(CONSOLE.submitDisputeEvidence, { params: { id }, body });
  await expect(stranger).rejects.toMatchObject({ status: 404 });
  await expect(user.call(CONSOLE.listDisputes)).rejects.toMatchObject({ status: 404 });
  const anonymous = await fetch(`${shop.siteUrl}/api/operator/disputes/${id}/submit`, { method: 'POST' });
  expect(anonymous.status).toBe(404);
});
