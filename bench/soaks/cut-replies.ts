import { deepStrictEqual } from 'node:assert';
import { Shopper } from '../../test/clients/shopper.ts';
import { gatherEvidence, ONE_MONTHLY_PURCHASE } from '../../test/load/evidence.ts';
import { inParallel, upTo } from '../../test/load/in-parallel.ts';
import { SeededRandom } from '../../test/load/seeded-random.ts';
import { openBeside } from '../../test/server/beside.ts';
import { type Fate, Wire } from '../../test/server/wire.ts';
import { resultOrRefusal, type Soak } from './soak.ts';

const BUYERS_AT_ONCE = 8;
const CUT_PERCENT = 30;
/** Stripe's client repeats a call that often, with one idempotency key. */
const TRIES_PER_CALL = 3;
const MOST_PRESSES = 40;
const MAKES_SOMETHING = /^POST (\/v1\/(?:customers|subscriptions)) /;

export const cutReplies: Soak = {
  name: 'cut-replies',
  proves: 'Answers of Stripe that are lost after it acted charge each buyer once',
  fullSize: 1_000,
  smallSize: 2,
  async run(shop, { size, seed }) {
    const wire = await Wire.open(shop.sandbox.port);
    const stripe = { ...shop.ctx.config.stripe, apiBase: new URL(`http://127.0.0.1:${wire.port}`) };
    const beside = await openBeside(shop, { stripe });
    const cuts: Date[] = [];
    let [buyers, presses] = [0, 0];
    try {
      wire.breakWhen(cutsFrom(new SeededRandom(seed)), () => void cuts.push(new Date()));
      while (cuts.length < size) {
        await inParallel(upTo(Math.min(size, BUYERS_AT_ONCE)), BUYERS_AT_ONCE, async () => {
          const user = await Shopper.signUp({ siteUrl: beside.siteUrl, payer: shop.payer });
          const pressed = await pressPayUntilPaid(user);
          await shop.sandbox.webhooksDelivered();
          deepStrictEqual(await gatherEvidence(shop, user), ONE_MONTHLY_PURCHASE);
          [buyers, presses] = [buyers + 1, presses + pressed];
        });
      }
    } finally {
      await beside.close();
      wire.close();
    }
    return `${cuts.length} answers lost, ${buyers} buyers pressed Pay ${presses} times, one charge each`;
  },
};

/** Every other call loses all its answers, so that the buyer must press Pay again. */
function cutsFrom(random: SeededRandom): (request: Buffer) => Fate {
  const made = new Map<string, number>();
  const triesToLose = new Map<string, number>();
  return (bytes) => {
    const request = bytes.toString('latin1');
    const path = MAKES_SOMETHING.exec(request)?.[1];
    const key = /^idempotency-key: (.+)$/im.exec(request)?.[1];
    if (path !== undefined && key !== undefined) {
      if (!triesToLose.has(key)) {
        const number = (made.get(path) ?? 0) + 1;
        made.set(path, number);
        triesToLose.set(key, number % 2 === 1 ? TRIES_PER_CALL : 0);
      }
      const left = triesToLose.get(key) ?? 0;
      triesToLose.set(key, left - 1);
      if (left > 0) return 'answer lost';
    }
    return random.chance(CUT_PERCENT) ? 'answer lost' : 'passes';
  };
}

/** @returns how often Pay was pressed */
async function pressPayUntilPaid(user: Shopper): Promise<number> {
  for (let presses = 1; presses <= MOST_PRESSES; presses++) {
    const answer = await resultOrRefusal(() => user.buy());
    if (typeof answer !== 'string' || answer === 'already_subscribed') return presses;
    if (!['payments_unavailable', 'checkout_busy'].includes(answer)) throw new Error(answer);
  }
  throw new Error(`Pay was pressed ${MOST_PRESSES} times in vain.`);
}
