import { deepStrictEqual } from 'node:assert';
import { startGoogle } from '../../fakes/google/google.ts';
import { OPERATOR_API } from '../../src/contract/operator/api.ts';
import { hireOperator } from '../../test/builders/operators.ts';
import { gatherEvidence, ONE_MONTHLY_PURCHASE } from '../../test/load/evidence.ts';
import { apiDoors, consoleDoor } from '../../test/load/fuzz/doors.ts';
import { fuzz } from '../../test/load/fuzz/fuzz.ts';
import { authDoors, IDENTITY_CALLS, identityDoor, type Stage } from '../../test/load/fuzz/identity-doors.ts';
import { inParallel, upTo } from '../../test/load/in-parallel.ts';
import { openBeside } from '../../test/server/beside.ts';
import type { Shop } from '../../test/server/open-shop.ts';
import { sum } from '../statistics.ts';
import { secondsSince, type Soak, type SoakOptions } from './soak.ts';

const CONSOLE_CALLS_AT_ONCE = 3;
const IDENTITY_CALLS_AT_ONCE = 6;
const GOOGLE = { clientId: 'the-club', clientSecret: 'hush' };
/** After so many requests a call of identity gets a fresh user with a session, a factor and links. */
const REQUESTS_PER_USER = 100;

export const fuzzEndpoints: Soak = {
  name: 'fuzz',
  proves: 'Generated requests to every endpoint get a success or a clear 4xx, and a purchase works afterwards',
  fullSize: 5_000,
  smallSize: null,
  async run(shop, { size: count, seed, report }) {
    const endpoints = [...(await apiDoors(shop)), ...(await authDoors(shop))];
    for (const door of endpoints) {
      const began = performance.now();
      const statuses = await fuzz(shop.siteUrl, door, { count, seed });
      report(`${door.name}: ${JSON.stringify(statuses)} in ${secondsSince(began)}`);
    }
    const user = await shop.signUp();
    await user.buy();
    await shop.sandbox.webhooksDelivered();
    deepStrictEqual(await gatherEvidence(shop, user), ONE_MONTHLY_PURCHASE);
    return `${endpoints.length} endpoints, ${endpoints.length * count} requests`;
  },
};

export const authFuzz: Soak = {
  name: 'auth-fuzz',
  proves:
    'Generated requests to each call of the identity server get a success, a redirect to us or Google, or a clear 4xx',
  fullSize: 10_000,
  smallSize: null,
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
      const answered = await inParallel(calls, IDENTITY_CALLS_AT_ONCE, (name) =>
        fuzzIdentityCall({ shop, server }, name, options),
      );
      return `${sum(answered)} requests to ${calls.length} calls`;
    } finally {
      await server.close();
      await google.close();
    }
  },
};

async function fuzzIdentityCall(stage: Stage, name: string, { size, seed, report }: SoakOptions): Promise<number> {
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

export const consoleFuzz: Soak = {
  name: 'console-fuzz',
  proves: 'Generated requests to each call of the console get a success or a clear 4xx',
  fullSize: 10_000,
  smallSize: null,
  async run(shop, options) {
    const calls = Object.keys(OPERATOR_API);
    const answered = await inParallel(calls, CONSOLE_CALLS_AT_ONCE, (name) => fuzzConsoleCall(shop, name, options));
    return `${sum(answered)} requests to ${calls.length} calls`;
  },
};

/** Each call gets its own operator and subscriber, so that none breaks another's. */
async function fuzzConsoleCall(shop: Shop, name: string, { size: count, seed, report }: SoakOptions): Promise<number> {
  const began = performance.now();
  const subscriber = await shop.signUp();
  await subscriber.buy();
  const clerk = await hireOperator(shop);
  const door = await consoleDoor(name, clerk, subscriber);
  const statuses = await fuzz(shop.siteUrl, door, { count, seed });
  report(`${name}: ${JSON.stringify(statuses)} in ${secondsSince(began)}`);
  // If the operator had lost access, every answer would have been 404.
  await clerk.call(OPERATOR_API.getToday);
  return sum(Object.values(statuses));
}
