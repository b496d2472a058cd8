import { eq } from 'drizzle-orm';
import type { CommerceContext } from '../../commerce/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { nightlyFigures } from './nightly-figures-schema.ts';

export interface FigureContext {
  readonly db: Db;
  readonly clock: CommerceContext['clock'];
}

export type FigureName =
  | 'books'
  | 'weeks'
  | 'cancel-reasons'
  | 'months'
  | 'churn'
  | 'retention'
  | 'promotions'
  | 'letter-costs'
  | 'lifetime-values'
  | 'forecast'
  | `funnel-${number}`;

export type CostContext = FigureContext & Pick<CommerceContext, 'config'>;

/** The figures that were stored at night, or else those of this moment. */
export async function figuresOf<Ctx extends FigureContext, Figures extends object>(
  ctx: Ctx,
  name: FigureName,
  count: (ctx: Ctx) => Promise<Figures>,
) {
  const [row] = await ctx.db
    .select({ figures: nightlyFigures.figures, countedAt: nightlyFigures.countedAt })
    .from(nightlyFigures)
    .where(eq(nightlyFigures.name, name));
  if (row === undefined) return { figures: await count(ctx), countedAt: null };
  // Figures that `count` made.
  return { figures: row.figures as Figures, countedAt: row.countedAt.toISOString() };
}
