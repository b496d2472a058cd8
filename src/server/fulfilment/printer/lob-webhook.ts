import { createHmac, timingSafeEqual } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import * as z from 'zod/mini';
import type { CommerceContext } from '../../commerce/context.ts';
import { ApiError, nothingHere } from '../../platform/api-error.ts';
import type { AppEnv } from '../../platform/http/call.ts';
import { parseJson, parseWith, readBytes } from '../../platform/http/read-body.ts';

const BODY_LIMIT = 1024 * 1024;
const TOLERANCE_MS = 300_000;

const event = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(200)),
  event_type: z.object({ id: z.string().check(z.maxLength(100)) }),
  date_created: z.iso.datetime({ offset: true }),
  body: z.object({ id: z.string().check(z.maxLength(200)) }),
});

export function lobWebhook(ctx: CommerceContext): Hono<AppEnv> {
  return new Hono<AppEnv>().post('/webhooks/lob', async (c) => {
    const secret = ctx.config.lob?.webhookSecret ?? null;
    if (secret === null) throw nothingHere();
    const body = Buffer.from(await readBytes(c.req.raw, BODY_LIMIT));
    verify(body, secret, c.req.header('lob-signature') ?? '', c.req.header('lob-signature-timestamp') ?? '');
    await recordProgress(ctx, parseWith(event, parseJson(body)));
    return c.json({ received: true });
  });
}

/** A timestamp may be in seconds or in milliseconds. */
function verify(body: Buffer, secret: string, signature: string, timestamp: string): void {
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();
  const given = Buffer.from(signature, 'hex');
  const at = Number(timestamp) * (timestamp.length < 12 ? 1000 : 1);
  const isFresh = /^\d{10,13}$/.test(timestamp) && Math.abs(Date.now() - at) <= TOLERANCE_MS;
  if (isFresh && given.length === expected.length && timingSafeEqual(given, expected)) return;
  throw new ApiError('invalid_signature', 'This event does not carry our printer’s signature, or carries an old one.');
}

async function recordProgress(
  { db, clock }: CommerceContext,
  { id, event_type: { id: type }, date_created: happenedAt, body: { id: printerId } }: z.output<typeof event>,
): Promise<void> {
  const [progress = ''] = /[^.]+$/.exec(type) ?? [];
  const now = clock.now().toISOString();
  await db.execute(sql`
    with added as (
      insert into printer_events (id, printer_id, type, happened_at, received_at)
      values (${id}, ${printerId}, ${type}, ${happenedAt}, ${now}) on conflict do nothing returning id
    ),
    moved as (
      update printer_letters set progress = ${progress}, progress_at = ${happenedAt}
      where printer_id = ${printerId} and exists (select from added) and (progress_at is null or progress_at < ${happenedAt}::timestamptz)
      returning piece_id
    )
    insert into watched_pieces (piece_id, kind, noticed_at)
    select moved.piece_id, 'coming_back', ${now} from moved join mailing_pieces p on p.id = moved.piece_id
    where ${progress}::text = 'returned_to_sender' and p.state = 'handed_over' and p.confirmed_at is null
    on conflict (piece_id) do update set kind = excluded.kind, noticed_at = excluded.noticed_at where watched_pieces.kind <> excluded.kind`);
}
