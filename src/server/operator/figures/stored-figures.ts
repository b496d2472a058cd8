import { eq } from 'drizzle-orm';
import type { CommerceContext } from '../../commerce/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { nightlyFigures } from './nightly-figures-schema.ts';

export interface FigureContext {
  readonly db: Db;
  readonly clock: CommerceContext['clock'];
  readonly config: CommerceContext['config'];
}

type Count<Figures> = (ctx: FigureContext) => Promise<Figures>;

/** The figures that were stored at night, or else those of this moment. */
export async function figuresOf<Figures extends object>(ctx: FigureContext, name: string, count: Count<Figures>) {
  const [row] = await ctx.db
    .select({ figures: nightlyFigures.figures, countedAt: nightlyFigures.countedAt })
    .from(nightlyFigures)
    .where(eq(nightlyFigures.name, name));
  if (row === undefined) return { figures: await count(ctx), countedAt: null };
  // Stored by the same function.
  return { figures: row.figures as Figures, countedAt: row.countedAt.toISOString() };
}
