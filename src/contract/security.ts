import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { instant, uuid } from './fields.ts';

/** One session: a browser somewhere that is signed in. What it runs on is read from its user agent, and null when that says nothing. */
export const deviceReply = z.object({
  id: uuid,
  /** The one that is asking. */
  current: z.boolean(),
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  signedInAt: instant,
  /** When it last renewed its session; that happens about once an hour while it is open. */
  lastSeenAt: instant,
});
export type DeviceReply = z.output<typeof deviceReply>;

/** What the account page tells about locks and open doors, as far as the auth client cannot. */
export const getSecurity = endpoint({
  method: 'GET',
  path: '/api/security',
  access: 'session',
  summary: 'The signed-in person’s password, as a date, and the devices that are signed in, the asking one first.',
  reply: z.object({
    /** Null for people who only ever came through Google. */
    password: z.nullable(z.object({ changedAt: instant })),
    devices: z.array(deviceReply),
  }),
  errors: [],
});
export type SecurityReply = z.output<typeof getSecurity.reply>;
