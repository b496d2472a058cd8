import type { Config } from '../../platform/config/config.ts';
import type { AddressChecker } from '../address-checker.ts';
import { lobChecker } from './lob-checker.ts';
import { uspsChecker } from './usps-checker.ts';

/** Null if no service is set up: addresses are then stored as typed. */
export function openAddressChecker({ addressChecks: { by, usps }, lob }: Config): AddressChecker | null {
  if (by === 'usps' && usps !== null) return uspsChecker(usps);
  if (by === 'lob' && lob !== null) return lobChecker(lob);
  return null;
}
