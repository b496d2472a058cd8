import type { Address } from '../../domain/address.ts';
import type { BookAddress, Verdict } from '../../domain/address-check.ts';

export interface Checked {
  readonly verdict: Verdict;
  readonly book: BookAddress | null;
  /** Two digits, where the book says them. */
  readonly deliveryPoint: string | null;
}

/** A carrier's book of addresses in the United States. */
export interface AddressChecker {
  readonly name: 'usps' | 'lob';
  /** @throws Error when there was no answer in time, or none that can be understood */
  check(address: Address, signal: AbortSignal): Promise<Checked>;
}
