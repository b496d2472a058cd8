import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { sealingWith } from './sealing.ts';

test('a pseudonym is the same in every process of a key, and nothing to anyone without it', () => {
  const [key, other] = [randomBytes(32), randomBytes(32)];
  const pseudonym = sealingWith([key]).pseudonym('192.0.2.1');
  expect(sealingWith([key, other]).pseudonym('192.0.2.1')).toBe(pseudonym);
  expect(sealingWith([other]).pseudonym('192.0.2.1')).not.toBe(pseudonym);
  expect(pseudonym).not.toBe(createHash('sha256').update('192.0.2.1').digest('base64url'));
});
