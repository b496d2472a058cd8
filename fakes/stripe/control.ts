import type Stripe from 'stripe';
import { z } from 'zod';
import { authenticateIntent } from './billing/collection.ts';
import { passTime } from './billing/passing-time.ts';
import { browserScript } from './browser-script.ts';
import { edit } from './dashboard/edit.ts';
import { invalidRequest, resourceMissing, StripeFailure } from './http/failure.ts';
import { fault, type Faults } from './http/faults.ts';
import { decodeForm } from './http/form.ts';
import type { ControlRequest, PlainAnswer } from './http/server.ts';
import type { Bank } from './payments/bank.ts';
import { changeDispute, dispute } from './payments/charges.ts';
import { nowOf } from './payments/payment-intents.ts';
import { authenticateSetupIntent } from './payments/setup-intents.ts';
import { settleRefund } from './resources/charges.ts';
import { intent } from './resources/payment-intents.ts';
import { closeReview, openReview, review, warnOfFraud } from './resources/radar.ts';
import { updateByNetwork } from './resources/payment-methods.ts';
import { setupIntent } from './resources/setup-intents.ts';
import { idOf, OWN_CLOCK } from './state/store.ts';
import { viewer } from './viewer.ts';
import { resend } from './webhooks.ts';
import type { World } from './world.ts';

interface Machinery {
  world: World;
  faults: Faults;
  bank: Bank;
}

interface Context extends Machinery {
  id: string;
  given: unknown;
}

interface Action {
  line: RegExp;
  run(context: Context): unknown;
}

const challengeAnswer = z.strictObject({ client_secret: z.string(), outcome: z.enum(['complete', 'fail']) });
const advance = z.strictObject({ advance: z.coerce.number().int().positive() });
const delay = z.strictObject({ answers_after_ms: z.coerce.number().int().min(0).max(60_000) });
const opening = z.strictObject({ status: z.enum(['needs_response', 'warning_needs_response']).optional() });
const change = z.strictObject({
  status: z.enum(['needs_response', 'under_review', 'won', 'lost', 'warning_under_review', 'warning_closed']),
});
const closing = z.strictObject({
  reason: z.enum(['approved', 'refunded', 'refunded_as_fraud', 'disputed', 'canceled', 'acknowledged']),
});
const fate = z.strictObject({ status: z.enum(['pending', 'succeeded', 'failed']) });
const newExpiry = z.strictObject({
  exp_month: z.coerce.number().int().min(1).max(12),
  exp_year: z.coerce.number().int().min(2000).max(2100),
});
const nothing = z.strictObject({});
const DONE = { done: true };

/** Controls of the sandbox itself, which Stripe does not have. */
const ACTIONS: readonly Action[] = [
  { line: /^POST 3ds\/(\w+)$/, run: answerChallenge },
  { line: /^POST clock$/, run: ({ world, given }) => advanceOwnClock(world, advance.parse(given).advance) },
  { line: /^GET clock$/, run: ({ world }) => ({ now: world.now() }) },
  { line: /^POST reset$/, run: reset },
  {
    line: /^POST fail$/,
    run({ faults, given }) {
      faults.plan(fault.parse(given));
      return DONE;
    },
  },
  {
    line: /^DELETE fail$/,
    run({ faults }) {
      faults.clear();
      return DONE;
    },
  },
  {
    line: /^POST bank$/,
    run({ bank, given }) {
      bank.answersAfterMs = delay.parse(given).answers_after_ms;
      return DONE;
    },
  },
  { line: /^GET events$/, run: ({ world }) => world.db.events.newestFirst() },
  { line: /^POST events\/(evt_\w+)\/resend$/, run: ({ world, id }) => resend(world, id) },
  {
    line: /^POST (?:subscriptions|customers|invoices|charges|reviews)\/(\w+)\/edit$/,
    run: ({ world, id, given }) => edit(world, id, given),
  },
  { line: /^POST charges\/(ch_\w+)\/dispute$/, run: openDispute },
  { line: /^POST charges\/(ch_\w+)\/early_fraud_warning$/, run: issueWarning },
  { line: /^POST charges\/(ch_\w+)\/review$/, run: beginReview },
  { line: /^POST reviews\/(prv_\w+)$/, run: endReview },
  { line: /^POST disputes\/(dp_\w+)$/, run: moveDispute },
  { line: /^POST refunds\/(re_\w+)$/, run: decideRefund },
  { line: /^POST payment_methods\/(pm_\w+)\/renew$/, run: renewCard },
];

