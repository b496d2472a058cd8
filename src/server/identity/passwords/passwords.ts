import { availableParallelism } from 'node:os';
import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { AuthError } from '../wire/errors.ts';

/** OWASP's first choice for argon2id, and the least that is allowed here (rules/accounts 23): about 17 ms of one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** More hashes than cores only slow each other down; of 300 in line the last one still comes in under the deadline. */
const LONGEST_QUEUE = 300;

/** One for each core, and half as many that stand ready, lest a core that is done wait for the busy main thread to send the next. */
const limit = pLimit(Math.ceil(1.5 * availableParallelism()));

async function inTurn<T>(task: () => Promise<T>): Promise<T> {
  if (limit.pendingCount < LONGEST_QUEUE) return await limit(task);
  throw new AuthError(503, 'unexpected_failure', 'Too many people are at the door, please retry after a moment.');
}

export async function hashPassword(password: string): Promise<string> {
  return await inTurn(() => hash(normalise(password), COST));
}

/** Argon2 would take more; nobody types more, and putting a megabyte of accents into their order takes minutes of the one thread. */
export const LONGEST_PASSWORD = 256;

/** Whether the password is the one behind `stored`. Without a stored hash the answer is no, and takes just as long. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const isPossible = stored !== null && password.length <= LONGEST_PASSWORD;
  const comparedWith = isPossible ? stored : await nobodysHash;
  const matches = await inTurn(() => verify(comparedWith, normalise(password.slice(0, LONGEST_PASSWORD))));
  return matches && isPossible;
}

/** How a hash of that cost begins (PHC string format). Parsing it costs a sign-in more than any other line here but the hash. */
const BEGINNING = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`;

/** Whether the hash was made with weaker or other parameters than we use now. */
export function needsRehash(stored: string): boolean {
  return !stored.startsWith(BEGINNING);
}

/** One person's é is one code point and another's two. */
function normalise(password: string): string {
  return password.normalize('NFKC');
}

/** Made when the program is loaded: the first stranger must not wait longer than the second. */
const nobodysHash = hash(randomBytes(16), COST);
