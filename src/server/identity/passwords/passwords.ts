import { availableParallelism } from 'node:os';
import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import type { Config } from '../../platform/config/config.ts';
import { AuthError, invalid, type WeakPasswordReason } from '../auth-error.ts';
import { BRAND_WORDS } from './brand-words.ts';
import { withoutKnownWords } from './known-words.ts';

/** OWASP's first recommendation for argon2id (rules/accounts 23): about 17 ms of one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

const LONGEST_QUEUE = 300;

const limit = pLimit(Math.ceil(1.5 * availableParallelism()));

async function inTurn<T>(task: () => Promise<T>): Promise<T> {
  if (limit.pendingCount < LONGEST_QUEUE) return await limit(task);
  throw new AuthError(503, 'unexpected_failure', 'We’re very busy right now. Please try again in a moment.');
}

export async function hashPassword(password: string): Promise<string> {
  return await inTurn(() => hash(normalise(password), COST));
}

/** Normalizing a megabyte of accents takes minutes and blocks all requests. */
const LONGEST_PASSWORD = 256;

/** Without a stored hash it returns false after the same time. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const isPossible = stored !== null && password.length <= LONGEST_PASSWORD;
  const comparedWith = isPossible ? stored : await dummyHash;
  const matches = await inTurn(() => verify(comparedWith, normalise(password.slice(0, LONGEST_PASSWORD))));
  return matches && isPossible;
}

/** The beginning of a hash in PHC string format, compared as text since parsing would be slow. */
const BEGINNING = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`;

export function needsRehash(stored: string): boolean {
  return !stored.startsWith(BEGINNING);
}

function normalise(password: string): string {
  return password.normalize('NFKC');
}

const dummyHash = hash(randomBytes(16), COST);

export const OPERATOR_MIN_LENGTH = 12;

/**
 * `personal`: words from the owner's data (`ownerWords`).
 * @throws AuthError validation_failed, weak_password
 */
export async function requireStrongPassword(
  config: Config,
  password: string,
  personal: readonly string[],
  { isOperator = false } = {},
): Promise<void> {
  if (password.length > LONGEST_PASSWORD)
    throw invalid(`Password cannot be longer than ${LONGEST_PASSWORD} characters`);
  const minLength = Math.max(config.auth.passwordMinLength, isOperator ? OPERATOR_MIN_LENGTH : 0);
  if (password.length < minLength) throw weak('length', `Password should be at least ${minLength} characters.`);
  const weakness = await findWeakness(password, personal);
  if (weakness === 'length') {
    throw weak('length', 'This password is short and easy to guess. Choose a longer one.');
  }
  if (weakness === 'pwned') {
    throw weak('pwned', 'This password is weak and easy to guess. Choose a different one.');
  }
}

export function isTooShortForOperator(password: string): boolean {
  return password.length < OPERATOR_MIN_LENGTH;
}

export function tooShortForOperator(): AuthError {
  const remedy = 'Choose another one by way of “Forgot your password?”.';
  return weak('length', `The password of an operator has at least ${OPERATOR_MIN_LENGTH} characters. ${remedy}`);
}

function weak(reason: WeakPasswordReason, message: string): AuthError {
  return new AuthError(422, 'weak_password', message, [reason]);
}

/** zxcvbn's limit for "safely unguessable". No password of seven characters reaches it. */
const FEWEST_GUESSES = 1e8;
const GUESSES_PER_CHARACTER = 10;

/**
 * For the rest without the brand's and the owner's words, since those can be combined in only about a thousand ways.
 */
const FEWEST_GUESSES_AT_THE_REST = 1e5;

/** The estimate takes a third of a second for 256 characters. */
const ESTIMATED_CHARACTERS = 24;

interface Guesser {
  readonly leaked: ReadonlySet<string>;
  readonly guesses: (password: string, words: string[]) => number;
}

let guesser: Promise<Guesser> | undefined;

/** Loaded when needed: its dictionaries take a tenth of an idle process's memory. */
async function openGuesser(): Promise<Guesser> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const estimator = new ZxcvbnFactory({
    dictionary: { ...dictionary, brand: [...BRAND_WORDS] },
    graphs: adjacencyGraphs,
    l33tMaxSubstitutions: 8,
  });
  return {
    leaked: new Set(dictionary['passwords-common']),
    guesses: (password, words) => estimator.check(password, words).guesses,
  };
}

async function findWeakness(password: string, personal: readonly string[]): Promise<WeakPasswordReason | null> {
  const { leaked, guesses } = await (guesser ??= openGuesser());
  const count = (text: string) => guesses(text.slice(0, ESTIMATED_CHARACTERS), [...personal]);
  const rest = withoutKnownWords(password, [...BRAND_WORDS, ...personal]);
  if (leaked.has(password.toLowerCase()) || count(rest) < FEWEST_GUESSES_AT_THE_REST) return 'pwned';
  if (GUESSES_PER_CHARACTER ** charactersIn(password) < FEWEST_GUESSES) return 'length';
  return count(password) < FEWEST_GUESSES ? 'pwned' : null;
}

/** Counts composed code points, since JavaScript's length counts an emoji twice. */
function charactersIn(password: string): number {
  return Math.min(Array.from(password).length, Array.from(normalise(password)).length);
}