export async function control(machinery: Machinery, request: ControlRequest): Promise<PlainAnswer> {
  const { world } = machinery;
  const line = `${request.method} ${request.path.replace(/^\/_sandbox\/?/, '')}`;
  if (line === 'GET stripe.js') {
    return { status: 200, type: 'text/javascript; charset=utf-8', body: await browserScript() };
  }
  if (line === 'GET ') return { status: 200, type: 'text/html; charset=utf-8', body: await viewer(world) };
  for (const action of ACTIONS) {
    const [matched, id = ''] = action.line.exec(line) ?? [];
    if (matched === undefined) continue;
    const run = () => action.run({ ...machinery, id, given: parse(request.body) });
    const answer = attempt(() => world.store.transaction(run));
    await world.store.commit();
    return request.fromPage && answer.status === 200 ? BACK_TO_VIEWER : answer;
  }
  return json(404, { error: { message: `The sandbox has no ${line}.` } });
}

const BACK_TO_VIEWER: PlainAnswer = { status: 303, type: 'text/plain', body: '', location: '/_sandbox/' };

/** JSON from tests, a form from pages. @throws StripeFailure 400 */
function parse(body: string): unknown {
  if (body.startsWith('{')) return parseJson(body);
  const { key: _publishable, ...form } = decodeForm(body);
  return form;
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw invalidRequest('The body begins like JSON and is none.');
  }
}

function attempt(work: () => unknown): PlainAnswer {
  try {
    return json(200, work());
  } catch (error) {
    if (error instanceof StripeFailure) return json(error.status, { error: error.body });
    if (error instanceof z.ZodError) return json(400, { error: { message: z.prettifyError(error) } });
    throw error;
  }
}

function json(status: number, body: unknown): PlainAnswer {
  return { status, type: 'application/json', body: JSON.stringify(body) };
}

function answerChallenge({ world, id, given }: Context): unknown {
  const { client_secret, outcome } = challengeAnswer.parse(given);
  const succeeded = outcome === 'complete';
  if (id.startsWith('seti_')) authenticateSetupIntent(world, setupIntent(world, id, client_secret), succeeded);
  else authenticateIntent(world, intent(world, id, client_secret), succeeded);
  return DONE;
}

function advanceOwnClock(world: World, seconds: number): { now: number } {
  passTime(world, world.now() + seconds);
  const ahead = world.db.clock.get(OWN_CLOCK)?.seconds ?? 0;
  world.db.clock.put({ id: OWN_CLOCK, seconds: ahead + seconds });
  return { now: world.now() };
}

function reset({ world, faults, given }: Context): unknown {
  nothing.parse(given);
  for (const table of Object.values(world.db)) table.clear();
  faults.clear();
  return DONE;
}

function openDispute({ world, id, given }: Context): unknown {
  const { status } = opening.parse(given);
  const charge = paidCharge(world, id);
  return dispute(world, charge, nowOf(world, idOf(charge.customer)), status);
}

function moveDispute({ world, id, given }: Context): unknown {
  const open = world.db.disputes.get(id);
  if (!open) throw resourceMissing('dispute', id);
  return changeDispute(world, open, change.parse(given).status);
}

function issueWarning({ world, id, given }: Context): unknown {
  nothing.parse(given);
  const charge = paidCharge(world, id);
  return warnOfFraud(world, charge, nowOf(world, idOf(charge.customer)));
}

function beginReview({ world, id, given }: Context): unknown {
  nothing.parse(given);
  const charge = paidCharge(world, id);
  return openReview(world, charge, nowOf(world, idOf(charge.customer)));
}

function endReview({ world, id, given }: Context): unknown {
  return closeReview(world, review(world, id), closing.parse(given).reason);
}

function paidCharge(world: World, id: string): Stripe.Charge {
  const charge = world.db.charges.get(id);
  if (!charge?.paid) throw resourceMissing('charge', id);
  return charge;
}

function decideRefund({ world, id, given }: Context): unknown {
  const made = world.db.refunds.get(id);
  if (!made) throw resourceMissing('refund', id);
  return settleRefund(world, made, fate.parse(given).status);
}

function renewCard({ world, id, given }: Context): unknown {
  const method = world.db.paymentMethods.get(id);
  if (!method) throw resourceMissing('PaymentMethod', id);
  return updateByNetwork(world, method, newExpiry.parse(given));
}
