/** The recipient of a gift. Missing or null in emails about the reader's own season (rules/subscriptions 36). */
type GiftFor = string | null | undefined;

export function yourOrder(giftFor: GiftFor): string {
  return !giftFor ? 'Your subscription' : `Your gift to ${giftFor}`;
}

export function inSentence(order: string): string {
  return `y${order.slice(1)}`;
}

export function giftFact(giftFor: GiftFor): readonly (readonly [string, string])[] {
  return !giftFor ? [] : [['For', giftFor]];
}
