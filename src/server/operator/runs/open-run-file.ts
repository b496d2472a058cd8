import type { Readable } from 'node:stream';
import type * as z from 'zod/mini';
import type { RUN_FILE } from '../../../contract/operator/constants.ts';
import type { CommerceContext } from '../../commerce/context.ts';
import { BUREAU_FILE, streamBureau } from '../../fulfilment/print/bureau/bureau.ts';
import { findFile, streamFile } from '../../fulfilment/print/files.ts';
import { findBatch } from '../../fulfilment/print/print.ts';
import { streamWholeBatch, WHOLE_BATCH_FILE } from '../../fulfilment/print/whole-batch.ts';
import { findRun } from '../../fulfilment/runs/runs.ts';
import { type OperatorAct, writeOperatorLog } from '../../platform/operator-log.ts';
import type { Db } from '../../platform/db/database.ts';

type FileParams = z.output<typeof RUN_FILE.params>;

/** @throws ApiError not_found */
export async function openRunFile(db: Db, { id, batch, name }: FileParams): Promise<Readable> {
  const run = await findRun(db, id);
  if (name === BUREAU_FILE) return await streamBureau(db, run, await findBatch(db, run.id, Number(batch)));
  if (name === WHOLE_BATCH_FILE) return await streamWholeBatch(db, run, await findBatch(db, run.id, Number(batch)));
  return streamFile(db, run, await findFile(db, run.id, Number(batch), name));
}

export async function logDownload(
  { db, clock }: Pick<CommerceContext, 'db' | 'clock'>,
  { id, batch, name }: FileParams,
  act: OperatorAct,
): Promise<void> {
  const detail = { name, batch: Number(batch) };
  const entry = { ...act, action: 'file_downloaded', subject: `run:${id}`, subscriptionId: null, detail } as const;
  await writeOperatorLog(db, entry, clock.now());
}
