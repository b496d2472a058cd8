import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from '../launch/chromium.mjs';
import { openShopForTests } from './global-setup.ts';
import { PAGE_STATES, visit } from './page-states.ts';
import { enter, type Visitor, VISITORS } from './visitors.ts';

/**
 * `npm run screens [-- VISITOR…]` photographs every state in `page-states.ts`, for all visitors or those named, into docs/screens.
 * The shop is one of its own with the demonstration subscribers, or the one at BASE_URL.
 */
const FOLDER = join(import.meta.dirname, '../docs/screens');
const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];
const QUALITY = 0.62;

const close = process.env['BASE_URL'] ? () => undefined : await openShopForTests();
const executablePath = await findChromium();
const browser = await chromium.launch({ ...(executablePath !== undefined && { executablePath }), args: CHROMIUM_ARGS });
try {
  await mkdir(FOLDER, { recursive: true });
  const chosen = VISITORS.filter((visitor) => process.argv.includes(visitor));
  if (chosen.length === 0) for (const old of await readdir(FOLDER)) await rm(join(FOLDER, old));
  for (const visitor of chosen.length > 0 ? chosen : VISITORS) await photograph(browser, visitor);
} finally {
  await browser.close();
  await close();
}

async function photograph(camera: Browser, visitor: Visitor): Promise<void> {
  const context = await camera.newContext({ baseURL: process.env['BASE_URL'] ?? '', reducedMotion: 'reduce' });
  const [page, darkroom] = [await context.newPage(), await context.newPage()];
  await enter(page, visitor);
  for (const place of PAGE_STATES[visitor]) {
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await visit(page, place);
      await page.evaluate(async () => {
        await document.fonts.ready;
        scrollTo(0, 0);
      });
      const png = await page.screenshot({ fullPage: (await page.locator('dialog[open]').count()) === 0 });
      await writeFile(join(FOLDER, `${place.name}-${size.width}.webp`), await asWebp(darkroom, png));
    }
  }
  await context.close();
}

/** Chromium knows the format itself: a fifth of the size of a PNG. */
async function asWebp(darkroom: Page, png: Buffer): Promise<Buffer> {
  const encoded = await darkroom.evaluate(
    async ({ source, quality }) => {
      const picture = await createImageBitmap(await (await fetch(source)).blob());
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [picture.width, picture.height];
      canvas.getContext('2d')?.drawImage(picture, 0, 0);
      return canvas.toDataURL('image/webp', quality);
    },
    { source: `data:image/png;base64,${png.toString('base64')}`, quality: QUALITY },
  );
  return Buffer.from(encoded.split(',')[1] ?? '', 'base64');
}
