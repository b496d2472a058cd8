import type { HttpBindings } from '@hono/node-server';
import type { Context as HonoContext } from 'hono';
import type * as z from 'zod/mini';
import { emailAddressOf } from '../../../domain/email-address.ts';
import type { Client } from '../../platform/http/client.ts';
import { readBytes } from '../../platform/http/read-body.ts';
import { AuthError, invalid } from '../auth-error.ts';

export type Call = HonoContext<AuthEnv>;
export interface AuthEnv {
  Bindings: Partial<HttpBindings>;
  Variables: { client: Client };
}

const BODY_LIMIT = 64 * 1024;

const DEPTH_LIMIT = 16;

/**
 * Ignores unknown fields, and treats `null` as missing (rules/auth-wire 5).
 * @throws AuthError bad_json, validation_failed
 */
export async function readBody<S extends z.ZodMiniType>(
  call: Call,
  schema: S,
  { mayBeEmpty = false } = {},
): Promise<z.output<S>> {
  const text = await readText(call);
  const fields = Object.entries(mayBeEmpty && text === '' ? {} : parseObject(text)).filter(
    ([, value]) => value !== null,
  );
  refuseUnstorable(text);
  const parsed = schema.safeParse(Object.fromEntries(fields));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalid(`${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'Invalid input'}`);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

async function readText(call: Call): Promise<string> {
  const bytes = await readBytes(call.req.raw, BODY_LIMIT);
  try {
    return utf8.decode(bytes);
  } catch {
    throw badJson('not UTF-8');
  }
}

/** @throws ApiError too_large */
export async function readForm(call: Call): Promise<Record<string, string>> {
  const bytes = await readBytes(call.req.raw, BODY_LIMIT);
  return Object.fromEntries(new URLSearchParams(new TextDecoder().decode(bytes)));
}

function parseObject(text: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badJson('not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw badJson('not an object');
  return value;
}

function badJson(reason: string): AuthError {
  return new AuthError(400, 'bad_json', `Could not parse request body as JSON: ${reason}`);
}

const STRINGS = /"(?:[^"\\]|\\.)*"/gs;
/** Matches a whole surrogate pair, or a single escape. */
const ESCAPES = /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\(?:u([\da-fA-F]{4})|.)/gs;

/** PostgreSQL can't store U+0000 and lone surrogates. Searching the text is faster than visiting every value. */
function refuseUnstorable(text: string): void {
  for (const [, unit = ''] of text.matchAll(ESCAPES)) {
    if (/^(0000|d[89a-f])/i.test(unit)) throw invalid('Contains a character that cannot be stored.');
  }
  let depth = 0;
  for (const [bracket] of text.replaceAll(STRINGS, '').matchAll(/[[\]{}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    if (depth > DEPTH_LIMIT) throw badJson('nested too deeply');
  }
}

/**
 * Checks and normalizes an email address (rules/checkout 57).
 * @throws AuthError validation_failed
 */
export function parseEmail(text: string): string {
  const address = emailAddressOf(text);
  if (address !== null) return address;
  throw invalid('Unable to validate email address: invalid format');
}
