import * as z from 'zod/mini';
import { uuid } from '../../../contract/fields.ts';
import { sessionStorageItem } from '../../app/session-storage-item.ts';
import { addressShape } from '../address/address-form.ts';

const storedDraft = z.object({
  /** What the page was asked for. */
  address: z.nullable(uuid),
  /** The address on file that is being corrected; null for a new one. */
  corrects: z.nullable(uuid),
  values: z.nullable(z.object(addressShape)),
});
export type ShippingDraft = z.output<typeof storedDraft>;

/** Stored for each user who shares the tab. */
export function shippingDraft(userId: string) {
  return sessionStorageItem(`shipping-draft:${userId}`, storedDraft);
}
