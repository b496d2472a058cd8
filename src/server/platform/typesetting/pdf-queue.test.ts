import { EventEmitter, once } from 'node:events';
import { expect, test } from 'vitest';
import { inPdfQueue } from './pdf-queue.ts';

test('PDFs are set one after another, eight wait, and what comes then is refused', async () => {
  let underWay = 0;
  let most = 0;
  const held = new EventEmitter();
  const released = once(held, 'release');
  const typeset = async () => {
    most = Math.max(most, ++underWay);
    await released;
    underWay -= 1;
  };
  const asked = Array.from({ length: 12 }, () =>
    inPdfQueue(typeset).then(
      () => 'set',
      ({ code }: { code: string }) => code,
    ),
  );
  held.emit('release');
  const outcomes = await Promise.all(asked);
  expect(outcomes.filter((outcome) => outcome === 'unavailable').length).toBeGreaterThanOrEqual(3);
  expect(outcomes.filter((outcome) => outcome === 'set').length).toBeLessThanOrEqual(9);
  expect(most).toBe(1);
  await expect(inPdfQueue(() => Promise.resolve('set'))).resolves.toBe('set');
});
