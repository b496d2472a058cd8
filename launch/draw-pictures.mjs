// Draws the pictures of `static/`: the preview of a shared link, and the phone icons. Run by hand, with the shop
// open, when the hero or the favicon has changed:
//   node launch/draw-pictures.mjs http://localhost:3000
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from './chromium.mjs';

const STATIC = join(import.meta.dirname, '../src/web/static');
const ICON_SIZES = [180, 192, 512];

const site = process.argv[2] ?? 'http://localhost:3000';
const executablePath = await findChromium();
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: CHROMIUM_ARGS });
try {
  await drawSharePicture();
  for (const size of ICON_SIZES) await drawIcon(size);
} finally {
  await browser.close();
}

/** The envelope as the landing page shows it, without its controls. */
async function drawSharePicture() {
  const page = await openPage(1200, 630);
  await page.goto(site);
  await page.addStyleTag({
    content: `
      header, [class*=banner], [class*=actions], [class*=lead], [class*=address] { display: none !important; }
      main { padding: 0 !important; }
      section:first-of-type { box-sizing: border-box; height: 630px; padding: 44px 56px !important; }
      section:first-of-type > div { height: 100%; max-width: none !important; }
      h1 { font-size: 82px !important; }
      [class*=tagline] { font-size: 26px !important; margin-bottom: 28px !important; }`,
  });
  await page.evaluate('document.fonts.ready');
  await page.screenshot({ path: join(STATIC, 'share.png') });
}

/** @param {number} size */
async function drawIcon(size) {
  const page = await openPage(size, size);
  const svg = await readFile(join(STATIC, 'favicon.svg'), 'utf8');
  await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`);
  await page.screenshot({ path: join(STATIC, `icon-${size}.png`) });
}

/**
 * @param {number} width
 * @param {number} height
 */
async function openPage(width, height) {
  const context = await browser.newContext({ viewport: { width, height }, bypassCSP: true });
  return await context.newPage();
}
