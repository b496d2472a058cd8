import { z } from 'zod';
import { authenticateIntent } from './billing/collection.ts';
import { passTime } from './billing/passing-time.ts';
import { browserScript } from './browser-script.ts';
import { fault, type Faults } from './http/faults.ts';
import { StripeFailure } from './http/failure.ts';
import { decodeForm } from './http/form.ts';
import type { PlainAnswer } from './http/server.ts';
import { intent } from './resources/payment-intents.ts';
import { OWN_CLOCK } from './state/store.ts';
import type { World } from './world.ts';

interface ControlRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  body: string;
}

interface Action {
  line: RegExp;
  run: (context: { world: World; faults: Faults; id: string; given: unknown }) => unknown;
}

const challengeAnswer = z.strictObject({ client_secret: z.string(), outcome: z.enum(['complete', 'fail']) });
const advance = z.strictObject({ advance: z.coerce.number().int().positive() });

/** What a test or a person at the controls may do to the sandbox itself. Nothing of this exists at Stripe. */
const ACTIONS: readonly Action[] = [
  {
    line: /^POST \/_sandbox\/3ds\/(pi_\w+)$/,
    run: ({ world, id, given }) => {
      const { client_secret, outcome } = challengeAnswer.parse(given);
      authenticateIntent(world, intent(world, id, client_secret), outcome === 'complete');
      return { done: true };
    },
  },
  {
    line: /^POST \/_sandbox\/clock$/,
    run: ({ world, given }) => advanceOwnClock(world, advance.parse(given).advance),
  },
  {
    line: /^POST \/_sandbox\/fail$/,
    run: ({ faults, given }) => {
      faults.plan(fault.parse(given));
      return { done: true };
    },
  },
  {
    line: /^DELETE \/_sandbox\/fail$/,
    run: ({ faults }) => {
      faults.clear();
      return { done: true };
    },
  },
];

/** Answers a request under `/_sandbox/`; when it resolves, what it did is on disk. */
export async function control(world: World, faults: Faults, request: ControlRequest): Promise<PlainAnswer> {
  if (request.method === 'GET' && request.path === '/_sandbox/stripe.js') {
    return { status: 200, type: 'text/javascript; charset=utf-8', body: await browserScript() };
  }
  for (const { line, run } of ACTIONS) {
    const [matched, id = ''] = line.exec(`${request.method} ${request.path}`) ?? [];
    if (matched === undefined) continue;
    const answer = attempt(() => world.store.transaction(() => run({ world, faults, id, given: given(request.body) })));
    await world.store.commit();
    return answer;
  }
  return json(404, { error: { message: `The sandbox has no ${request.method} ${request.path}` } });
}

/** Control requests may be JSON or a form: the browser's script sends what needs no preflight. */
function given(body: string): unknown {
  if (body.startsWith('{')) return JSON.parse(body);
  const { key: _publishable, ...form } = decodeForm(body);
  return form;
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

/** Moves "now" ahead for everything without a test clock of its own, living through all that falls due. */
function advanceOwnClock(world: World, seconds: number): { now: number } {
  const until = world.now() + seconds;
  passTime(world, until);
  const ahead = world.db.clock.get(OWN_CLOCK)?.seconds ?? 0;
  world.db.clock.put({ id: OWN_CLOCK, seconds: ahead + seconds });
  return { now: world.now() };
}
