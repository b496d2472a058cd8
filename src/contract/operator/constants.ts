import * as z from 'zod/mini';
import { pattern, uuid } from '../fields.ts';

/** Search texts for subscribers with an overdue payment, or with letters held by a dispute. */
export const WITH_OVERDUE = 'is:overdue';
export const WITH_HELD = 'is:held';

/** The column has two bytes. */
export const HIGHEST_BATCH = 32_767;

/** Answers with a file, so it is no endpoint of the table. */
export const RUN_FILE = {
  path: '/api/operator/runs/:id/batches/:batch/files/:name',
  summary: 'One file of a batch, ready for the printer.',
  params: z.object({
    id: uuid,
    batch: pattern(/^\d{1,4}$/, 'Not a batch.'),
    name: pattern(/^[\w.-]{1,100}$/, 'Not the name of a file.'),
  }),
} as const;
