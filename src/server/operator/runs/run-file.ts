import { Readable } from 'node:stream';
import type { Hono } from 'hono';
import { RUN_FILE_PATH } from '../../../contract/operator/fulfilment.ts';
import type { CommerceContext } from '../../commerce/context.ts';
import { nothingHere } from '../../platform/errors/api-error.ts';
import type { AppEnv } from '../../platform/http/call.ts';
import { findFile, streamFile } from '../../fulfilment/print/files.ts';
import { findRun } from '../../fulfilment/runs/runs.ts';
import { requireOperator } from '../../identity/operators/roles.ts';
import { UUID } from '../../../contract/fields.ts';

/** A file for the printer, made while it is sent: a batch of a million letters never stands in memory. */
export function runFile(app: Hono<AppEnv>, ctx: CommerceContext): void {
  app.get(RUN_FILE_PATH, async (c) => {
    await requireOperator(ctx, c.req.header('authorization'));
    const { id, batch, name } = c.req.param();
    if (!UUID.test(id) || !/^\d{1,4}$/.test(batch) || !/^[\w.-]{1,100}$/.test(name)) throw nothingHere();
    const run = await findRun(ctx.db, id);
    const file = await findFile(ctx.db, run.id, Number(batch), name);
    c.header('Content-Type', name.endsWith('.csv') ? 'text/csv; charset=utf-8' : 'application/pdf');
    c.header('Content-Disposition', `attachment; filename="${name}"`);
    c.header('Cache-Control', 'no-store');
    return c.body(Readable.toWeb(streamFile(ctx.db, run, file)) as ReadableStream);
  });
}
