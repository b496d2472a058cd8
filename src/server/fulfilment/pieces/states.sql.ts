import { type SQL, sql } from 'drizzle-orm';
import { type PieceStep, statesBefore } from '../../../domain/piece-state.ts';

/** Literals, because partial indexes need them. */
export function statesThatCan(step: PieceStep): SQL {
  return sql.raw(
    `(${statesBefore(step)
      .map((state) => `'${state}'`)
      .join(', ')})`,
  );
}
