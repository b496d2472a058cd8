import type { Readable } from 'node:stream';
import type * as z from 'zod/mini';
import type { RUN_FILE } from '../../../contract/operator/constants.ts';
import { BUREAU_FILE, streamBureau } from '../../fulfilment/print/bureau/bureau.ts';
import { findFile, streamFile } from '../../fulfilment/print/files.ts';
import { findBatch } from '../../fulfilment/print/print.ts';
import { findRun } from '../../fulfilment/runs/runs.ts';
import type { Db } from '../../platform/db/database.ts';

/** @throws ApiError not_found */
export async function openRunFile(db: Db, { id, batch, name }: z.output<typeof RUN_FILE.params>): Promise<Readable> {
  const run = await findRun(db, id);
  if (name === BUREAU_FILE) return await streamBureau(db, run, await findBatch(db, run.id, Number(batch)));
  return streamFile(db, run, await findFile(db, run.id, Number(batch), name));
}
