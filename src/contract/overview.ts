import * as z from 'zod/mini';
import { getAccount } from './account.ts';
import { endpoint } from './endpoint.ts';
import { uuid } from './fields.ts';
import { listGifts } from './gifts.ts';
import { getLetters } from './letters.ts';

/** All that the account's first page shows, so that the page needs one request. */
export const getOverview = endpoint('GET /api/account/overview', {
  access: 'user',
  summary: 'The account, its gifts, and the letters of each season that the signed-in person reads.',
  reply: z.extend(getAccount.reply, {
    gifts: listGifts.reply,
    letters: z.array(z.object({ subscriptionId: uuid, calendar: getLetters.reply })),
  }),
});
