import { expect, test } from 'vitest';
import { guaranteeEndsOn, isGuaranteed } from './guarantee.ts';

test('a season can be given back until 30 days after its first mailing', () => {
  expect(guaranteeEndsOn('2026-11-23')).toBe('2026-12-23');
  expect(isGuaranteed('2026-11-23', '2026-12-23')).toBe(true);
  expect(isGuaranteed('2026-11-23', '2026-12-24')).toBe(false);
});

test('and for as long as nothing has been mailed', () => {
  expect(guaranteeEndsOn(null)).toBeNull();
  expect(isGuaranteed(null, '2030-01-01')).toBe(true);
});
