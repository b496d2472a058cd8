import { addDays, addMonths, type CalendarDate, newYorkMidnight } from '../../../src/domain/calendar-date.ts';
import { CANCEL_REASONS, type CancelReason } from '../../../src/domain/cancel-reasons.ts';
import { schedule } from '../../../src/domain/letter-plan.ts';
import { PLANS, type PlanType } from '../../../src/domain/plans.ts';
import type { SeededRandom } from '../seeded-random.ts';
import { type Person, person } from './people.ts';

const HOUR_MS = 3_600_000;

export type Ending = 'asked' | 'unpaid' | 'refunded' | 'lost_dispute' | null;

/** What has happened to one subscription up to today. */
export interface Story extends Person {
  readonly number: number;
  readonly planType: PlanType;
  readonly isGift: boolean;
  readonly promoPercent: number;
  readonly joinedOn: CalendarDate;
  readonly ending: Ending;
  readonly endedOn: CalendarDate | null;
  readonly reason: CancelReason | null;
  readonly status: 'active' | 'past_due' | 'cancelled' | 'completed';
  readonly charges: readonly { readonly on: CalendarDate; readonly cents: number }[];
  readonly letters: readonly { readonly letter: number; readonly nominalOn: CalendarDate; readonly on: CalendarDate }[];
  readonly tags: readonly string[];
  readonly dispute: 'needs_response' | 'won' | 'lost' | null;
  readonly onHold: boolean;
  readonly trouble: 'lost' | 'returned' | null;
}

/** Sign-ups of thirteen months, more in the later ones. */
const DAYS_BACK = 395;

export function tellStory(random: SeededRandom, number: number, today: CalendarDate): Story {
  const planType: PlanType = random.chance(30) ? 'annual' : 'monthly';
  const joinedOn = addDays(today, -1 - Math.floor(DAYS_BACK * (1 - Math.sqrt(random.roll()))));
  const isGift = random.chance(12);
  const promoPercent = random.chance(15) ? random.pick([20, 50]) : 0;
  const begun = { ...person(random, number), number, planType, isGift, promoPercent, joinedOn };
  const { ending, endedOn } = endOf(random, planType, joinedOn, today);
  const isOverdue = ending === null && planType === 'monthly' && random.chance(3) && addMonths(joinedOn, 1) < today;
  const charges = chargesOf(begun, endedOn ?? today, isOverdue || ending === 'unpaid');
  const letters = lettersOf(begun, charges.length, { ending, endedOn, today });
  const status =
    ending !== null ? 'cancelled' : letters.length === 24 ? 'completed' : isOverdue ? 'past_due' : 'active';
  const isOpen = status === 'active';
  return {
    ...begun,
    ending,
    endedOn: status === 'completed' ? (letters.at(-1)?.on ?? endedOn) : endedOn,
    reason: ending === 'asked' && random.chance(70) ? random.pick(CANCEL_REASONS) : null,
    status,
    charges,
    letters,
    tags: [...(random.chance(6) ? ['press'] : []), ...(random.chance(8) ? ['book club'] : [])],
    dispute: ending === 'lost_dispute' ? 'lost' : isOpen && random.chance(0.4) ? 'needs_response' : null,
    onHold: isOpen && random.chance(2),
    trouble: letters.length > 2 && random.chance(3) ? random.pick(['lost', 'returned']) : null,
  };
}

/** A random number from 0 to 100 chooses the first end whose `upTo` is above it. */
interface End {
  readonly upTo: number;
  readonly ending: Exclude<Ending, null>;
  endedOn(this: void, joinedOn: CalendarDate, roll: number): CalendarDate;
}

const ENDS: Readonly<Record<PlanType, readonly End[]>> = {
  annual: [{ upTo: 3, ending: 'refunded', endedOn: (joinedOn, roll) => addDays(joinedOn, 10 + Math.floor(roll * 20)) }],
  monthly: [
    { upTo: 26, ending: 'asked', endedOn: (joinedOn, roll) => addDays(joinedOn, 5 + Math.floor(roll * 300)) },
    {
      upTo: 31,
      ending: 'unpaid',
      endedOn: (joinedOn, roll) => addDays(addMonths(joinedOn, 1 + Math.floor(roll * 9)), 14),
    },
    { upTo: 34, ending: 'refunded', endedOn: (joinedOn, roll) => addDays(joinedOn, 8 + Math.floor(roll * 25)) },
    { upTo: 34.5, ending: 'lost_dispute', endedOn: (joinedOn, roll) => addDays(joinedOn, 40 + Math.floor(roll * 60)) },
  ],
};

function endOf(random: SeededRandom, planType: PlanType, joinedOn: CalendarDate, today: CalendarDate) {
  const percent = 100 * random.roll();
  const end = ENDS[planType].find(({ upTo }) => percent < upTo);
  const endedOn = end?.endedOn(joinedOn, random.roll());
  if (end === undefined || endedOn === undefined || endedOn >= today) return { ending: null, endedOn: null };
  return { ending: end.ending, endedOn };
}

type Begun = Pick<Story, 'planType' | 'promoPercent' | 'joinedOn' | 'address'>;

function chargesOf({ planType, promoPercent, joinedOn }: Begun, until: CalendarDate, lastFailed: boolean) {
  const { charges, monthsPerCharge, priceCents } = PLANS[planType];
  const days = Array.from({ length: charges }, (_, index) => addMonths(joinedOn, index * monthsPerCharge));
  const due = days.filter((day, index) => index === 0 || day <= until);
  const paid = lastFailed ? due.slice(0, -1) : due;
  return paid.map((on, index) => ({
    on,
    cents: index === 0 ? Math.round((priceCents * (100 - promoPercent)) / 100) : priceCents,
  }));
}

function lettersOf(
  { planType, joinedOn, address }: Begun,
  charges: number,
  { ending, endedOn, today }: Pick<Story, 'ending' | 'endedOn'> & { readonly today: CalendarDate },
) {
  const monthsPaid = charges * PLANS[planType].monthsPerCharge;
  const stopsOn = ending === 'refunded' || ending === 'lost_dispute' ? (endedOn ?? today) : today;
  return schedule({ serviceStart: joinedOn, destination: address, mailed: [], today: joinedOn, monthsPaid })
    .filter(({ handOver }) => handOver.latest < stopsOn)
    .map(({ letter, mailingDay, handOver }) => ({ letter, nominalOn: mailingDay, on: handOver.latest }));
}

/** An hour of that day in New York. */
export function at(day: CalendarDate, hour: number): Date {
  return new Date(newYorkMidnight(day).getTime() + hour * HOUR_MS);
}

export function earlier(one: Date, other: Date): Date {
  return one < other ? one : other;
}
