import { sql } from 'drizzle-orm';
import { Shopper } from '../../../test/clients/shopper.ts';
import { inParallel, upTo } from '../../../test/load/in-parallel.ts';
import { MixedLoad } from '../faults/mixed-load.ts';
import { SeededRandom } from '../seeded-random.ts';
import { BrowserVisits } from './browser-visits.ts';
import type { ClusterShop } from './cluster-shop.ts';
import { CommitWatch } from './commit-watch.ts';
import { MailingRuns } from './mailing-runs.ts';
import { OwnThread } from './own-thread.ts';
import { patiently } from './patiently.ts';
import { RequestLoad } from './request-load.ts';
import { StreamWatch } from './stream-watch.ts';
import { WriteProbe } from './write-probe.ts';

const VISITORS = 2;
const WRITERS = 8;
const DASHBOARDS = 4;
const SIGN_UPS_AT_ONCE = 2;
const CHANGED_WITHIN_MS = 60_000;

/** Everything that asks the shop for something while its machines fail. */
export class ClusterLoad {
  readonly #db: ClusterShop['db'];
  readonly #dashboardUser: Shopper;
  readonly #shoppers: readonly Shopper[];
  readonly thread = new OwnThread();

  private constructor(
    db: ClusterShop['db'],
    dashboardUser: Shopper,
    writers: readonly Shopper[],
    readonly mixed: MixedLoad,
    readonly requests: RequestLoad,
    readonly writes: WriteProbe,
    readonly commits: CommitWatch,
    readonly streams: StreamWatch,
    readonly mailings: MailingRuns,
    readonly browsers: BrowserVisits,
  ) {
    this.#db = db;
    this.#dashboardUser = dashboardUser;
    this.#shoppers = [dashboardUser, ...writers];
  }

  static async open(cluster: ClusterShop, seed: number, perSecond: number): Promise<ClusterLoad> {
    const { around, databases, db, settings, balancers } = cluster;
    const writers = await inParallel(upTo(WRITERS), SIGN_UPS_AT_ONCE, () => Shopper.signUp(around));
    const dashboardUser = await Shopper.signUp(around);
    await dashboardUser.buy();
    const commits = await CommitWatch.open(databases);
    const mailings = await MailingRuns.open(db, settings);
    const browsers = await BrowserVisits.open(around.siteUrl);
    const mixed = new MixedLoad(around, new SeededRandom(seed), VISITORS, { hasMailingDays: true });
    return new ClusterLoad(
      db,
      dashboardUser,
      writers,
      mixed,
      new RequestLoad(balancers, [dashboardUser, ...writers], perSecond),
      new WriteProbe(around.siteUrl, writers, mixed.writes),
      commits,
      new StreamWatch(around.siteUrl, dashboardUser, DASHBOARDS),
      mailings,
      browsers,
    );
  }

  /** A sign-in is good for an hour, which ten rounds exceed. */
  async signInAgain(): Promise<void> {
    for (const shopper of this.#shoppers) await patiently(() => shopper.signInAgain());
  }

  /** @throws Error when an open dashboard does not hear of a change */
  async requireHeard(): Promise<void> {
    const { userId } = this.#dashboardUser;
    const change = () =>
      this.#db.execute(sql`update subscriptions set updated_at = updated_at where user_id = ${userId}`);
    await this.streams.requireHeard(() => patiently(change, CHANGED_WITHIN_MS));
  }

  /** Resolves when the last answers have come. @throws Error when something cannot be ended; all else has ended then */
  async stop(): Promise<void> {
    const asking = [this.browsers.end(), this.mailings.end()];
    const all = await Promise.allSettled([...asking, this.mixed.stop(), this.requests.stop(), this.writes.stop()]);
    await Promise.all([this.streams.stop(), this.commits.stop()]);
    for (const ended of all) if (ended.status === 'rejected') throw ended.reason;
  }

  async close(): Promise<void> {
    await this.stop().catch(() => undefined);
    this.thread.close();
    await this.browsers.close();
    this.mailings.close();
  }
}
