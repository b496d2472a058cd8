import { expect, test } from 'vitest';
import { isUuid } from '../../../contract/fields.ts';
import { newSecretId } from './flow-states.ts';

test('a state or code has the shape of a UUID and 128 random bits, where a UUID has 122', () => {
  const ids = Array.from({ length: 500 }, newSecretId);
  expect(ids.every(isUuid)).toBe(true);
  for (let place = 0; place < 36; place++) {
    const digits = new Set(ids.map((id) => id[place]));
    expect([place, digits.size]).toEqual([place, [8, 13, 18, 23].includes(place) ? 1 : 16]);
  }
});
