import * as z from 'zod/mini';
import { planType } from '../../../contract/checkout.ts';
import { uuid } from '../../../contract/fields.ts';
import type { GiftFormValues } from './gift-form-values.ts';

const line = z.string();
const keptGift = z.object({
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
    tellThemMyself: z.boolean(),
  }) satisfies z.ZodMiniType<GiftFormValues>,
});
export type KeptGift = z.output<typeof keptGift>;

/** The gift in hand, kept per person and per tab: it survives a reload and a sign-in, and nobody else sees it (PRODUCT, Gifts). */
export function readKeptGift(userId: string): KeptGift | null {
  try {
    const parsed = keptGift.safeParse(JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    // Storage closed to us, or a draft nobody can read: the form starts afresh.
    return null;
  }
}

export function keepGift(userId: string, gift: KeptGift): void {
  try {
    sessionStorage.setItem(keyOf(userId), JSON.stringify(gift));
  } catch {
    // Storage closed to us or full: the form works all the same, a reload empties it.
  }
}

export function dropKeptGift(userId: string): void {
  try {
    sessionStorage.removeItem(keyOf(userId));
  } catch {
    // Nothing was kept.
  }
}

function keyOf(userId: string): string {
  return `gift-draft:${userId}`;
}
