import * as z from 'zod/mini';
import { OperatorError } from '../errors/api-error.ts';
import type { Archive } from './archive.ts';

export const MANIFEST = 'manifest.json';
const FORMAT = 1;

const digest = { bytes: z.number(), sha256: z.string() };
const manifestSchema = z.object({
  format: z.literal(FORMAT),
  madeAt: z.string(),
  /** Of PostgreSQL, for a person who looks into the file. */
  serverVersion: z.string(),
  /** Hashes of the migrations that the tables have, oldest first. */
  migrations: z.array(z.string()),
  /** Of pg-boss's tables. */
  jobTables: z.number(),
  /** Ids of the keys without which something in the tables can no longer be opened. */
  sealingKeys: z.array(z.string()),
  tables: z.array(
    z.object({
      schema: z.string(),
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.number(),
      /** Of all rows in any order (`row-sum.ts`). */
      sum: z.string(),
      ...digest,
    }),
  ),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), last: z.string() })),
  files: z.array(z.object({ path: z.string(), ...digest })),
});

/** What a backup holds, as counted when it was made. */
export type Manifest = z.output<typeof manifestSchema>;
export type BackedUpTable = Manifest['tables'][number];
export type BackedUpFile = Manifest['files'][number];

export function newManifest(contents: Omit<Manifest, 'format'>): Manifest {
  return { format: FORMAT, ...contents };
}

/** @throws OperatorError when the archive is no backup of ours, or one of another format */
export async function readManifest(archive: Archive): Promise<Manifest> {
  if (!archive.has(MANIFEST)) throw new OperatorError('This file is no backup of the shop.');
  const parsed = manifestSchema.safeParse(JSON.parse(await archive.readText(MANIFEST)));
  if (parsed.success) return parsed.data;
  throw new OperatorError('This backup was made by a release with another format: restore it with that release.');
}

/** @throws OperatorError naming the first entry whose bytes are not those that were backed up */
export async function checkEntries(archive: Archive, { tables, files }: Manifest): Promise<void> {
  for (const table of tables) await archive.check(entryOfTable(table), table);
  for (const file of files) await archive.check(entryOfFile(file.path), file);
}

export function entryOfTable({ schema, name }: Pick<BackedUpTable, 'schema' | 'name'>): string {
  return `tables/${schema}.${name}.copy`;
}

export function entryOfFile(path: string): string {
  return `files/${path}`;
}

/** "43 tables with 1,207 rows, and 12 files" */
export function describeContents({ tables, files }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${tables.length} tables with ${rows.toLocaleString('en-US')} rows, and ${files.length} files`;
}

/** Sorts by time: `dead-letter-club-20261127T140509Z.zip`. */
export function backupName(now: Date): string {
  return `dead-letter-club-${now.toISOString().replace(/[-:]|\.\d+/g, '')}.zip`;
}
