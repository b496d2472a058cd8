import { startGoogle } from '../../fakes/google/google.ts';
import { fuzz } from '../../test/load/fuzz/fuzz.ts';
import { IDENTITY_CALLS, identityDoor, type Stage } from '../../test/load/fuzz/identity-doors.ts';
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
    // Every other turn asks for the newer of the two error shapes (rules/auth-wire 9).
    const door = await identityDoor(stage, name, turn % 2 === 1 ? 'new' : 'old');
    const answered = await fuzz(stage.server.siteUrl, door, { count, seed: seed + turn });
    for (const [status, times] of Object.entries(answered)) statuses[status] = (statuses[status] ?? 0) + times;
  }
  report(`${name}: ${JSON.stringify(statuses)} in ${secondsSince(began)}`);
  return sum(Object.values(statuses));
}
