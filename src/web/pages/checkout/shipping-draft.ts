import * as z from 'zod/mini';
import { keptInTab } from '../../app/kept-in-tab.ts';
import { addressShape } from '../address/address-form.ts';

const storedDraft = z.object(addressShape);

/** The address that somebody has typed and not yet saved: nobody else in the same tab sees it. */
export function shippingDraft(userId: string) {
  return keptInTab(`shipping-draft:${userId}`, storedDraft);
}
