import { parse } from 'bowser';
import { and, desc, eq, gt, isNull, or } from 'drizzle-orm';
import { type DeviceReply, deviceReply, type getSecurity, type SecurityReply } from '../../contract/security.ts';
import { sessions, type SessionRow, type UserRow } from './schema.ts';
import type { Db } from '../platform/db/database.ts';
import { orNotFound } from '../platform/api-error.ts';
import { present } from '../platform/http/present.ts';
import type { Handler } from './serve.ts';
import { findUser } from './users/queries.ts';

export const handleGetSecurity: Handler<typeof getSecurity> = async ({ ctx, user: caller }) => {
  const user = orNotFound(await findUser(ctx.db, caller.userId), 'account');
  const open = await listOpenSessions(ctx.db, caller.userId, ctx.clock.now());
  const devices = open.map((session) => presentDevice(session, caller.sessionId));
  return {
    password: presentPassword(user),
    devices: [...devices.filter(({ current }) => current), ...devices.filter(({ current }) => !current)],
  };
};

async function listOpenSessions(db: Db, userId: string, now: Date): Promise<SessionRow[]> {
  return await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), or(isNull(sessions.notAfter), gt(sessions.notAfter, now))))
    .orderBy(desc(sessions.refreshedAt));
}

function presentPassword({ passwordHash, passwordChangedAt, createdAt }: UserRow): SecurityReply['password'] {
  if (passwordHash === null) return null;
  return { changedAt: (passwordChangedAt ?? createdAt).toISOString() };
}

function presentDevice(session: SessionRow, askingId: string): DeviceReply {
  const { createdAt: signedInAt, refreshedAt: lastSeenAt } = session;
  const current = session.id === askingId;
  return present(deviceReply, { ...session, ...readUserAgent(session.userAgent), current, signedInAt, lastSeenAt });
}

function readUserAgent(userAgent: string | null): Pick<DeviceReply, 'browser' | 'system'> {
  if (!userAgent) return { browser: null, system: null };
  const { browser, os } = parse(userAgent);
  return { browser: browser.name || null, system: os.name || null };
}
