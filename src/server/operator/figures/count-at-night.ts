import { FUNNEL_DAYS } from '../../../contract/operator/funnel-days.ts';
import type { CommerceContext } from '../../commerce/context.ts';
import { subscriptions } from '../../commerce/schema.ts';
import { allowLongStatements } from '../../platform/db/statements.ts';
import { countCancelReasons } from './cancel-reasons.ts';
import { countChurn } from './churn.ts';
import { countBooks, countFunnel } from './figures.ts';
import { countForecast } from './forecast.ts';
import { countLetterCosts } from './letter-costs.ts';
import { countLifetimeValues } from './lifetime-values.ts';
import { countMoneyMonths } from './money-months.ts';
import { nightlyFigures } from './nightly-figures-schema.ts';
import { countPromotionFigures } from './promotion-figures.ts';
import { countRetention } from './retention.ts';
import type { CostContext, FigureName } from './stored-figures.ts';
import { countWeeks } from './weeks.ts';

/** Up to this many subscriptions, figures are counted on request. */
const MOST_COUNTED_WHEN_ASKED = 20_000;

const FIGURES: Readonly<Record<FigureName, (ctx: CostContext) => Promise<object>>> = {
  books: countBooks,
  weeks: countWeeks,
  'cancel-reasons': countCancelReasons,
  months: countMoneyMonths,
  churn: countChurn,
  retention: countRetention,
  promotions: countPromotionFigures,
  'letter-costs': countLetterCosts,
  'lifetime-values': countLifetimeValues,
  forecast: countForecast,
  ...Object.fromEntries(
    FUNNEL_DAYS.map(Number).map((days) => [`funnel-${days}`, async (ctx: CostContext) => await countFunnel(ctx, days)]),
  ),
};

export async function countAtNight({ db, clock, config }: CommerceContext): Promise<void> {
  if ((await db.$count(subscriptions)) <= MOST_COUNTED_WHEN_ASKED) {
    await db.delete(nightlyFigures);
    return;
  }
  await db.transaction(
    async (tx) => {
      await allowLongStatements(tx);
      const countedAt = clock.now();
      for (const [name, count] of Object.entries(FIGURES)) {
        const row = { figures: await count({ db: tx, clock, config }), countedAt };
        await tx
          .insert(nightlyFigures)
          .values({ name, ...row })
          .onConflictDoUpdate({ target: nightlyFigures.name, set: row });
      }
    },
    { isolationLevel: 'repeatable read' },
  );
}
