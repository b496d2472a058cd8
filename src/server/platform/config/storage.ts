import * as z from 'zod/mini';
import {
  type Environment,
  flag,
  integer,
  matching,
  optional,
  read,
  readRequired,
  secret,
  string,
} from './variables.ts';

const POSTGRES = secret({
  schema: z.string().check(z.refine(isPostgresUrl)),
  expected:
    'a postgres:// address of one server; for several, put HAProxy in front of them (deploy/haproxy/postgres.cfg) and name it here',
});

function isPostgresUrl(text: string): boolean {
  return /^postgres(?:ql)?:\/\/(?:[^@/?]*@)?(\[[^\]]*\]|[^:,/?]*)(:\d+)?(?=[/?]|$)/.test(text);
}

const REASON = matching(/\S\s+\S/, 'the reason, in a few words');
const POOL = integer(1, 500, 'a number of connections');

/** @throws ConfigError */
export function readStorage(env: Environment) {
  const directUrl = read(env, 'DATABASE_DIRECT_URL', optional(POSTGRES), null);
  return {
    dataDir: read(env, 'DATA_DIR', string('a folder'), '.data'),
    databaseUrl: readRequired(env, 'DATABASE_URL', POSTGRES),
    directUrl,
    migrationUrl: read(env, 'DATABASE_MIGRATION_URL', optional(POSTGRES), null),
    withoutTls: read(env, 'DATABASE_WITHOUT_TLS', optional(REASON), null),
    migratesAtStart: read(env, 'MIGRATE_AT_START', flag, true),
    poolSize: read(env, 'DATABASE_POOL_SIZE', POOL, 20),
    jobsPoolSize: read(env, 'DATABASE_JOBS_POOL_SIZE', optional(POOL), null),
    preparesStatements: read(env, 'DATABASE_PREPARED_STATEMENTS', flag, directUrl === null),
  };
}
