import { randomUUID } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import { writeOperatorLog } from '../../platform/operator-log.ts';
import { orNotFound } from '../../platform/api-error.ts';
import type { OperatorHandlers } from '../calls/operator-call.ts';
import { savedFilters } from './saved-filters-schema.ts';

const SAVED = { id: savedFilters.id, name: savedFilters.name, query: savedFilters.query };

export const savedFilterHandlers = {
  async listSavedFilters({ ctx: { db }, act }) {
    const isTheirs = eq(savedFilters.operator, act.operator);
    return { filters: await db.select(SAVED).from(savedFilters).where(isTheirs).orderBy(asc(savedFilters.name)) };
  },

  async saveFilter({ ctx: { db, clock }, body, act }) {
    const row = { ...body, id: randomUUID(), operator: act.operator, createdAt: clock.now() };
    return await db.transaction(async (tx) => {
      const [saved] = await tx
        .insert(savedFilters)
        .values(row)
        .onConflictDoUpdate({ target: [savedFilters.operator, savedFilters.name], set: { query: body.query } })
        .returning(SAVED);
      await writeOperatorLog(tx, { ...act, action: 'filter_saved', subscriptionId: null, detail: body }, clock.now());
      return orNotFound(saved ?? null, 'filter');
    });
  },

  async deleteFilter({ ctx: { db, clock }, params: { id }, act }) {
    const isTheirs = and(eq(savedFilters.id, id), eq(savedFilters.operator, act.operator));
    return await db.transaction(async (tx) => {
      const [row] = await tx.delete(savedFilters).where(isTheirs).returning(SAVED);
      const deleted = orNotFound(row ?? null, 'filter');
      const detail = { name: deleted.name };
      await writeOperatorLog(tx, { ...act, action: 'filter_deleted', subscriptionId: null, detail }, clock.now());
      return deleted;
    });
  },
} satisfies Partial<OperatorHandlers>;
