import * as z from 'zod/mini';
import { calendarDate, instant, pattern, uuid } from '../fields.ts';
import { operatorEndpoint, page, paged } from './paging.ts';

const ofBatch = z.object({ id: uuid, batch: pattern(/^[1-9]\d{0,3}$/, 'Not a batch.') });

const printerState = z.enum(['to_send', 'accepted', 'refused', 'dropped', 'calling_back', 'called_back']);

const printerBatchReply = z.object({
  /** Null if no printer is connected. */
  quote: z.nullable(z.object({ letters: z.int(), cents: z.int(), cards: z.int() })),
  /** Null if the batch wasn't sent to the printer. */
  sent: z.nullable(
    z.object({
      sendOn: calendarDate,
      cents: z.int(),
      sentAt: instant,
      canCallBack: z.boolean(),
      letters: z.record(z.string(), z.int()),
    }),
  ),
});
export type PrinterBatchReply = z.output<typeof printerBatchReply>;

export const getPrinterBatch = operatorEndpoint('GET /api/operator/runs/:id/batches/:batch/printer', {
  summary: 'What somebody else’s printer would do with a batch and for how much, or how far it is.',
  params: ofBatch,
  reply: printerBatchReply,
  errors: ['not_found'],
});

export const sendToPrinter = operatorEndpoint('POST /api/operator/runs/:id/batches/:batch/printer', {
  summary: 'Sends a batch to the printer instead of printing it.',
  params: ofBatch,
  /** `cents`: the price that the console showed. */
  body: z.object({ sendOn: calendarDate, cents: z.int() }),
  reply: printerBatchReply,
  errors: ['not_found', 'wrong_state'],
});

export const callBackFromPrinter = operatorEndpoint('POST /api/operator/runs/:id/batches/:batch/printer/call-back', {
  summary: 'Calls a batch back from the printer, before its day.',
  params: ofBatch,
  reply: printerBatchReply,
  errors: ['not_found', 'wrong_state'],
});

export const sendToPrinterAgain = operatorEndpoint('POST /api/operator/runs/:id/batches/:batch/printer/again', {
  summary: 'Orders the letters anew that the printer refused or dropped.',
  params: ofBatch,
  reply: printerBatchReply,
  errors: ['not_found', 'wrong_state'],
});

export const listPrinterLetters = operatorEndpoint('GET /api/operator/runs/:id/batches/:batch/printer/letters', {
  summary: 'Letters of a batch by what became of them at the printer.',
  params: ofBatch,
  query: z.object({ ...paged.shape, state: z._default(printerState, 'refused') }),
  reply: page(
    z.object({
      id: uuid,
      subscriptionId: z.nullable(uuid),
      code: z.nullable(z.string()),
      recipient: z.nullable(z.string()),
      letter: z.nullable(z.int()),
      state: printerState,
      failure: z.nullable(z.string()),
      /** The printer's own word for the progress, such as `in_transit`. */
      progress: z.nullable(z.string()),
    }),
  ),
  errors: ['not_found'],
});
