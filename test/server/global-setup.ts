import { readFileSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { Client } from 'pg';
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

/** Another PostgreSQL than the embedded one, such as an older version: the address of a superuser. */
const GIVEN = process.env['TEST_POSTGRES_URL'];

async function setUpOn(project: TestProject, given: string): Promise<() => Promise<void>> {
  const template = `template_${process.pid}`;
  const url = new URL(given);
  const administer = async (statement: string) => {
    const client = new Client({ connectionString: given });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await administer(`create database ${template}`);
  url.pathname = `/${template}`;
  await migrate(url.href);
  project.provide('templateDatabase', template);
  project.provide('postgresUrl', given);
  return () => administer(`drop database ${template} with (force)`);
}

const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 6 * 2 ** 30;

/** In memory if there is enough, since creating and deleting some four hundred databases on disk takes a minute. */
function placeOfDatabases(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    const runsPrograms = !/ \/dev\/shm \S+ \S*noexec/.test(readFileSync('/proc/mounts', 'utf8'));
    return runsPrograms && Math.min(bavail * bsize, freemem()) > ENOUGH_BYTES ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** One PostgreSQL for the whole run; `testDatabase` gives each test file a database of its own in it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (GIVEN) return await setUpOn(project, GIVEN);
  const folder = await throwawayFolder(placeOfDatabases());
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
