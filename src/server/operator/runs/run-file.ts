import { extname } from 'node:path';
import { Readable } from 'node:stream';
import type { Hono } from 'hono';
import { RUN_FILE } from '../../../contract/operator/constants.ts';
import { CALL_ROLES } from '../../../contract/operator/roles.ts';
import type { CommerceContext } from '../../commerce/context.ts';
import { requireOperator } from '../../identity/operators/roles.ts';
import { nothingHere } from '../../platform/api-error.ts';
import type { AppEnv } from '../../platform/http/call.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.csv': 'text/csv; charset=utf-8',
  '.pdf': 'application/pdf',
  '.zip': 'application/zip',
};

/** The file is made while it is sent, so that memory use stays low even for a million letters. */
export function serveRunFile(app: Hono<AppEnv>, ctx: CommerceContext): void {
  app.get(RUN_FILE.path, async (c) => {
    const { email, userId } = await requireOperator(ctx, c.req.header('authorization'), CALL_ROLES.downloadRunFile);
    const params = RUN_FILE.params.safeParse(c.req.param());
    if (!params.success) throw nothingHere();
    const { name } = params.data;
    const { logDownload, openRunFile } = await import('./open-run-file.ts');
    const file = await openRunFile(ctx.db, params.data);
    await logDownload(ctx, params.data, { operator: email, operatorId: userId, note: null });
    c.header('Content-Type', TYPES[extname(name)] ?? 'application/octet-stream');
    c.header('Content-Disposition', `attachment; filename="${name}"`);
    c.header('Cache-Control', 'no-store');
    return c.body(Readable.toWeb(file) as ReadableStream);
  });
}
