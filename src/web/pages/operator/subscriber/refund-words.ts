import type { RefundReply } from '../../../../contract/operator/subscribers.ts';
import { amountInWords } from '../../../../domain/charge-words.ts';
import { formatUsd } from '../../../../domain/money.ts';

/**
 * The question before a refund.
 * @param printed codes of envelopes that aren't handed over
 */
export function refundConsequence(paidCents: number, printed: readonly string[]): string {
  return `${toGiveBack(paidCents)}; the subscription and all its mail end at once. ${pullInWords(printed)}This can’t be undone.`;
}

function toGiveBack(paidCents: number): string {
  if (paidCents === 0) return 'Nothing was charged, so nothing goes back';
  return `Everything paid, ${formatUsd(paidCents)}, goes back in full`;
}

export function refundedInWords({ refundedCents, printed = [] }: RefundReply): string {
  const refunded = `${amountInWords(refundedCents)} given back. No charge follows`;
  return printed.length === 0
    ? `${refunded}, and no letter.`
    : `${refunded}. ${pullInWords(printed)}No other letter follows.`;
}

export function pullInWords(printed: readonly string[]): string {
  if (printed.length === 0) return '';
  return `Already printed, pull it out of the pile before the hand-over: ${printed.join(', ')}. `;
}
