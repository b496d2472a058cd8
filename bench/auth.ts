import { request } from 'node:http';
import { randomUUID } from 'node:crypto';
import { createUser } from '../src/server/identity/users/accounts.ts';
import { readConfig } from '../src/server/platform/config/config.ts';
import { closeContext, openContext } from '../src/server/context.ts';
import { type Child } from '../launch/child.ts';
import { freePort } from '../launch/ports.ts';
import { Shopper } from '../test/clients/shopper.ts';
import type { Surroundings } from '../test/server/surroundings.ts';
import { capture } from './bare-answer.ts';
import type { BareSignIn } from './bare-sign-in.ts';
import { cpuTime, cpuTimeOfFamily, cpuTimeOfMainThread } from './cpu.ts';
import { compareAnswers } from './likeness.ts';
import { putLoadOn, runJson } from './rounds.ts';
import type { ScratchDatabase } from './scratch-database.ts';
import { median, percentile } from './statistics.ts';

const AIMS = { signIns: 0.85, likeness: 0.55, patience: 5 };

export interface AuthBench {
  readonly around: Surroundings;
  readonly database: ScratchDatabase;
  readonly server: Child;
  readonly startServer: (settings: Readonly<Record<string, string>>) => Promise<Child>;
  readonly startProgram: (args: string[]) => Promise<Child>;
  /** sign-ins, patience, likeness; empty for all. */
  readonly parts: readonly string[];
  readonly rounds: number;
  readonly seconds: number;
}

const PASSWORD = 'the-tide-knows-1957';

/** A sign-in takes a fifth less JavaScript once V8 has compiled it. */
const WARM_UP_SECONDS = 15;

export async function benchAuth(bench: AuthBench): Promise<void> {
  const user = await Shopper.signUp(bench.around);
  await user.buy();
  const isWanted = (part: string) => bench.parts.length === 0 || bench.parts.includes(part);
  if (isWanted('sign-ins')) await benchSignIns(bench, user);
  if (isWanted('patience')) await benchPatience(bench, user);
  if (isWanted('likeness')) await benchLikeness(bench);
}

function signInOrder(siteUrl: string, email: string, seconds: number) {
  const url = `${siteUrl}/auth/v1/token?grant_type=password`;
  const headers = { 'content-type': 'application/json' };
  return { url, headers, seconds, body: JSON.stringify({ email, password: PASSWORD }) };
}

interface BareHash {
  readonly perSecond: number;
  readonly cpuEach: number;
}

/** Compares sign-ins per second with a bare server's that only verifies the password, and with verifications in a loop. */
async function benchSignIns(bench: AuthBench, user: Shopper): Promise<void> {
  const { url: ours, headers, body } = signInOrder(bench.around.siteUrl, user.email, bench.seconds);
  const bareSignIn: BareSignIn = { password: PASSWORD, answer: await capture(ours, headers, body) };
  const bare = await bench.startProgram(['--import', 'tsx', 'bench/bare-sign-in.ts', JSON.stringify(bareSignIn)]);
  try {
    const { url } = await bare.ready;
    await signInRound({ ...bench, seconds: WARM_UP_SECONDS }, user, url, true);
    const rounds: SignInRound[] = [];
    for (let round = 0; round < bench.rounds; round++) {
      rounds.push(await signInRound(bench, user, url, round % 2 === 0));
    }
    reportSignIns(rounds);
  } finally {
    await bare.stop(2_000);
  }
}

/** CPU in milliseconds. */
interface SignInRound {
  readonly overServer: number;
  readonly overLoop: number;
  readonly share: number;
  readonly bareHash: number;
  readonly hash: number;
  readonly thread: number;
  readonly database: number;
}

async function signInRound(
  { around, database, server, seconds }: AuthBench,
  { email }: Shopper,
  bareUrl: string,
  bareFirst: boolean,
): Promise<SignInRound> {
  const askBare = async () => await putLoadOn(signInOrder(bareUrl, email, seconds));
  const earlier = bareFirst ? await askBare() : null;
  const before = costsSoFar(server, database);
  const ours = await putLoadOn(signInOrder(around.siteUrl, email, seconds));
  const after = costsSoFar(server, database);
  const bare = earlier ?? (await askBare());
  const loop = await runJson<BareHash>('bench/bare-hash.ts', String(seconds));
  const each = (part: keyof typeof after) => (after[part] - before[part]) / ours.requests / 1000;
  const hash = each('server') - each('thread');
  return {
    overServer: ours.requestsPerSecond / bare.requestsPerSecond,
    overLoop: ours.requestsPerSecond / loop.perSecond,
    share: hash / (each('server') + each('database')),
    bareHash: loop.cpuEach / 1000,
    hash,
    thread: each('thread'),
    database: each('database'),
  };
}

function reportSignIns(rounds: readonly SignInRound[]): void {
  const of = (name: keyof SignInRound) => rounds.map((round) => round[name]);
  const ratios = {
    'sign-ins per second over a bare server that only hashes': of('overServer'),
    'sign-ins per second over hashes in a loop': of('overLoop'),
    'the hash’s share of a sign-in’s CPU': of('share'),
  };
  for (const [name, found] of Object.entries(ratios)) {
    report(name, found, `at least ${AIMS.signIns}`, median(found) >= AIMS.signIns);
  }
  const ms = (name: keyof SignInRound) => `${median(of(name)).toFixed(2)} ms`;
  console.log(
    `  CPU of a sign-in: hash ${ms('hash')}, JavaScript ${ms('thread')}, PostgreSQL ${ms('database')}; a bare hash ${ms('bareHash')}`,
  );
}

/** In microseconds; outside its main thread the server hashes and collects garbage. */
function costsSoFar({ pid }: Child, database: ScratchDatabase) {
  return {
    server: cpuTime(pid) ?? NaN,
    thread: cpuTimeOfMainThread(pid) ?? NaN,
    database: cpuTimeOfFamily(database.pid) ?? NaN,
  };
}

/** The account's p99 while sign-ins take all cores. */
async function benchPatience({ around, rounds, seconds }: AuthBench, user: Shopper): Promise<void> {
  const ratios: number[] = [];
  const idle: number[] = [];
  const busy: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const alone = await slowest(around, user, performance.now() + 1000 * seconds);
    const load = putLoadOn(signInOrder(around.siteUrl, user.email, seconds + 1));
    const pressed = await slowest(around, user, performance.now() + 1000 * seconds);
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

/** The p99 in milliseconds of requests one after another. */
async function slowest({ siteUrl }: Surroundings, { accessToken }: Shopper, until: number): Promise<number> {
  const times: number[] = [];
  while (performance.now() < until) {
    const began = performance.now();
    await get(`${siteUrl}/api/account`, { authorization: `Bearer ${accessToken}` });
    times.push(performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return percentile(times, 99);
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

/** Whether responses tell known addresses from others; confirmation is on. */
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
