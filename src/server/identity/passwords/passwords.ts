import { availableParallelism } from 'node:os';
import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { AuthError } from '../wire/errors.ts';

/** OWASP's first choice for argon2id (rules/accounts 23): about 17 ms of a core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The last of 300 in line still comes in under the deadline. */
const LONGEST_QUEUE = 300;

/** Half as many more than cores, so that no core waits for the main thread. */
const limit = pLimit(Math.ceil(1.5 * availableParallelism()));

async function inTurn<T>(task: () => Promise<T>): Promise<T> {
  if (limit.pendingCount < LONGEST_QUEUE) return await limit(task);
  throw new AuthError(503, 'unexpected_failure', 'Too many people are at the door, please retry after a moment.');
}

export async function hashPassword(password: string): Promise<string> {
  return await inTurn(() => hash(normalise(password), COST));
}

/** Normalising a megabyte of accents takes minutes of the one thread. */
export const LONGEST_PASSWORD = 256;

/** Without a stored hash the answer is no and takes just as long. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const isPossible = stored !== null && password.length <= LONGEST_PASSWORD;
  const comparedWith = isPossible ? stored : await nobodysHash;
  const matches = await inTurn(() => verify(comparedWith, normalise(password.slice(0, LONGEST_PASSWORD))));
  return matches && isPossible;
}

/** PHC string format; parsing it would be slow. */
const BEGINNING = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`;

export function needsRehash(stored: string): boolean {
  return !stored.startsWith(BEGINNING);
}

/** One user's é is one code point and another's two. */
function normalise(password: string): string {
  return password.normalize('NFKC');
}

/** Made at load: the first unknown address must not wait longer than the second. */
const nobodysHash = hash(randomBytes(16), COST);
