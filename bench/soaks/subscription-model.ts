import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { addDays, type CalendarDate, newYorkDate } from '../../src/domain/calendar-date.ts';
import { storedAddress } from '../../src/domain/envelope.ts';
import type { Hold } from '../../src/domain/hold.ts';
import { serviceThrough } from '../../src/domain/mailing-calendar.ts';
import {
  type FridayFacts,
  firstLetterDecision,
  fridayDecision,
  type RunDecision,
} from '../../test/models/run-decision.ts';
import { MONTHS_PER_SEASON } from '../../src/domain/season.ts';
import { changeAddress, insertAddress } from '../../src/server/customers/addresses/queries.ts';
import type { Database } from '../../src/server/platform/db/database.ts';
import { gifts, subscriptions } from '../../src/server/commerce/schema.ts';
import { moveStart } from '../../src/server/commerce/gifts/queries.ts';
import { listOpenHolds, listTemporaryAddresses } from '../../src/server/fulfilment/calendar/queries.ts';
import {
  closeHold,
  closeTemporaryAddress,
  insertHold,
  insertTemporaryAddress,
  setShippingAddress,
} from '../../src/server/fulfilment/delivery-changes/queries.ts';
import type { Run } from '../../src/server/fulfilment/runs/runs.ts';
import type { SeededRandom } from '../../test/load/seeded-random.ts';
import { addSubscriber, GANNET_ROW, payInvoice, type Subscriber } from '../../test/builders/subscribers.ts';

interface Said {
  readonly at: Date;
}
interface AskedHold extends Said, Hold {
  readonly id: string;
  lifted: Date | null;
}
interface Elsewhere extends Said {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  readonly street: string;
  withdrawn: Date | null;
}
/** A letter that the post took. */
export interface HandedOverLetter {
  readonly letter: number;
  readonly nominalOn: CalendarDate;
  readonly street: string;
}

let streets = 0;

/** One subscription, and everything that anybody ever asked about it: kept apart from the shop's tables, to be held against them. */
export class SubscriptionModel {
  readonly handedOver: HandedOverLetter[] = [];
  readonly lived = new Map<string, number>();
  status: 'active' | 'past_due' | 'cancelled' = 'active';
  refundedAt: Date | null = null;
  disputed = false;
  paid = 1;
  #payOn: CalendarDate;
  #streets: (Said & { readonly street: string })[];
  #holds: AskedHold[] = [];
  #elsewhere: Elsewhere[] = [];

  private constructor(
    private readonly db: Database,
    private readonly subscriber: Subscriber,
    readonly annual: boolean,
    private readonly giftId: string | null,
    private readonly ownRandom: SeededRandom,
    public serviceStart: CalendarDate,
    street: string,
  ) {
    this.#payOn = serviceThrough(serviceStart, 1);
    this.#streets = [{ at: new Date(0), street }];
  }

  /** @param random its own: many lives begin, and pay, at once, and none may change another's luck */
  static async begin(db: Database, random: SeededRandom, start: CalendarDate): Promise<SubscriptionModel> {
    const annual = random.chance(30);
    const street = nextStreet();
    const planType = annual ? 'annual' : 'monthly';
    const subscriber = await addSubscriber(db, { serviceStart: start, planType, address: { addressLine1: street } });
    const giftId = random.chance(25) ? await makeGift(db, subscriber, start, planType) : null;
    return new SubscriptionModel(db, subscriber, annual, giftId, random, start, street);
  }

  get id(): string {
    return this.subscriber.subscriptionId;
  }

  get monthsPaid(): number {
    return this.annual ? MONTHS_PER_SEASON : this.paid;
  }

