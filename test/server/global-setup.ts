import type { TestProject } from 'vitest/node';
import { startPostgres } from '../../launch/postgres.ts';
import { migrate } from '../../src/server/platform/db/migrate.ts';
import { endWithUs, throwawayFolder } from './throwaway.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Any database of the run's PostgreSQL, for creating others. */
    postgresUrl: string;
    /** The name of a database with every migration applied. Nothing connects to it. */
    templateDatabase: string;
  }
}

/** One PostgreSQL for the whole run; `testDatabase` gives each test file a database of its own in it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await throwawayFolder();
  const postgres = await startPostgres({ dataDir: folder.path, durable: false });
  const release = endWithUs(postgres.pid, folder.path);
  await migrate(postgres.url);
  const template = new URL(postgres.url).pathname.slice(1);
  project.provide('templateDatabase', template);
  project.provide('postgresUrl', postgres.url.replace(`/${template}`, '/postgres'));
  return async () => {
    await postgres.stop();
    await release();
    folder.remove();
  };
}
