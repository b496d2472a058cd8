import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { SHARED_LOG } from './shops.ts';

test('what a page’s policy stops in a browser is reported by it and logged, without its query', async ({ page }) => {
  for (const path of ['/', '/signin']) {
    const origin = `https://${randomUUID()}.example`;
    await page.goto(path);
    await page.evaluate((src) => document.body.append(Object.assign(new Image(), { src })), `${origin}/?token=secret`);
    const line = new RegExp(`a browser reported .*page=${path} directive=img-src blocked=${origin} .*`);
    const logged = async () => line.exec(await readFile(SHARED_LOG, 'utf8'))?.[0] ?? null;
    await expect.poll(logged).not.toBeNull();
    expect(await logged()).not.toContain('secret');
  }
});
