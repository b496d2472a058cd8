import { desc, eq } from 'drizzle-orm';
import pLimit from 'p-limit';
import { LINK_PATHS } from '../../../src/contract/site-paths.ts';
import { openContents } from '../../../src/server/platform/outbox/contents.ts';
import { emailOutbox } from '../../../src/server/platform/schema.ts';
import type { ServerBeside } from '../../../test/server/beside.ts';
import type { Shop } from '../../../test/server/open-shop.ts';

/** The shop, and a server beside it that knows Google and asks sign-ups to confirm. */
export interface Stage {
  readonly shop: Shop;
  readonly server: ServerBeside;
}

/** Runs one task at a time, so that no other task moves the clock while a code is in use. */
export const whileClockStands = pLimit(1);

export interface Received {
  readonly id: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Three calls send fewer emails. */
const RECENT = 12;

/** The latest emails to an address, newest first. */
export async function mailboxOf({ server: { ctx } }: Stage, recipient: string): Promise<readonly Received[]> {
  const emails = await ctx.db
    .select({ id: emailOutbox.id, data: emailOutbox.data })
    .from(emailOutbox)
    .where(eq(emailOutbox.recipient, recipient))
    .orderBy(desc(emailOutbox.createdAt))
    .limit(RECENT);
  return emails.map(({ id, data }) => ({ id, data: openContents(ctx.keys, data) }));
}

/** GoTrue's URL that an emailed link's page calls. */
function onTheWire({ origin, pathname, searchParams }: URL): URL | undefined {
  const [type] = Object.entries(LINK_PATHS).find(([, path]) => path === pathname) ?? [];
  if (type === undefined) return undefined;
  const query = new URLSearchParams([...searchParams, ['type', type]]);
  return new URL(`/auth/v1/verify?${query.toString()}`, origin);
}

/** The links and codes in an email, by what they are for. */
export function linksIn({ data }: Received): { readonly verify?: URL; readonly undo?: string; readonly code?: string } {
  const links = Object.values(data).flatMap((value) =>
    typeof value === 'string' && URL.canParse(value) ? [new URL(value)] : [],
  );
  const verify = links.map(onTheWire).find((link) => link !== undefined);
  const undo = links.find(({ pathname }) => pathname === '/undo')?.searchParams.get('token');
  const code = data['code'];
  return {
    ...(verify !== undefined && { verify }),
    ...(typeof undo === 'string' && { undo }),
    ...(typeof code === 'string' && { code }),
  };
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  /** Undefined for non-JSON text. */
  readonly json: Readonly<Record<string, unknown>> | undefined;
  readonly location: string | null;
  readonly cookies: readonly string[];
}

export interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Doesn't read the body, which never ends. */
  readonly isStream?: boolean;
}

export async function ask(
  url: string,
  { method = 'GET', headers, body, isStream = false }: Asked = {},
): Promise<Answer> {
  const answer = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    redirect: 'manual',
    ...(body !== undefined && body !== null && { body: JSON.stringify(body) }),
  });
  if (isStream) await answer.body?.cancel();
  const text = isStream ? '' : await answer.text();
  return {
    status: answer.status,
    text,
    json: parsed(text),
    location: answer.headers.get('location'),
    cookies: answer.headers.getSetCookie(),
  };
}

function parsed(text: string): Answer['json'] {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** The session in an answer's body, or in the fragment of its redirect. */
export function sessionIn({ json, location }: Answer): StolenSession | null {
  const fragment = location?.split('#')[1];
  const held = fragment === undefined ? (json?.['session'] ?? json) : Object.fromEntries(new URLSearchParams(fragment));
  const { access_token: access, refresh_token: refresh } = (held ?? {}) as Record<string, unknown>;
  return typeof access === 'string' && typeof refresh === 'string' ? { access, refresh } : null;
}

export interface StolenSession {
  readonly access: string;
  readonly refresh: string;
}

export function subjectOf(accessToken: string): string {
  const [, claims = ''] = accessToken.split('.');
  return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub: string }).sub;
}
