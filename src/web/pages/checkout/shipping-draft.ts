import * as z from 'zod/mini';
import { uuid } from '../../../contract/fields.ts';
import { sessionStorageItem } from '../../app/session-storage-item.ts';
import { addressShape } from '../address/address-form.ts';

const storedDraft = z.object({
  address: z.nullable(uuid),
  corrects: z.nullable(uuid),
  values: z.nullable(z.object(addressShape)),
});
export type ShippingDraft = z.output<typeof storedDraft>;

/** Stored separately for each user of the tab. */
export function shippingDraft(userId: string) {
  return sessionStorageItem(`shipping-draft:${userId}`, storedDraft);
}
