import { describe, expect, test } from 'vitest';
import { HARBOR_ADDRESS } from '../builders/addresses.ts';
import { type LedgerPiece, lettersReceived } from './received-letters.ts';

describe('a letter counts as received', () => {
  const piece: LedgerPiece = {
    letter: 1,
    address: HARBOR_ADDRESS,
    state: 'handed_over',
    handedOverOn: '2026-11-27',
    confirmed: false,
  };

  test('when its arrival window has passed', () => {
    expect(lettersReceived([piece], '2026-12-02')).toBe(0);
    expect(lettersReceived([piece], '2026-12-03')).toBe(1);
    expect(lettersReceived([{ ...piece, address: { ...HARBOR_ADDRESS, country: 'FR' } }], '2026-12-25')).toBe(0);
    expect(lettersReceived([{ ...piece, address: { ...HARBOR_ADDRESS, country: 'FR' } }], '2026-12-26')).toBe(1);
  });

  test.each([
    ['APO', { postalCode: '09012' }],
    ['APO with a mistyped ZIP code', { stateProvince: 'AE' }],
    ['Guam', { postalCode: '96910-4321' }],
  ])('from %s when the window of a letter abroad has passed', (_place, changes) => {
    const far = { ...piece, address: { ...HARBOR_ADDRESS, ...changes } };
    expect(lettersReceived([far], '2026-12-25')).toBe(0);
    expect(lettersReceived([far], '2026-12-26')).toBe(1);
  });

  test('when the subscriber says it came', () => {
    expect(lettersReceived([{ ...piece, confirmed: true }], '2026-11-28')).toBe(1);
  });

  test('once, however often it was sent', () => {
    const attempts: LedgerPiece[] = [{ ...piece, state: 'lost' }, piece, { ...piece, handedOverOn: '2026-12-04' }];
    expect(lettersReceived(attempts, '2027-01-01')).toBe(1);
  });

  test('never while it waits, is set aside, frozen, lost or returned', () => {
    for (const state of ['waiting', 'set_aside', 'frozen', 'lost', 'returned'] as const) {
      expect(lettersReceived([{ ...piece, state }], '2028-01-01')).toBe(0);
    }
  });
});
