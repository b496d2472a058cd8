import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, inArray } from 'drizzle-orm';
import { subscriberImportRows } from '../../src/server/operator/imports/imports-schema.ts';
import type { Shop } from '../server/open-shop.ts';

export async function countRowsIn(
  { ctx: { db } }: Pick<Shop, 'ctx'>,
  importId: string,
  ...states: (typeof subscriberImportRows.$inferSelect)['state'][]
): Promise<number> {
  const { importId: of, state } = subscriberImportRows;
  return await db.$count(subscriberImportRows, and(eq(of, importId), inArray(state, states)));
}

/** Works at the import in a process of its own, which SIGKILL ends once that many rows are imported. */
export async function killAfter(shop: Shop, importId: string, rows: number): Promise<void> {
  const args = ['--import', 'tsx', 'bench/soaks/import-process.ts', importId, shop.clock.now().toISOString()];
  const worker = spawn(process.execPath, args, { env: { ...process.env, ...shop.settings }, stdio: 'inherit' });
  const gone = once(worker, 'exit');
  while (worker.exitCode === null && (await countRowsIn(shop, importId, 'imported')) < rows) await sleep(5);
  worker.kill('SIGKILL');
  await gone;
}
