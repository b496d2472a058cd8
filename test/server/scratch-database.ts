import { startPostgres } from '../../launch/postgres.ts';
import { migrate } from '../../src/server/platform/db/migrate.ts';
import { endWithUs, throwawayFolder } from './throwaway.ts';

export interface ScratchDatabase {
  readonly url: string;
  /** The postmaster's process. */
  readonly pid: number;
  stop(): Promise<void>;
}

/** A migrated and empty PostgreSQL that ends with this process. */
export async function scratchDatabase(): Promise<ScratchDatabase> {
  const folder = await throwawayFolder();
  const postgres = await startPostgres({ dataDir: folder.path, durable: false });
  const release = endWithUs(postgres.pid, folder.path);
  await migrate(postgres.url);
  return {
    url: postgres.url,
    pid: postgres.pid,
    async stop() {
      await postgres.stop();
      await release();
      folder.remove();
    },
  };
}
