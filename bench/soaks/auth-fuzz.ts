import { startGoogle } from '../../fakes/google/google.ts';
import { inShape, type Judged } from '../../test/load/fuzz/doors.ts';
import { fuzz } from '../../test/load/fuzz/fuzz.ts';
import { IDENTITY_CALLS, identityDoor, type Stage } from '../../test/load/fuzz/identity-doors.ts';
import type { RawAnswer } from '../../test/load/fuzz/raw-request.ts';
import type { Door } from '../../test/load/fuzz/requests.ts';
import { inParallel, upTo } from '../../test/load/in-parallel.ts';
import { openBeside } from '../../test/server/beside.ts';
import { sum } from '../statistics.ts';
import { secondsSince, type Soak, type SoakOptions } from './soak.ts';

const GOOGLE = { clientId: 'the-club', clientSecret: 'hush' };
const CALLS_AT_ONCE = 6;
/** After so many requests a call gets a fresh user with a session, a factor and links. */
const REQUESTS_PER_USER = 100;

export const authFuzz: Soak = {
  name: 'auth-fuzz',
  proves:
    'Generated requests to each call of the identity server get a success, a redirect to us or Google, or a clear 4xx',
  fullSize: 10_000,
  smallSize: 10,
  settings: { AUTH_MAIL_GAP_SECONDS: '0' },
  async run(shop, options) {
    const google = await startGoogle({ port: 0, ...GOOGLE, redirectUris: [`${shop.siteUrl}/auth/v1/callback`] });
    const settings = {
      google: { ...GOOGLE, issuer: google.url },
      auth: { ...shop.ctx.config.auth, autoconfirm: false },
    };
    const server = await openBeside(shop, settings);
    try {
      const calls = Object.keys(IDENTITY_CALLS);
      const answered = await inParallel(calls, CALLS_AT_ONCE, (name) => fuzzCall({ shop, server }, name, options));
      return `${sum(answered)} requests to ${calls.length} calls`;
    } finally {
      await server.close();
      await google.close();
    }
  },
};

async function fuzzCall(stage: Stage, name: string, { size, seed, report }: SoakOptions): Promise<number> {
  const began = performance.now();
  const statuses: Record<string, number> = {};
  for (const turn of upTo(Math.ceil(size / REQUESTS_PER_USER))) {
    const count = Math.min(REQUESTS_PER_USER, size - turn * REQUESTS_PER_USER);
    const judged = judgedInTurn(await identityDoor(stage, name), turn);
    const answered = await fuzz(stage.server.siteUrl, judged, { count, seed: seed + turn });
    for (const [status, times] of Object.entries(answered)) statuses[status] = (statuses[status] ?? 0) + times;
  }
  report(`${name}: ${JSON.stringify(statuses)} in ${secondsSince(began)}`);
  return sum(Object.values(statuses));
}

/** Every other turn asks for the newer of the two error shapes (rules/auth-wire 9). */
function judgedInTurn(door: Door, turn: number): Judged {
  const { door: called, judge } = inShape(door, turn % 2 === 1 ? 'new' : 'old');
  return {
    door: called,
    judge(request, answer) {
      if (/node_modules|\n +at /.test(answer.text)) throw new Error('The answer holds a stack.');
      if (answer.status >= 300 && answer.status < 400) assertLocalRedirect(answer);
      else judge(request, answer);
    },
  };
}

function assertLocalRedirect({ headers }: RawAnswer): void {
  const { protocol, hostname } = new URL(String(headers['location']));
  if (protocol !== 'http:' || hostname !== '127.0.0.1') throw new Error(`It leads to ${hostname}.`);
}
