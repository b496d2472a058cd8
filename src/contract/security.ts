import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { instant, uuid } from './fields.ts';

export const deviceReply = z.object({
  id: uuid,
  current: z.boolean(),
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  signedInAt: instant,
  lastSeenAt: instant,
});
export type DeviceReply = z.output<typeof deviceReply>;

export const getSecurity = endpoint('GET /api/security', {
  access: 'session',
  summary: 'The signed-in person’s password, as a date, and the devices that are signed in, the asking one first.',
  reply: z.object({
    password: z.nullable(z.object({ changedAt: instant })),
    devices: z.array(deviceReply),
  }),
});
export type SecurityReply = z.output<typeof getSecurity.reply>;
