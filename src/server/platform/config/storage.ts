import * as z from 'zod/mini';
import { type Environment, flag, integer, optional, read, readRequired, secret, string } from './variables.ts';

const POSTGRES = secret({
  schema: z.string().check(z.refine(isPostgresUrl)),
  expected: 'a postgres:// address, of one server or of several separated by commas',
});

function isPostgresUrl(text: string): boolean {
  const [, scheme, hosts = ''] = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)/.exec(text) ?? [];
  return scheme !== undefined && hosts.split(',').every((host) => /^(\[[^\]]*\]|[^:]*)(:\d+)?$/.test(host));
}

const POOL = integer(1, 500, 'a number of connections');

/** What a process that only migrates or backs up needs as well. @throws ConfigError */
export function readStorage(env: Environment) {
  const directUrl = read(env, 'DATABASE_DIRECT_URL', optional(POSTGRES), null);
  return {
    dataDir: read(env, 'DATA_DIR', string('a folder'), '.data'),
    databaseUrl: readRequired(env, 'DATABASE_URL', POSTGRES),
    /** Past the pooler that DATABASE_URL leads to; null where there is none. */
    directUrl,
    migrationUrl: read(env, 'DATABASE_MIGRATION_URL', optional(POSTGRES), null),
    /** Shared by all processes; null keeps hashed files in PostgreSQL. */
    assetFolder: read(env, 'ASSET_FOLDER', optional(string('a folder that every process shares')), null),
    migratesAtStart: read(env, 'MIGRATE_AT_START', flag, true),
    poolSize: read(env, 'DATABASE_POOL_SIZE', POOL, 20),
    jobsPoolSize: read(env, 'DATABASE_JOBS_POOL_SIZE', optional(POOL), null),
    preparesStatements: read(env, 'DATABASE_PREPARED_STATEMENTS', flag, directUrl === null),
  };
}
