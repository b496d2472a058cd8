import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { appliedMigrations } from '../db/apply-migrations.ts';
import { jobTablesVersion } from '../jobs/jobs.ts';
import type { NewArchive } from './archive.ts';
import { type BackedUpTable, entryOfFile, entryOfTable, type Manifest, MANIFEST, newManifest } from './manifest.ts';
import { RowSum } from './row-sum.ts';
import { backUpFiles } from './state-files.ts';
import { countRows, listSequences, listTables, nameOf, prepareCopying, rowsOut, type Table } from './tables.ts';

export interface BackupSource {
  readonly client: Client;
  readonly dataDir: string;
  readonly now: Date;
  /** Called inside the snapshot that is copied. */
  readonly sealingKeys: (client: Client) => Promise<readonly string[]>;
}

/**
 * Copies every table as of one moment, then the data folder's files.
 * @throws Error when a table's rows were not all copied
 */
export async function writeBackup(archive: NewArchive, source: BackupSource): Promise<Manifest> {
  const { client, dataDir, now } = source;
  await prepareCopying(client);
  await client.query('begin isolation level repeatable read, read only');
  const facts = await readFacts(source);
  const tables: BackedUpTable[] = [];
  for (const table of await listTables(client)) tables.push(await backUpTable(archive, client, table));
  const sequences = await listSequences(client);
  await client.query('commit');
  // After the tables: Stripe's stand-in may know more than they do, which is reconciled, and never less.
  const files = await backUpFiles(dataDir, (path, stream) => archive.add(entryOfFile(path), stream));
  const manifest = newManifest({ ...facts, madeAt: now.toISOString(), tables, sequences, files });
  await archive.add(MANIFEST, Readable.from([Buffer.from(JSON.stringify(manifest, null, 2))]));
  return manifest;
}

async function readFacts({ client, sealingKeys }: BackupSource) {
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  return {
    serverVersion: rows[0]?.server_version ?? '',
    migrations: await appliedMigrations(client),
    jobTables: (await jobTablesVersion(client)) ?? 0,
    sealingKeys: [...(await sealingKeys(client))],
  };
}

async function backUpTable(archive: NewArchive, client: Client, table: Table): Promise<BackedUpTable> {
  const rows = await countRows(client, table);
  const copy = rowsOut(client, table);
  const summed = new RowSum();
  const [digest] = await Promise.all([archive.add(entryOfTable(table), summed.stream), pipeline(copy, summed.stream)]);
  if (copy.rowCount !== rows) throw new Error(`${nameOf(table)} has ${rows} rows, and ${copy.rowCount} were copied.`);
  return { ...table, columns: [...table.columns], rows, sum: summed.sum, ...digest };
}
