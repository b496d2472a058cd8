import type { DeliveryReply } from '../../../contract/subscriptions.ts';

/** 'Letter 8 is', 'Letters 8 and 9 are', 'Letters 8 to 12 are'. */
export function lettersAre({ first, last }: NonNullable<DeliveryReply['toCome']>): string {
  if (first === last) return `Letter ${first} is`;
  return `Letters ${first} ${last === first + 1 ? 'and' : 'to'} ${last} are`;
}
