import { eq, lt, sql } from 'drizzle-orm';
import type { PlatformContext } from '../context.ts';
import { firstRow } from '../db/database.ts';
import { builtFiles } from '../schema.ts';
import { asBuiltFile, type BuiltFile, hasBuild, readBuiltFiles } from './build-output.ts';

/** A tab that is open longer than this reloads if a file is missing (src/web/app/new-build.ts). */
const KEPT_FOR_MS = 14 * 24 * 60 * 60_000;

type StoreContext = Pick<PlatformContext, 'db' | 'clock'>;
type Files = ReadonlyMap<string, BuiltFile>;

/**
 * Stores the hashed files of all builds of the last 14 days in PostgreSQL, so that every process can serve every build.
 */
export class BuiltFileStore {
  readonly #db: StoreContext['db'];
  readonly #clock: StoreContext['clock'];

  constructor({ db, clock }: StoreContext) {
    this.#db = db;
    this.#clock = clock;
  }

  async publish(files: Files): Promise<void> {
    const publishedAt = this.#clock.now();
    const present = await this.paths();
    const hashed = [...files].filter(([path]) => isHashedPath(path));
    for (const [path, { body }] of hashed.filter(([path]) => !present.has(path))) {
      await this.#db.insert(builtFiles).values({ path, body, publishedAt }).onConflictDoNothing();
    }
    const own = hashed.map(([path]) => path);
    // Rows are locked in one order, since two processes could deadlock otherwise.
    await this.#db.execute(sql`
      update built_files set published_at = ${publishedAt.toISOString()}::timestamptz
        from (select path from built_files where path in ${own} order by path for update) as own
        where built_files.path = own.path`);
  }

  async paths(): Promise<ReadonlySet<string>> {
    return new Set((await this.#db.select({ path: builtFiles.path }).from(builtFiles)).map(({ path }) => path));
  }

  async read(path: string): Promise<BuiltFile | null> {
    const row = await firstRow(this.#db.select().from(builtFiles).where(eq(builtFiles.path, path)));
    return row && asBuiltFile(path, row.body);
  }

  async deleteUnused(): Promise<void> {
    const since = new Date(this.#clock.now().getTime() - KEPT_FOR_MS);
    await this.#db.delete(builtFiles).where(lt(builtFiles.publishedAt, since));
  }
}

/** Called at each start and once a day. */
export async function publishBuild(ctx: Pick<PlatformContext, 'db' | 'config' | 'clock'>): Promise<void> {
  if (ctx.config.development || !hasBuild()) return;
  const store = new BuiltFileStore(ctx);
  await store.publish(await readBuiltFiles());
  await store.deleteUnused();
}

export function isHashedPath(path: string): boolean {
  return /^\/assets\/[\w.-]+$/.test(path);
}
