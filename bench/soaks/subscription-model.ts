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
import { insertAddress, rewriteAddress } from '../../src/server/customers/addresses/queries.ts';
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
import { HARBOR_ADDRESS } from '../../test/builders/addresses.ts';
import { addSubscriber, payInvoice, type Subscriber } from '../../test/builders/subscribers.ts';

interface Asked {
  readonly at: Date;
}
interface AskedHold extends Asked, Hold {
  readonly id: string;
  lifted: Date | null;
}
interface AskedTemporaryAddress extends Asked {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  readonly street: string;
  withdrawn: Date | null;
}
export interface HandedOverLetter {
  readonly letter: number;
  readonly nominalOn: CalendarDate;
  readonly street: string;
}

let streets = 0;

/** What was requested for one subscription, kept outside the shop's tables. */
export class SubscriptionModel {
  readonly handedOver: HandedOverLetter[] = [];
  readonly actions: string[] = [];
  status: 'active' | 'past_due' | 'cancelled' = 'active';
  refundedAt: Date | null = null;
  disputed = false;
  paid = 1;
  #payOn: CalendarDate;
  #streets: (Asked & { readonly street: string })[];
  #holds: AskedHold[] = [];
  #temporary: AskedTemporaryAddress[] = [];

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

  /** @param random its own, because many begin at once and a seed must repeat what it found */
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
    this.actions.push('renewal');
  }

  async act(random: SeededRandom, at: Date): Promise<void> {
    const action = random.pick([...this.#deliveryChanges, this.cancelOrResume]);
    if (random.chance(2)) await this.refundOrDispute(random, at);
    else if (this.giftId !== null && newYorkDate(at) < this.serviceStart) await this.editGift(random, at);
    else await action(random, at);
  }

  async changeDelivery(random: SeededRandom, at: Date): Promise<void> {
    await random.pick(this.#deliveryChanges)(random, at);
  }

  private readonly rewriteAddress = async (_: SeededRandom, at: Date): Promise<void> => {
    const street = nextStreet();
    const { addressId } = this.subscriber;
    await rewriteAddress(this.db, addressId, storedAddress({ ...HARBOR_ADDRESS, addressLine1: street }), at);
    this.#streets.push({ at, street });
    this.actions.push('address');
  };

  private readonly move = async (_: SeededRandom, at: Date): Promise<void> => {
    const street = nextStreet();
    const address = { ...storedAddress({ ...HARBOR_ADDRESS, addressLine1: street }), label: 'New', isDefault: false };
    const { id } = await insertAddress(this.db, { ...address, userId: this.subscriber.userId }, at);
    await this.db.transaction((tx) => setShippingAddress(tx, this.id, id, at));
    Object.assign(this.subscriber, { addressId: id });
    this.#streets.push({ at, street });
    this.actions.push('move');
  };

  private readonly hold = async (random: SeededRandom, at: Date): Promise<void> => {
    const fromLetter = Math.min(24, this.handedOver.length + 1 + Math.floor(random.roll() * 3));
    const resumeOn = addDays(newYorkDate(at), 1 + Math.floor(random.roll() * 40));
    await insertHold(this.db, { subscriptionId: this.id, fromLetter, resumeOn, createdAt: at });
    const newest = (await listOpenHolds(this.db, this.id, newYorkDate(at))).at(-1);
    this.#holds.push({ id: newest?.id ?? '', fromLetter, resumeOn, at, lifted: null });
    this.actions.push('hold');
  };

  private readonly lift = async (random: SeededRandom, at: Date): Promise<void> => {
    const open = this.#holds.filter(({ lifted }) => lifted === null);
    if (open.length === 0) return;
    const hold = random.pick(open);
    if (await closeHold(this.db, this.id, hold.id, at)) hold.lifted = at;
    this.actions.push('lift');
  };

  private readonly useTemporaryAddress = async (random: SeededRandom, at: Date): Promise<void> => {
    const from = Math.min(24, this.handedOver.length + 1 + Math.floor(random.roll() * 2));
    const to = Math.min(24, from + Math.floor(random.roll() * 3));
    const street = nextStreet();
    const address = { ...HARBOR_ADDRESS, addressLine1: street };
    await insertTemporaryAddress(this.db, {
      subscriptionId: this.id,
      fromLetter: from,
      toLetter: to,
      address,
      createdAt: at,
    });
    const id = (await listTemporaryAddresses(this.db, this.id)).at(-1)?.id ?? '';
    this.#temporary.push({ id, at, from, to, street, withdrawn: null });
    this.actions.push('temporary address');
  };

  private readonly withdrawTemporaryAddress = async (random: SeededRandom, at: Date): Promise<void> => {
    const open = this.#temporary.filter(({ withdrawn }) => withdrawn === null);
    if (open.length === 0) return;
    const chosen = random.pick(open);
    if (await closeTemporaryAddress(this.db, this.id, chosen.id, at)) chosen.withdrawn = at;
    this.actions.push('temporary address withdrawn');
  };

  readonly #deliveryChanges = [
    this.rewriteAddress,
    this.move,
    this.hold,
    this.lift,
    this.useTemporaryAddress,
    this.withdrawTemporaryAddress,
  ];

  private readonly cancelOrResume = async (): Promise<void> => {
    if (this.refundedAt !== null) return;
    await this.#setStatus(this.status === 'cancelled' ? 'active' : 'cancelled');
    this.actions.push(this.status === 'cancelled' ? 'cancel' : 'resume');
  };

  async refundOrDispute(random: SeededRandom, at: Date): Promise<void> {
    if (random.chance(50)) {
      this.disputed = !this.disputed;
      const disputeHeldAt = this.disputed ? at : null;
      await this.db.update(subscriptions).set({ disputeHeldAt }).where(eq(subscriptions.id, this.id));
      this.actions.push('dispute');
      return;
    }
    if (this.refundedAt !== null) return;
    await this.#setStatus('cancelled');
    await this.db.update(subscriptions).set({ refundRequestedAt: at }).where(eq(subscriptions.id, this.id));
    this.refundedAt = at;
    this.actions.push('refund');
  }

  private async editGift(random: SeededRandom, at: Date): Promise<void> {
    await this.rewriteAddress(random, at);
    const startDate = addDays(newYorkDate(at), 1 + Math.floor(random.roll() * 20));
    const { giftId } = this;
    if (giftId !== null) await this.db.transaction((tx) => moveStart(tx, giftId, startDate, at));
    this.serviceStart = startDate;
    this.#payOn = serviceThrough(startDate, this.paid);
    this.actions.push('gift edit');
  }

  async #setStatus(status: SubscriptionModel['status']): Promise<void> {
    this.status = status;
    await this.db.update(subscriptions).set({ status }).where(eq(subscriptions.id, this.id));
  }

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

  leaves(decision: RunDecision, { nominalOn }: Run): boolean {
    if (decision.kind === 'excluded' || this.refundedAt !== null || this.disputed) return false;
    const isPaid =
      nominalOn < serviceThrough(this.serviceStart, this.monthsPaid) || decision.letter <= 2 * this.monthsPaid;
    return decision.kind === 'due' || isPaid;
  }

  streetAt(letter: number, instant: Date): string {
    const temporary = this.#temporary
      .filter(({ from, to }) => from <= letter && letter <= to)
      .filter(({ at, withdrawn }) => at < instant && (withdrawn === null || withdrawn >= instant))
      .at(-1);
    return temporary?.street ?? this.#streets.findLast(({ at }) => at < instant)?.street ?? '';
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
