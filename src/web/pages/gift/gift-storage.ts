import * as z from 'zod/mini';
import { planType } from '../../../contract/checkout.ts';
import { uuid } from '../../../contract/fields.ts';
import { sessionStorageItem } from '../../app/session-storage-item.ts';
import type { GiftFormValues } from './gift-form-values.ts';

const line = z.string();
const storedGift = z.object({
  /** The server's draft, once the form has been sent. */
  draftId: z.nullable(uuid),
  planType,
  values: z.object({
    recipientName: line,
    recipientEmail: line,
    mailingAddress: z.object({
      fullName: line,
      addressLine1: line,
      addressLine2: line,
      city: line,
      state: line,
      postalCode: line,
      country: line,
    }),
    giftMessage: line,
    startDate: line,
    skipRecipientEmail: z.boolean(),
  }) satisfies z.ZodMiniType<GiftFormValues>,
});

/** Survives a reload and a sign-in, and is no other user's (rules/gifts 9). */
export function giftStorage(userId: string) {
  return sessionStorageItem(`gift-draft:${userId}`, storedGift);
}
