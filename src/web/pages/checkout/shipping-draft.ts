import * as z from 'zod/mini';
import { type AddressFormValues, addressShape } from '../address/address-form.ts';

const storedDraft = z.object(addressShape);

/** What was typed and not yet saved, kept per person and per tab so that a reload loses nothing. */
export function readDraft(userId: string): AddressFormValues | null {
  try {
    const parsed = storedDraft.safeParse(JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    // Storage closed to us, or a draft nobody can read: the form starts afresh.
    return null;
  }
}

export function keepDraft(userId: string, values: AddressFormValues): void {
  try {
    sessionStorage.setItem(keyOf(userId), JSON.stringify(values));
  } catch {
    // Storage closed to us or full: the form works all the same, a reload empties it.
  }
}

export function dropDraft(userId: string): void {
  try {
    sessionStorage.removeItem(keyOf(userId));
  } catch {
    // Nothing was kept.
  }
}

function keyOf(userId: string): string {
  return `shipping-draft:${userId}`;
}