  /** Renewals come on their day, or late. */
  async payWhatIsDue(at: Date): Promise<void> {
    const today = newYorkDate(at);
    if (this.annual || this.paid >= MONTHS_PER_SEASON || this.status === 'cancelled' || today < this.#payOn) return;
    if (this.ownRandom.chance(20)) {
      await this.#setStatus('past_due');
      this.#payOn = addDays(today, 1 + Math.floor(this.ownRandom.roll() * 20));
      return;
    }
    await payInvoice(this.db, this.id, at);
    this.paid += 1;
    this.#payOn = serviceThrough(this.serviceStart, this.paid);
    if (this.status === 'past_due') await this.#setStatus('active');
    this.#count('renewal');
  }

  /** Something that a subscriber, a bank or an operator does: nothing of it may go wrong, whatever it meets. */
  async live(random: SeededRandom, at: Date): Promise<void> {
    const action = random.pick([
      this.rewrite,
      this.move,
      this.hold,
      this.lift,
      this.goElsewhere,
      this.comeBack,
      this.turn,
    ]);
    if (random.chance(2)) await this.refundOrDispute(random, at);
    else if (this.giftId !== null && newYorkDate(at) < this.serviceStart) await this.editGift(random, at);
    else await action(random, at);
  }

  /** What counts as of an instant alone, so that it may be said while the run is being frozen. */
  async say(random: SeededRandom, at: Date): Promise<void> {
    await random.pick([this.rewrite, this.move, this.hold, this.lift, this.goElsewhere, this.comeBack])(random, at);
  }

  private readonly rewrite = async (_: SeededRandom, at: Date): Promise<void> => {
    const street = nextStreet();
    const { userId, addressId } = this.subscriber;
    await changeAddress(this.db, userId, addressId, storedAddress({ ...GANNET_ROW, addressLine1: street }), at);
    this.#streets.push({ at, street });
    this.#count('address');
  };

  private readonly move = async (_: SeededRandom, at: Date): Promise<void> => {
    const street = nextStreet();
    const address = { ...storedAddress({ ...GANNET_ROW, addressLine1: street }), label: 'New', isDefault: false };
    const { id } = await insertAddress(this.db, { ...address, userId: this.subscriber.userId }, at);
    await this.db.transaction((tx) => setShippingAddress(tx, this.id, id, at));
    Object.assign(this.subscriber, { addressId: id });
    this.#streets.push({ at, street });
    this.#count('move');
  };

  private readonly hold = async (random: SeededRandom, at: Date): Promise<void> => {
    const fromLetter = Math.min(24, this.handedOver.length + 1 + Math.floor(random.roll() * 3));
    const resumeOn = addDays(newYorkDate(at), 1 + Math.floor(random.roll() * 40));
    await insertHold(this.db, { subscriptionId: this.id, fromLetter, resumeOn, createdAt: at });
    const newest = (await listOpenHolds(this.db, this.id, newYorkDate(at))).at(-1);
    this.#holds.push({ id: newest?.id ?? '', fromLetter, resumeOn, at, lifted: null });
    this.#count('hold');
  };

  private readonly lift = async (random: SeededRandom, at: Date): Promise<void> => {
    const open = this.#holds.filter(({ lifted }) => lifted === null);
    if (open.length === 0) return;
    const hold = random.pick(open);
    if (await closeHold(this.db, this.id, hold.id, at)) hold.lifted = at;
    this.#count('lift');
  };

  private readonly goElsewhere = async (random: SeededRandom, at: Date): Promise<void> => {
    const from = Math.min(24, this.handedOver.length + 1 + Math.floor(random.roll() * 2));
    const to = Math.min(24, from + Math.floor(random.roll() * 3));
    const street = nextStreet();
    const address = { ...GANNET_ROW, addressLine1: street };
    await insertTemporaryAddress(this.db, {
      subscriptionId: this.id,
      fromLetter: from,
      toLetter: to,
      address,
      createdAt: at,
    });
    const id = (await listTemporaryAddresses(this.db, this.id)).at(-1)?.id ?? '';
    this.#elsewhere.push({ id, at, from, to, street, withdrawn: null });
    this.#count('temporary address');
  };

  private readonly comeBack = async (random: SeededRandom, at: Date): Promise<void> => {
    const open = this.#elsewhere.filter(({ withdrawn }) => withdrawn === null);
    if (open.length === 0) return;
    const chosen = random.pick(open);
    if (await closeTemporaryAddress(this.db, this.id, chosen.id, at)) chosen.withdrawn = at;
    this.#count('temporary address withdrawn');
  };

  private readonly turn = async (): Promise<void> => {
    if (this.refundedAt !== null) return;
    await this.#setStatus(this.status === 'cancelled' ? 'active' : 'cancelled');
    this.#count(this.status === 'cancelled' ? 'cancel' : 'resume');
  };

  async refundOrDispute(random: SeededRandom, at: Date): Promise<void> {
    if (random.chance(50)) {
      this.disputed = !this.disputed;
      const disputeHeldAt = this.disputed ? at : null;
      await this.db.update(subscriptions).set({ disputeHeldAt }).where(eq(subscriptions.id, this.id));
      this.#count('dispute');
      return;
    }
    if (this.refundedAt !== null) return;
    await this.#setStatus('cancelled');
    await this.db.update(subscriptions).set({ refundRequestedAt: at }).where(eq(subscriptions.id, this.id));
    this.refundedAt = at;
    this.#count('refund');
  }

  private async editGift(random: SeededRandom, at: Date): Promise<void> {
    await this.rewrite(random, at);
    const startDate = addDays(newYorkDate(at), 1 + Math.floor(random.roll() * 20));
    const { giftId } = this;
    if (giftId !== null) await this.db.transaction((tx) => moveStart(tx, giftId, startDate, at));
    this.serviceStart = startDate;
    this.#payOn = serviceThrough(startDate, this.paid);
    this.#count('gift edit');
  }

  async #setStatus(status: SubscriptionModel['status']): Promise<void> {
    this.status = status;
    await this.db.update(subscriptions).set({ status }).where(eq(subscriptions.id, this.id));
  }

