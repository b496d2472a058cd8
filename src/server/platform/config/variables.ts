import * as z from 'zod/mini';
import { PRINTABLE } from '../../../domain/envelope.ts';

export class ConfigError extends Error {}

export type Environment = Record<string, string | undefined>;

export function isProduction(env: Environment): boolean {
  return env['NODE_ENV']?.trim() === 'production';
}

interface Kind<T> {
  readonly schema: z.ZodMiniType<T>;
  readonly expected: string;
  /** True keeps the value out of error messages. */
  readonly secret?: boolean;
}

/**
 * An empty variable counts as unset, since shells and compose files write it so.
 * @throws ConfigError naming the variable
 */
export function read<T>(env: Environment, name: string, kind: Kind<T>, fallback: T): T {
  const raw = env[name]?.trim();
  if (!raw) return fallback;
  const parsed = kind.schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  const value = kind.secret ? 'set to something' : JSON.stringify(raw);
  throw new ConfigError(`${name} is ${value} that cannot be right: it must be ${kind.expected}.`);
}

/** @throws ConfigError, also for an unset variable */
export function readRequired<T>(env: Environment, name: string, kind: Kind<T>): T {
  if (env[name]?.trim()) return read<T | undefined>(env, name, kind, undefined) as T;
  const how = `it must be ${kind.expected}. (\`npm start\` supplies a stand-in by itself.)`;
  throw new ConfigError(`${name} is not set: ${how}`);
}

export function integer(least: number, most: number, noun: string): Kind<number> {
  const digits = z.string().check(z.regex(/^\d{1,9}$/));
  const schema = z.pipe(digits, z.pipe(z.transform(Number), z.int().check(z.gte(least), z.lte(most))));
  return { schema, expected: `${noun} from ${least} to ${most}` };
}

export function seconds(least: number, most: number): Kind<number> {
  return integer(least, most, 'seconds');
}

/** `1000` or `1000:1000`: the number of an account, optionally with its group's number. */
export const account: Kind<{ readonly uid: number; readonly gid: number } | null> = {
  schema: z.pipe(
    z.string().check(z.regex(/^\d{1,9}(:\d{1,9})?$/)),
    z.transform((text) => {
      const [uid, gid = uid] = text.split(':').map(Number);
      return { uid: uid ?? 0, gid: gid ?? 0 };
    }),
  ),
  expected: 'the number of an account such as 1000, or with its group 1000:1000',
};

export function string(expected: string): Kind<string> {
  return { schema: z.string(), expected };
}

export function matching(pattern: RegExp, expected: string): Kind<string> {
  return { schema: z.string().check(z.regex(pattern)), expected };
}

export function secret<T>(kind: Kind<T>): Kind<T> {
  return { ...kind, secret: true };
}

export function optional<T>(kind: Kind<T>): Kind<T | null> {
  return { ...kind, schema: z.nullable(kind.schema) };
}

export function httpUrl(expected = 'an http(s) address'): Kind<string> {
  return { schema: z.string().check(z.refine(isHttpUrl)), expected };
}

function isHttpUrl(text: string): boolean {
  return /^https?:\/\/[^/]/.test(text) && URL.canParse(text);
}

export const flag: Kind<boolean> = {
  schema: z.pipe(
    z.enum(['1', '0', 'true', 'false']),
    z.transform((text) => text === '1' || text === 'true'),
  ),
  expected: '1 or 0',
};

function partsAt(separator: string) {
  return z.pipe(
    z.string(),
    z.transform((text): readonly string[] =>
      text
        .split(separator)
        .map((part) => part.trim())
        .filter(Boolean),
    ),
  );
}

export const commaSeparated = partsAt(',');

const addressLine = z.string().check(z.maxLength(40), z.regex(new RegExp(`^[${PRINTABLE}]+$`, 'u')));
export const sellerLines: Kind<readonly string[]> = {
  schema: z.pipe(
    partsAt('|'),
    z.readonly(z.array(z.string().check(z.maxLength(80))).check(z.minLength(3), z.maxLength(6))),
  ),
  expected: 'a legal name and its postal address, in three to six lines separated by |',
};

export const addressLines: Kind<readonly string[]> = {
  schema: z.pipe(partsAt('|'), z.readonly(z.array(addressLine).check(z.minLength(1), z.maxLength(4)))),
  expected: 'up to four lines of forty letters that can be printed, separated by |',
};
