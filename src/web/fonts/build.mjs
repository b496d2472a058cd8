// Cuts the fonts of this folder out of the packages in devDependencies. Run by hand when a glyph is missing:
//   node src/web/fonts/build.mjs
// Besley: (c) The Besley Project Authors; Courier Prime: (c) Quote-Unquote Apps. Both under the SIL Open Font License 1.1.
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);

// A public page may have at most 62 kB, so it loads only `basic`. Other characters load their fonts by unicode-range.
const SUBSETS = [
  { name: 'basic', from: 'latin', text: `${range(0x20, 0x7e)}\u00a0‘’“”–—…·×©½¢−` },
  { name: 'western', from: 'latin', text: range(0xa1, 0xff) },
  { name: 'extended', from: 'latin-ext', text: range(0x100, 0x17f) + range(0x1e80, 0x1eff) },
];

const FONTS = [
  {
    name: 'besley',
    source: (from) => `@fontsource-variable/besley/files/besley-${from}-wght-normal.woff2`,
    options: { variationAxes: { wght: { min: 400, max: 700, default: 400 } } },
  },
  {
    name: 'courier-prime',
    source: (from) => `@fontsource/courier-prime/files/courier-prime-${from}-400-normal.woff2`,
    options: {},
  },
];

for (const font of FONTS) {
  for (const { name, from, text } of SUBSETS) {
    const whole = await readFile(require.resolve(font.source(from)));
    const cut = await subsetFont(whole, text, { targetFormat: 'woff2', ...font.options });
    await writeFile(join(import.meta.dirname, `${font.name}-${name}.woff2`), cut);
    process.stdout.write(`${font.name}-${name}.woff2 ${cut.length}\n`);
  }
}

function range(first, last) {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index));
}
