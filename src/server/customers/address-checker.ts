import type { Address } from '../../domain/address.ts';
import type { BookAddress, Verdict } from '../../domain/address-check.ts';

export interface Checked {
  readonly verdict: Verdict;
  readonly book: BookAddress | null;
  readonly deliveryPoint: string | null;
}

export interface AddressChecker {
  readonly name: 'usps' | 'lob';
  /** @throws Error for an answer that is late or can't be read */
  check(address: Address, signal: AbortSignal): Promise<Checked>;
}
