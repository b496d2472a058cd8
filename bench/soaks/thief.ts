import { startGoogle } from '../../fakes/google/google.ts';
import { seedDemo } from '../../src/server/operator/demonstration/seed-demonstration.ts';
import { removeDemonstration } from '../../src/server/operator/demonstration/remove-demonstration.ts';
import { openBeside } from '../../test/server/beside.ts';
import { SeededRandom } from '../../test/load/seeded-random.ts';
import type { Soak } from './soak.ts';
import { callsOf } from './thief/calls.ts';
import { UserRows } from './thief/rows.ts';
import { exhaustiveSize, sequencesOf } from './thief/sequences.ts';
import { Street } from './thief/street.ts';
import { describeThings } from './thief/things.ts';

const GOOGLE = { clientId: 'the-club', clientSecret: 'hush' };
const AT_A_TERMINAL = { operator: 'the soak', note: null } as const;

export const thief: Soak = {
  name: 'thief',
  proves:
    'Whoever holds one stolen thing reads and changes no more than it allows, whatever three calls are made, and the owner takes everything back',
  fullSize: 10_000,
  smallSize: 12,
  settings: { AUTH_MAIL_GAP_SECONDS: '0' },
  async run(shop, { size, seed, report }) {
    const redirectUris = [`${shop.siteUrl}/auth/v1/callback`];
    const now = () => shop.clock.now().getTime();
    const google = await startGoogle({ port: 0, ...GOOGLE, redirectUris, now });
    const auth = { ...shop.ctx.config.auth, autoconfirm: false };
    const server = await openBeside(shop, { google: { ...GOOGLE, issuer: google.url }, auth });
    try {
      await seedDemo(shop.ctx);
      await removeDemonstration(shop.ctx, AT_A_TERMINAL);
      for (const line of describeThings()) report(line);
      const calls = callsOf(server.ctx);
      const sequences = sequencesOf(calls, size, new SeededRandom(seed));
      const street = new Street({ shop, server }, await UserRows.open(shop.ctx.db), report);
      await street.walk(sequences);
      const isWhole = size >= exhaustiveSize(calls);
      return `${sequences.length} sequences of ${calls.length} calls, ${isWhole ? 'every' : 'sampled'} single and pair; ${street.summary()}`;
    } finally {
      await server.close();
      await google.close();
    }
  },
};
