import type { Shop } from '../../../test/server/open-shop.ts';
import { terminalOf } from '../../../test/clients/terminal.ts';
import { makeOwner, type Owner } from './owners.ts';
import { belongingsOf, type Belongings, Return } from './recovery.ts';
import type { UserRows } from './rows.ts';
import { mailboxOf, type Stage, type StolenSession } from './stage.ts';
import type { Change, OwnerKind } from './things.ts';

/** What operators may do to a subscriber's account, each with a line in their log (rules/operators 16). */
const BY_OPERATORS: readonly Change[] = ['ways in', 'season', 'money', 'letters', 'purchases'];

/** An owner's account, and what it was before the thief came. */
export class Home {
  visits = 0;
  readonly owner: Owner;
  readonly #stage: Stage;
  readonly #rows: UserRows;
  readonly #belongings: Belongings;
  readonly #charges: string;
  #snapshot: readonly string[] = [];
  #emails: ReadonlySet<string> = new Set();

  private constructor(stage: Stage, rows: UserRows, owner: Owner, found: { belongings: Belongings; charges: string }) {
    this.#stage = stage;
    this.#rows = rows;
    this.owner = owner;
    this.#belongings = found.belongings;
    this.#charges = found.charges;
  }

  static async open(stage: Stage, kind: OwnerKind, rows: UserRows): Promise<Home> {
    const owner = await makeOwner(stage.shop, kind);
    const belongings = await belongingsOf(stage, owner.user.accessToken);
    await stage.shop.sandbox.webhooksDelivered();
    const home = new Home(stage, rows, owner, { belongings, charges: await chargesOf(stage.shop, owner) });
    home.#snapshot = await rows.snapshot(owner.user.userId);
    return home;
  }

  /** Remembers the emails that arrived before the next theft. */
  async lookAtMailbox(): Promise<void> {
    this.#emails = new Set((await mailboxOf(this.#stage, this.owner.user.email)).map(({ id }) => id));
  }

  async changes(): Promise<Change[]> {
    await this.#stage.shop.sandbox.webhooksDelivered();
    const changed = this.#rows.changesBetween(this.#snapshot, await this.#rows.snapshot(this.owner.user.userId));
    return changed.includes('deletion') ? ['deletion'] : changed;
  }

  /** The owner returns and recovers everything; the state now becomes the snapshot for the next theft. */
  async check(stolen: readonly StolenSession[]): Promise<void> {
    await new Return(this.#stage, this.owner, this.#emails).takeBack(this.#belongings, stolen);
    await this.#stage.shop.sandbox.webhooksDelivered();
    await this.#checkCharges();
    this.#snapshot = await this.#rows.snapshot(this.owner.user.userId);
  }

  async #checkCharges(): Promise<void> {
    const charges = await chargesOf(this.#stage.shop, this.owner);
    if (charges !== this.#charges) throw new Error(`The card was charged: ${charges} instead of ${this.#charges}.`);
  }

  /**
   * The log has what the operator's tab did to a subscriber; another operator restores the subscriber's access.
   * @returns whether the account is as it was
   */
  async checkSubject({ user: { userId: operatorId } }: Owner): Promise<boolean> {
    const changed = await this.changes();
    if (changed.length === 0) return true;
    const beyond = changed.filter((change) => !BY_OPERATORS.includes(change));
    if (beyond.length > 0) throw new Error(`To a subscriber it did ${beyond.join(', ')}.`);
    const { shop } = this.#stage;
    const { userId, email } = this.owner.user;
    const { rows } = await shop.ctx.db.$client.query<{ action: string }>(
      'select action from operator_log where operator_id = $1 and (subject like $2 or subscription_id = $3)',
      [operatorId, `%${userId}`, this.owner.ids.subscriptionId],
    );
    if (rows.length === 0)
      throw new Error(`It changed ${changed.join(', ')} of a subscriber without a line in the log.`);
    if (rows.some(({ action }) => action === 'ban')) {
      await terminalOf(shop)('unban', '--id', email, '--note', 'The thief did it.').catch(() => 'not shut out');
    }
    await this.#checkCharges();
    if (changed.some((change) => change !== 'ways in')) return false;
    await this.check([]);
    return true;
  }
}

/** What the owner has paid, in cents, at Stripe. */
async function chargesOf({ ctx, stripe }: Shop, { user }: Owner): Promise<string> {
  const { rows } = await ctx.db.$client.query<{ customer: string | null }>(
    'select stripe_customer_id as customer from user_profiles where id = $1',
    [user.userId],
  );
  const customer = rows[0]?.customer ?? null;
  if (customer === null) return '';
  const { data } = await stripe.paymentIntents.list({ customer, limit: 100 });
  return data.flatMap(({ status, amount_received: cents }) => (status === 'succeeded' ? [cents] : [])).join(' ');
}
