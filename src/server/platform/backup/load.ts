import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { migrateAsFarAs } from '../db/migrate.ts';
import { createJobTables, jobTablesVersion } from '../jobs/jobs.ts';
import { OperatorError } from '../errors/api-error.ts';
import { type Archive, nowhere } from './archive.ts';
import { type BackedUpTable, entryOfTable, type Manifest } from './manifest.ts';
import { RowSum } from './row-sum.ts';
import {
  countRows,
  JOBS_SCHEMA,
  listTables,
  nameOf,
  prepareCopying,
  quoted,
  rowsIn,
  rowsOut,
  setSequence,
  type Table,
} from './tables.ts';

/**
 * Fills an empty database in one transaction, and counts its rows before the commit.
 * @param beforeCommit its failure leaves the database empty
 * @throws OperatorError with a sentence when the database is not empty, or of another release
 */
export async function loadBackup(
  databaseUrl: string,
  client: Client,
  archive: Archive,
  manifest: Manifest,
  beforeCommit: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await prepareSchema(databaseUrl, client, manifest);
  await prepareCopying(client);
  await client.query('begin');
  try {
    // Deferred foreign keys would wait for the commit, and until then no table could be altered.
    await client.query('set constraints all immediate');
    const tables = tablesToLoad(await listTables(client), manifest);
    await requireEmpty(client, tables);
    for (const table of tables) await loadTable(client, archive, table);
    for (const sequence of manifest.sequences) await setSequence(client, sequence);
    await beforeCommit();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function prepareSchema(databaseUrl: string, client: Client, manifest: Manifest): Promise<void> {
  await migrateAsFarAs(databaseUrl, manifest.migrations);
  await createJobTables(client);
  const version = await jobTablesVersion(client);
  if (version === manifest.jobTables) return;
  throw new OperatorError(
    `The backup's job queue has version ${manifest.jobTables}, this release's ${version}: restore it with the release that made it, and start this one afterwards.`,
  );
}

/** In the order in which the database takes them. */
function tablesToLoad(existing: readonly Table[], { tables }: Manifest): BackedUpTable[] {
  const backedUp = new Map(tables.map((table) => [nameOf(table), table]));
  const found = existing.flatMap((table) => backedUp.get(nameOf(table)) ?? []);
  if (found.length === tables.length && existing.length === tables.length) return found;
  const strange = [...tables, ...existing].filter((table) => !found.some((each) => nameOf(each) === nameOf(table)));
  throw new OperatorError(`Backup and database have different tables (${strange.map(nameOf).join(', ')}).`);
}

async function requireEmpty(client: Client, tables: readonly Table[]): Promise<void> {
  for (const table of tables) {
    // A server that runs meanwhile must not write between the look and the load.
    await client.query(`lock table ${quoted(table)} in access exclusive mode`);
  }
  const jobs = tables.filter(({ schema }) => schema === JOBS_SCHEMA);
  await client.query(`truncate ${jobs.map(quoted).join(', ')}`);
  for (const table of tables) {
    if ((await countRows(client, table)) === 0) continue;
    throw new OperatorError(
      `The database is not empty (${nameOf(table)} has rows): a backup is restored into an empty one.`,
    );
  }
}

async function loadTable(client: Client, archive: Archive, table: BackedUpTable): Promise<void> {
  await client.query(`alter table ${quoted(table)} disable trigger user`);
  await archive.pour(entryOfTable(table), rowsIn(client, table));
  await client.query(`alter table ${quoted(table)} enable trigger user`);
  const rows = await countRows(client, table);
  if (rows === table.rows) return;
  throw new OperatorError(`${nameOf(table)} has ${rows} rows after the restore, and had ${table.rows} before.`);
}

/** Names of the tables in which any byte of any row is not what was backed up. */
export async function differingTables(client: Client, manifest: Manifest): Promise<string[]> {
  await prepareCopying(client);
  const differing: string[] = [];
  for (const table of manifest.tables) {
    const summed = new RowSum();
    await pipeline(rowsOut(client, table), summed.stream, nowhere());
    if (summed.sum !== table.sum) differing.push(nameOf(table));
  }
  return differing;
}
