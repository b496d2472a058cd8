import * as z from 'zod/mini';
import { uuid } from '../../../contract/fields.ts';
import { sessionStorageItem } from '../../app/session-storage-item.ts';
import { addressShape } from '../address/address-form.ts';

const storedDraft = z.object({
  /** Which address the form began with; once saved, which one was made of it. */
  address: z.nullable(uuid),
  /** Null once saved: the address itself tells them. */
  values: z.nullable(z.object(addressShape)),
});
export type ShippingDraft = z.output<typeof storedDraft>;

/** The address typed for the purchase in hand, kept apart for each person who shares the tab. */
export function shippingDraft(userId: string) {
  return sessionStorageItem(`shipping-draft:${userId}`, storedDraft);
}
