import { type SQL, sql } from 'drizzle-orm';
import { type PieceStep, statesBefore } from '../../../domain/piece-state.ts';

/** Written as literals, because PostgreSQL otherwise can't use partial indexes. */
export function statesThatCan(step: PieceStep): SQL {
  return sql.raw(
    `(${statesBefore(step)
      .map((state) => `'${state}'`)
      .join(', ')})`,
  );
}
