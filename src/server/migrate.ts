import { failureSentence } from './failure-sentence.ts';
import { asksForHelp } from './platform/config/asks-for-help.ts';
import { readMigrationConfig } from './platform/config/config.ts';
import { whenDatabaseAnswers } from './platform/db/await-database.ts';
import { directUrlOf } from './platform/db/connection.ts';
import { migrateJobTables } from './platform/jobs/jobs.ts';
import { prepareDatabase } from './platform/jobs/prepare-database.ts';
import { LogStream } from './platform/logging/log-stream.ts';
import { openLog } from './platform/logging/log.ts';
import { printable } from './platform/logging/printable.ts';

const HELP = `Brings the tables of DATABASE_URL up to date, waiting for a database that is away, and ends.
It reads DATABASE_URL, DATABASE_DIRECT_URL beside a pooler, and DATABASE_MIGRATION_URL where another role owns the tables.
`;

if (asksForHelp(process.argv.slice(2))) process.stdout.write(HELP);
else await bringUpToDate();

async function bringUpToDate(): Promise<void> {
  try {
    const log = openLog('warn', new LogStream({ fd: process.stderr.fd }));
    const config = { ...readMigrationConfig(process.env), migratesAtStart: true };
    const applied = await whenDatabaseAnswers(log, () => prepareDatabase(config));
    if (config.migrationUrl === null) await migrateJobTables(directUrlOf(config));
    process.stdout.write(`The database is up to date; migrations applied: ${applied}.\n`);
  } catch (error) {
    const sentence = failureSentence(error);
    process.stderr.write(
      `${printable(sentence ?? (error instanceof Error ? (error.stack ?? error.message) : String(error)))}\n`,
    );
    process.exitCode = 1;
  }
}
