import { randomInt, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { freePort } from '../launch/ports.ts';
import { closeContext, openContext } from '../src/server/context.ts';
import { createUser } from '../src/server/identity/users/accounts.ts';
import { readConfig } from '../src/server/platform/config/config.ts';
import { inParallel, upTo } from '../test/load/in-parallel.ts';
import type { Surroundings } from '../test/server/surroundings.ts';

interface Likeness {
  readonly name: string;
  readonly pairs: number;
  /** How often the response time alone gives a right guess; 0.5 is chance. */
  readonly auc: number;
  readonly differences: readonly string[];
}

const PASSWORD = 'a murder of quiet crows';
const MOST_AUC = 0.55;
const KNOWN = 20;
const PAIRS_PER_ROUND = 100;
/** Few at once and in random order, so that concurrent pairs don't synchronize. */
const AT_ONCE = 3;

const CALLS = {
  'sign-up': { path: '/signup', body: (email: string) => ({ email, password: PASSWORD, data: { full_name: 'Ada' } }) },
  'sign-in': {
    path: '/token?grant_type=password',
    body: (email: string) => ({ email, password: 'not-the-one' }),
  },
  recovery: { path: '/recover', body: (email: string) => ({ email }) },
};

/** Checks whether the bytes or the time of answers reveal which email addresses have accounts, with email confirmation on. */
export async function benchTimingLeak(
  around: Surroundings,
  startServer: (settings: Readonly<Record<string, string>>) => Promise<void>,
  rounds: number,
): Promise<void> {
  const known = await knownAddresses(around);
  const port = String(await freePort());
  await startServer({ PORT: port, AUTH_AUTOCONFIRM: '0', AUTH_MAIL_GAP_SECONDS: '0' });
  for (const { name, auc, differences, pairs } of await compareAnswers(`http://127.0.0.1:${port}`, known, rounds)) {
    const isAlike = differences.length === 0 && auc <= MOST_AUC;
    const bytes = differences.length === 0 ? 'alike' : 'NOT alike';
    const verdict = isAlike ? 'met' : 'missed';
    console.log(
      `${name}: ${bytes} to the byte, AUC ${auc.toFixed(3)} of ${pairs} pairs (at most ${MOST_AUC}): ${verdict}`,
    );
    for (const difference of differences.slice(0, 3)) console.log(`  ${difference}`);
    if (!isAlike) process.exitCode = 1;
  }
}

async function knownAddresses({ settings }: Surroundings): Promise<string[]> {
  const ctx = await openContext(readConfig(settings));
  await ctx.jobs.start();
  try {
    const addresses = upTo(KNOWN).map(stranger);
    for (const email of addresses) {
      await createUser(ctx, { email, password: PASSWORD, fullName: 'Ada Quill', confirmed: true });
    }
    return addresses;
  } finally {
    await closeContext(ctx);
  }
}

async function compareAnswers(siteUrl: string, known: readonly string[], rounds: number): Promise<Likeness[]> {
  const found: Likeness[] = [];
  for (const [name, { path, body }] of Object.entries(CALLS)) {
    const ask = (email: string) => post(siteUrl + '/auth/v1' + path, body(email), email);
    await inParallel(upTo(20), AT_ONCE, () => ask(stranger()));
    const pairs = await inParallel(upTo(rounds * PAIRS_PER_ROUND), AT_ONCE, async (pair) => {
      const [knownFirst, address] = [randomInt(2) === 0, known[pair % known.length] ?? ''];
      const first = await ask(knownFirst ? address : stranger());
      const second = await ask(knownFirst ? stranger() : address);
      return knownFirst ? { ours: first, others: second } : { ours: second, others: first };
    });
    const differences = pairs.flatMap(({ ours, others }) =>
      ours.text === others.text ? [] : [`${ours.text}\n  ${others.text}`],
    );
    const times = (who: 'ours' | 'others') => pairs.map((pair) => pair[who].ms);
    found.push({ name, pairs: pairs.length, auc: areaUnderCurve(times('ours'), times('others')), differences });
  }
  return found;
}

function stranger(): string {
  return `reader-${randomUUID()}@example.com`;
}

interface Answer {
  /** Status, headers and body, with ids, times and the address normalized. */
  readonly text: string;
  readonly ms: number;
}

async function post(url: string, body: object, email: string): Promise<Answer> {
  const bytes = JSON.stringify(body);
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(bytes) };
  return await new Promise((resolve, reject) => {
    const began = performance.now();
    const sent = request(url, { method: 'POST', headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const ms = performance.now() - began;
        const text = [answer.statusCode, ...answer.rawHeaders, Buffer.concat(chunks).toString()].join('\n');
        resolve({ ms, text: neutral(text, email) });
      });
    });
    sent.on('error', reject);
    sent.end(bytes);
  });
}

function neutral(text: string, email: string): string {
  return text
    .replaceAll(email, 'ADDRESS')
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replace(/\w{3}, \d\d \w{3} \d{4} [\d:]+ GMT/g, 'DATE');
}

/** Mann and Whitney's U as a share, at least 0.5. */
function areaUnderCurve(left: readonly number[], right: readonly number[]): number {
  let above = 0;
  for (const one of left) for (const other of right) above += one > other ? 1 : one === other ? 0.5 : 0;
  const area = above / (left.length * right.length);
  return Math.max(area, 1 - area);
}
