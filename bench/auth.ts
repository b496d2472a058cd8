import { request } from 'node:http';
import { randomUUID } from 'node:crypto';
import { createUser } from '../src/server/auth/accounts.ts';
import { readConfig } from '../src/server/config.ts';
import { closeContext, openContext } from '../src/server/context.ts';
import { type Child } from '../launch/child.ts';
import { freePort } from '../launch/ports.ts';
import { Shopper } from '../test/shopper.ts';
import type { Surroundings } from '../test/surroundings.ts';
import { cpuTime, cpuTimeOfFamily } from './cpu.ts';
import { compareAnswers } from './likeness.ts';
import { median, putLoadOn, runJson } from './rounds.ts';
import type { ScratchDatabase } from './scratch-database.ts';

/** What must hold of identity, each measured against something of the same run. */
const AIMS = { signIns: 0.85, likeness: 0.55, patience: 5 };

export interface AuthBench {
  readonly around: Surroundings;
  readonly database: ScratchDatabase;
  readonly server: Child;
  /** Starts one more server with other settings. */
  readonly startServer: (settings: Readonly<Record<string, string>>) => Promise<Child>;
  readonly rounds: number;
  readonly seconds: number;
}

const PASSWORD = 'the-tide-knows-1957';

/**
 * `npm run bench -- auth`: sign-ins against nothing but their hash; what an answer tells about who is known here; an account's summary
 * while sign-ins take all the cores there are.
 */
export async function benchAuth(bench: AuthBench): Promise<void> {
  const person = await Shopper.signUp(bench.around);
  await person.buy();
  await benchSignIns(bench, person);
  await benchPatience(bench, person);
  await benchLikeness(bench);
}

function signInOrder({ siteUrl }: Surroundings, email: string, seconds: number) {
  const url = `${siteUrl}/auth/v1/token?grant_type=password`;
  const headers = { 'content-type': 'application/json' };
  return { url, headers, seconds, body: JSON.stringify({ email, password: PASSWORD }) };
}

interface BareHash {
  readonly perSecond: number;
  readonly cpuEach: number;
}

/** Sign-ins per second over bare hashes per second; and the same of the CPU each takes, which hardly depends on what else is running. */
async function benchSignIns({ around, database, server, rounds, seconds }: AuthBench, person: Shopper): Promise<void> {
  const ratios: number[] = [];
  const shares: number[] = [];
  const costs = { hash: [] as number[], server: [] as number[], database: [] as number[] };
  for (let round = 0; round <= rounds; round++) {
    const before = [cpuTime(server.pid) ?? NaN, cpuTimeOfFamily(database.pid) ?? NaN] as const;
    const ours = await putLoadOn(signInOrder(around, person.email, seconds));
    const after = [cpuTime(server.pid) ?? NaN, cpuTimeOfFamily(database.pid) ?? NaN] as const;
    const bare = await runJson<BareHash>('bench/bare-hash.ts', String(seconds));
    // The first one warms both up.
    if (round === 0) continue;
    const cost = { server: (after[0] - before[0]) / ours.requests, database: (after[1] - before[1]) / ours.requests };
    ratios.push(ours.requestsPerSecond / bare.perSecond);
    shares.push(bare.cpuEach / (cost.server + cost.database));
    costs.hash.push(bare.cpuEach);
    costs.server.push(cost.server);
    costs.database.push(cost.database);
  }
  report('sign-ins per second over bare hashes', ratios, `at least ${AIMS.signIns}`, median(ratios) >= AIMS.signIns);
  const [hash, own, base] = [costs.hash, costs.server, costs.database].map((each) => (median(each) / 1000).toFixed(2));
  console.log(`  CPU: a hash ${hash} ms; a sign-in ${own} ms in the server and ${base} ms in PostgreSQL`);
  report('  the hash’s share of it', shares, `at least ${AIMS.signIns}`, median(shares) >= AIMS.signIns);
}

/** How much longer one in a hundred waits for the account while sign-ins take all there is. */
async function benchPatience({ around, rounds, seconds }: AuthBench, person: Shopper): Promise<void> {
  const ratios: number[] = [];
  const idle: number[] = [];
  const busy: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const alone = await slowest(around, person, performance.now() + 1000 * seconds);
    const load = putLoadOn(signInOrder(around, person.email, seconds + 1));
    const pressed = await slowest(around, person, performance.now() + 1000 * seconds);
    await load;
    if (round === 0) continue;
    ratios.push(pressed / alone);
    idle.push(alone);
    busy.push(pressed);
  }
  report('account’s p99 under sign-ins over idle', ratios, `at most ${AIMS.patience}`, median(ratios) <= AIMS.patience);
  console.log(`  idle ${median(idle).toFixed(1)} ms, under sign-ins ${median(busy).toFixed(1)} ms`);
}

const PAUSE_MS = 10;

/** The 99th percentile of the account's answers until then, in milliseconds, asked one after the other. */
async function slowest({ siteUrl }: Surroundings, { accessToken }: Shopper, until: number): Promise<number> {
  const times: number[] = [];
  while (performance.now() < until) {
    const began = performance.now();
    await get(`${siteUrl}/api/account`, { authorization: `Bearer ${accessToken}` });
    times.push(performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? NaN;
}

async function get(url: string, headers: Record<string, string>): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const sent = request(url, { headers }, (answer) => {
      answer.resume();
      answer.on('end', () => (answer.statusCode === 200 ? resolve() : reject(new Error(`${answer.statusCode}`))));
    });
    sent.on('error', reject);
    sent.end();
  });
}

const KNOWN = 20;

/** With confirmation on: what sign-up, sign-in and recovery answer to addresses that are known here and to others. */
async function benchLikeness({ around, startServer, rounds }: AuthBench): Promise<void> {
  const known = await knownAddresses(around);
  const port = String(await freePort());
  const settings = { PORT: port, AUTH_AUTOCONFIRM: '0', AUTH_MAIL_GAP_SECONDS: '0' };
  const server = await startServer(settings);
  try {
    const siteUrl = `http://127.0.0.1:${port}`;
    for (const { name, auc, differences, pairs } of await compareAnswers(siteUrl, known, rounds)) {
      const isAlike = differences.length === 0 && auc <= AIMS.likeness;
      console.log(
        `${name}: AUC ${auc.toFixed(3)} of ${pairs} pairs (aim at most ${AIMS.likeness}), ` +
          `${differences.length === 0 ? 'alike' : 'NOT alike'} to the byte: ${isAlike ? 'met' : 'missed'}`,
      );
      for (const difference of differences.slice(0, 3)) console.log(`  ${difference}`);
    }
  } finally {
    await server.stop(2_000);
  }
}

async function knownAddresses({ settings }: Surroundings): Promise<string[]> {
  const ctx = await openContext(readConfig(settings));
  await ctx.jobs.start();
  try {
    const addresses = Array.from({ length: KNOWN }, () => `reader-${randomUUID()}@example.com`);
    for (const email of addresses) {
      await createUser(ctx, { email, password: PASSWORD, fullName: 'Ada Quill', confirmed: true });
    }
    return addresses;
  } finally {
    await closeContext(ctx);
  }
}

function report(name: string, ratios: readonly number[], aim: string, isMet: boolean): void {
  const spread = ratios.map((each) => each.toFixed(2)).join(' ');
  console.log(`${name}: ${median(ratios).toFixed(2)} (aim ${aim}: ${isMet ? 'met' : 'missed'}); by round ${spread}`);
}
