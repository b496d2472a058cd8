import { setUpCatalogue } from '../../src/server/commerce/payments/catalogue.ts';
import type { Shop } from '../../test/server/open-shop.ts';
import { checkAgreement, checkNothingUndone, checkRecorded, look } from './dashboard/check.ts';
import { beginLife, callOurselves, editSomething, hear, type Life, OWN_CALLS, readStripe } from './dashboard/life.ts';
import { SeededRandom } from '../../test/load/seeded-random.ts';
import type { Soak } from './soak.ts';

const DAY_SECONDS = 86_400;
const STEPS = 22;
/** Until every pause, trial and charge is over. */
const LAST_MONTHS = 14;
/** Keeps the sandbox quick. */
const RESET_AFTER = 10;

export const dashboard: Soak = {
  name: 'dashboard',
  proves:
    'Subscriptions that operators edit in Stripe between renewals and our own calls agree with Stripe after each step, are charged twelve months at most, and no edit is undone',
  fullSize: 2000,
  smallSize: 1,
  async run(shop, { size, seed, report }) {
    shop.webhooks.hold();
    let [edits, calls] = [0, 0];
    for (let history = 0; history < size; history++) {
      if (history > 0 && history % RESET_AFTER === 0) await deleteEverything(shop);
      const counted = await live(shop, seed + history);
      edits += counted.edits;
      calls += counted.calls;
      if ((history + 1) % 50 === 0) report(`${history + 1} histories, ${edits} edits`);
    }
    return `${size} histories with ${edits} edits in Stripe and ${calls} calls of our own`;
  },
};

async function live(shop: Shop, seed: number): Promise<{ edits: number; calls: number }> {
  const random = new SeededRandom(seed);
  const life = await beginLife(shop, random.chance(85) ? 'monthly' : 'annual');
  const told: string[] = [];
  const counted = { edits: 0, calls: 0 };
  try {
    for (let step = 0; step < STEPS; step++) await takeStep(life, random, told, counted);
    for (let month = 0; month < LAST_MONTHS; month++) {
      await life.pass(31 * DAY_SECONDS);
      told.push(`month, by ${await hear(life, random)}`);
      await checkAgreement(life);
    }
  } catch (error) {
    throw new Error(`history ${seed}: ${told.join('; ')}`, { cause: error });
  }
  return counted;
}

async function takeStep(
  life: Life,
  random: SeededRandom,
  told: string[],
  counted: { edits: number; calls: number },
): Promise<void> {
  if (random.chance(45)) {
    const days = random.pick([0.02, 3, 8, 31, 31]);
    await life.pass(Math.round(days * DAY_SECONDS));
    told.push(`${days} days, by ${await hear(life, random)}`);
  } else if (random.chance(20)) {
    const call = random.pick(OWN_CALLS);
    await callOurselves(life, call);
    counted.calls += 1;
    told.push(`${call}, by ${await hear(life, random)}`);
  } else {
    const before = await look(life);
    const edit = await editSomething(life, random);
    if (edit === null) return;
    counted.edits += 1;
    const edited = await readStripe(life);
    told.push(`edit ${JSON.stringify(edit)}, by ${await hear(life, random)}`);
    await checkNothingUndone(life, edited);
    await checkRecorded(life, edit.edit, before, edited);
  }
  await checkAgreement(life);
}

async function deleteEverything({ sandbox, ctx }: Shop): Promise<void> {
  await fetch(`${sandbox.url}/_sandbox/reset`, { method: 'POST' });
  await setUpCatalogue(ctx.stripe);
  await ctx.db.transaction(async (tx) => {
    // The cascade reaches the operators' log, and a trigger forbids emptying it.
    await tx.execute('set local session_replication_role = replica');
    await tx.execute('truncate subscriptions, checkouts, gifts, webhook_events, email_outbox cascade');
  });
}
