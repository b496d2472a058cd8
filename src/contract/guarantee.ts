import * as z from 'zod/mini';
import { calendarDate } from './fields.ts';

/**
 * Whether the user may still ask for a full refund. `lastDay` is null while nothing has been mailed (rules/money 32).
 */
export const guarantee = z.object({ open: z.boolean(), lastDay: z.nullable(calendarDate) });
export type GuaranteeReply = z.output<typeof guarantee>;
