import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, lt, sql } from 'drizzle-orm';
import pLimit from 'p-limit';
import type { PlatformContext } from '../context.ts';
import { firstRow } from '../db/database.ts';
import { Bucket } from '../http/bucket.ts';
import { builtFiles } from '../schema.ts';
import { asBuiltFile, type BuiltFile, hasBuild, readBuiltFiles } from './build-output.ts';

const DAY_MS = 24 * 60 * 60_000;
/** A session's life (rules/accounts 16). */
const LIFE_MS = 180 * DAY_MS;
const WRITTEN_AT_ONCE = 8;

type StoreContext = Pick<PlatformContext, 'db' | 'config' | 'clock'>;
type Files = ReadonlyMap<string, BuiltFile>;

/** Hashed files of all builds (decision 130). */
export interface BuiltFileStore {
  publish(files: Files): Promise<void>;
  paths(): Promise<ReadonlySet<string>>;
  read(path: string): Promise<BuiltFile | null>;
  deleteUnused(): Promise<void>;
}

export function openBuiltFileStore(ctx: StoreContext): BuiltFileStore {
  const { assetFolder, assetBucket } = ctx.config;
  if (assetBucket !== null) return inBucket(ctx, new Bucket(assetBucket, ctx.clock));
  return assetFolder === null ? inDatabase(ctx) : inFolder(ctx, assetFolder);
}

/** At each start and once a day. */
export async function publishBuild(ctx: StoreContext): Promise<void> {
  if (ctx.config.development || !hasBuild()) return;
  const store = openBuiltFileStore(ctx);
  await store.publish(await readBuiltFiles());
  await store.deleteUnused();
}

export function isHashedPath(path: string): boolean {
  return /^\/assets\/[\w.-]+$/.test(path);
}

const ASSETS = '/assets/';

function nameOf(path: string): string {
  return path.slice(ASSETS.length);
}

function pathOf(name: string): string {
  return ASSETS + name;
}

function hashedOf(files: Files): (readonly [string, BuiltFile])[] {
  return [...files].filter(([path]) => isHashedPath(path));
}

function inDatabase({ db, clock }: StoreContext): BuiltFileStore {
  return {
    async publish(files) {
      const publishedAt = clock.now();
      const present = await this.paths();
      const missing = hashedOf(files).filter(([path]) => !present.has(path));
      for (const [path, { body }] of missing) {
        await db.insert(builtFiles).values({ path, body, publishedAt }).onConflictDoNothing();
      }
      const own = hashedOf(files).map(([path]) => path);
      // In one order, or two processes wait for each other.
      await db.execute(sql`
        update built_files set published_at = ${publishedAt.toISOString()}::timestamptz
          from (select path from built_files where path in ${own} order by path for update) as own
          where built_files.path = own.path`);
    },
    async paths() {
      return new Set((await db.select({ path: builtFiles.path }).from(builtFiles)).map(({ path }) => path));
    },
    async read(path) {
      const row = await firstRow(db.select().from(builtFiles).where(eq(builtFiles.path, path)));
      return row && asBuiltFile(path, row.body);
    },
    async deleteUnused() {
      await db.delete(builtFiles).where(lt(builtFiles.publishedAt, new Date(clock.now().getTime() - LIFE_MS)));
    },
  };
}

function inBucket({ clock }: StoreContext, bucket: Bucket): BuiltFileStore {
  const isOlder = (than: number, since: Date) => since.getTime() < clock.now().getTime() - than;
  return {
    async publish(files) {
      const present = await bucket.list();
      const due = hashedOf(files).filter(([path]) => isOlder(DAY_MS, present.get(nameOf(path)) ?? new Date(0)));
      await pLimit(WRITTEN_AT_ONCE).map(due, ([path, { body }]) => bucket.write(nameOf(path), body));
    },
    async paths() {
      return new Set([...(await bucket.list()).keys()].map(pathOf).filter(isHashedPath));
    },
    async read(path) {
      return asBuiltFile(path, await bucket.read(nameOf(path)));
    },
    async deleteUnused() {
      for (const [name, since] of await bucket.list()) {
        if (isHashedPath(pathOf(name)) && isOlder(LIFE_MS, since)) await bucket.delete(name);
      }
    },
  };
}

function inFolder({ clock }: StoreContext, folder: string): BuiltFileStore {
  const placeOf = (path: string) => join(folder, nameOf(path));
  return {
    async publish(files) {
      await mkdir(folder, { recursive: true });
      const present = await this.paths();
      for (const [path, { body }] of hashedOf(files)) {
        if (!present.has(path)) await writeWhole(placeOf(path), body);
        await utimes(placeOf(path), clock.now(), clock.now());
      }
    },
    async paths() {
      return new Set((await readdir(folder)).map(pathOf).filter(isHashedPath));
    },
    async read(path) {
      return asBuiltFile(path, await readFile(placeOf(path)));
    },
    async deleteUnused() {
      for (const name of await readdir(folder)) {
        const { mtimeMs } = await stat(join(folder, name));
        if (mtimeMs < clock.now().getTime() - LIFE_MS) await rm(join(folder, name), { force: true });
      }
    },
  };
}

async function writeWhole(path: string, body: Buffer): Promise<void> {
  const draft = join(path, '..', `.${randomUUID()}`);
  await writeFile(draft, body);
  await rename(draft, path);
}