  #count(action: string): void {
    this.lived.set(action, (this.lived.get(action) ?? 0) + 1);
  }

  /** What the rules say about this subscription when that run is frozen. */
  decide({ kind, nominalOn, freezesAt }: Run): RunDecision {
    const { status, disputed, monthsPaid, serviceStart } = this;
    const holds = this.#holds.filter(({ at, lifted }) => at < freezesAt && (lifted === null || lifted >= freezesAt));
    const standing = { status, disputed, holds, monthsPaid, refunded: this.refundedAt !== null };
    if (kind === 'first_letter') {
      if (this.handedOver.length > 0) return { kind: 'excluded', reason: 'earlier_letter_not_handed_over' };
      return firstLetterDecision({ ...standing, serviceStart }, nominalOn);
    }
    const facts: FridayFacts = {
      ...standing,
      serviceThrough: serviceThrough(serviceStart, monthsPaid),
      firstLetterHandedOverOn: this.handedOver[0]?.nominalOn ?? null,
      mailedCount: this.handedOver.length,
      nextIsInAnotherRun: false,
      newestMailingDay: this.handedOver.at(-1)?.nominalOn ?? null,
    };
    return fridayDecision(facts, nominalOn);
  }

  /** Whether a piece that was frozen, or waits, goes to the post as things stand now. */
  leaves(decision: RunDecision, { nominalOn }: Run): boolean {
    if (decision.kind === 'excluded' || this.refundedAt !== null || this.disputed) return false;
    const isPaid =
      nominalOn < serviceThrough(this.serviceStart, this.monthsPaid) || decision.letter <= 2 * this.monthsPaid;
    return decision.kind === 'due' || isPaid;
  }

  /** Where that letter goes, as it stood at that instant. */
  streetAt(letter: number, instant: Date): string {
    const elsewhere = this.#elsewhere
      .filter(({ from, to }) => from <= letter && letter <= to)
      .filter(({ at, withdrawn }) => at < instant && (withdrawn === null || withdrawn >= instant))
      .at(-1);
    return elsewhere?.street ?? this.#streets.findLast(({ at }) => at < instant)?.street ?? '';
  }
}

function nextStreet(): string {
  streets += 1;
  return `${streets} Gannet Row`;
}

async function makeGift(db: Database, account: Subscriber, startDate: CalendarDate, planType: 'annual' | 'monthly') {
  const id = randomUUID();
  const now = sql`now()`;
  await db.insert(gifts).values({
    id,
    userId: account.userId,
    recipientName: 'Ada',
    recipientEmail: 'ada@wickharbor.example',
    planType,
    startDate,
    notifyRecipient: false,
    shippingAddressId: account.addressId,
    createdAt: now,
    updatedAt: now,
  });
  await db.update(subscriptions).set({ giftId: id }).where(eq(subscriptions.id, account.subscriptionId));
  return id;
}
