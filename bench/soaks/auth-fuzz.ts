import { startGoogle } from '../../fakes/google/google.ts';
import { openBeside } from '../../test/server/beside.ts';
import { judgeNewShape, judgeOldShape, type Judged, MODERN } from '../../test/load/fuzz/doors.ts';
import { fuzz } from '../../test/load/fuzz/fuzz.ts';
import {
  ADMIN_CALLS,
  IDENTITY_CALLS,
  type IdentityCall,
  identityDoor,
  type Stage,
} from '../../test/load/fuzz/identity-doors.ts';
import type { RawAnswer } from '../../test/load/fuzz/raw-request.ts';
import type { Door } from '../../test/load/fuzz/requests.ts';
import { inParallel, upTo } from '../../test/load/in-parallel.ts';
import type { Soak, SoakOptions } from '../soak.ts';

const GOOGLE = { clientId: 'the-club', clientSecret: 'hush' };
const CALLS_AT_ONCE = 6;
/** Then the door gets another person, with a session, a factor and links to which nothing has happened yet. */
const REQUESTS_PER_USER = 100;

/**
 * `count` generated requests to each call of the identity server, Google's and the operators' included, in both error shapes by turns: a
 * success, a redirect to us or to Google, or a clear 4xx; never a failure of ours and never a stack.
 */
export const authFuzz: Soak = {
  fullCount: 10_000,
  settings: { AUTH_MAIL_GAP_SECONDS: '0' },
  async run(shop, options) {
    const google = await startGoogle({ port: 0, ...GOOGLE, redirectUris: [`${shop.siteUrl}/auth/v1/callback`] });
    const { auth } = shop.ctx.config;
    const settings = { google: { ...GOOGLE, issuer: google.url }, auth: { ...auth, autoconfirm: false } };
    const server = await openBeside(shop, settings);
    try {
      const calls = [...IDENTITY_CALLS, ...ADMIN_CALLS];
      await inParallel(calls, CALLS_AT_ONCE, (call) => fuzzCall({ shop, server }, call, options));
    } finally {
      await server.close();
      await google.close();
    }
  },
};

async function fuzzCall(stage: Stage, call: IdentityCall, { count, seed }: SoakOptions): Promise<void> {
  const began = performance.now();
  const statuses: Record<string, number> = {};
  for (const turn of upTo(Math.ceil(count / REQUESTS_PER_USER))) {
    const size = Math.min(REQUESTS_PER_USER, count - turn * REQUESTS_PER_USER);
    const judged = judgedInTurn(await identityDoor(stage, call), turn);
    const answered = await fuzz(stage.server.siteUrl, judged, { count: size, seed: seed + turn });
    for (const [status, times] of Object.entries(answered)) statuses[status] = (statuses[status] ?? 0) + times;
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${call.name}: ${JSON.stringify(statuses)} in ${seconds} s`);
}

/** Every other person speaks the newer of the two error shapes (rules/auth-wire 9). */
function judgedInTurn(door: Door, turn: number): Judged {
  const isModern = turn % 2 === 1;
  return {
    door: isModern ? { ...door, headers: { ...door.headers, ...MODERN } } : door,
    judge(request, answer) {
      if (/node_modules|\n +at /.test(answer.text)) throw new Error('The answer tells where it failed.');
      if (answer.status >= 300 && answer.status < 400) refuseAstray(answer);
      else if (isModern) judgeNewShape(request, answer);
      else judgeOldShape(request, answer);
    },
  };
}

/** We and the stand-in live on one host. */
function refuseAstray({ headers }: RawAnswer): void {
  const { protocol, hostname } = new URL(String(headers['location']));
  if (protocol !== 'http:' || hostname !== '127.0.0.1') throw new Error(`It leads to ${hostname}.`);
}
