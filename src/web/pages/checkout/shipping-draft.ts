import * as z from 'zod/mini';
import { formDraft } from '../../app/form-draft.ts';
import { addressShape } from '../address/address-form.ts';

const storedDraft = z.object(addressShape);

/** The address that somebody has typed and not yet saved: nobody else in the same tab sees it. */
export function shippingDraft(userId: string) {
  return formDraft(`shipping-draft:${userId}`, storedDraft);
}
