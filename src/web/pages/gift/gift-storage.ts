import * as z from 'zod/mini';
import { planType } from '../../../contract/checkout.ts';
import { uuid } from '../../../contract/fields.ts';
import { sessionStorageItem } from '../../app/session-storage-item.ts';
import { giftFormValues } from './gift-form-values.ts';

const storedGift = z.object({
  /** The server's draft, once the form has been sent. */
  draftId: z.nullable(uuid),
  planType,
  values: giftFormValues,
});

/** Survives a reload and a sign-in, and is no other user's (rules/gifts 9). */
export function giftStorage(userId: string) {
  return sessionStorageItem(`gift-draft:${userId}`, storedGift);
}
