// Cuts the fonts of labels and envelopes out of Google's, fetched from the npm registry for the purpose (licences:
// ../../seasons/LICENSES.md). Run by hand for a font that is new:
//   node fonts/labels/build.mjs NAME…
// A font that a batch was printed with never changes, or that batch would print again as something else (decision 093).
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import subsetFont from 'subset-font';

const LATIN = [
  [0x20, 0x7e],
  [0xa0, 0x24f],
  [0x300, 0x36f],
  [0x386, 0x3ce],
  [0x400, 0x491],
  [0x1e00, 0x1eff],
  [0x2010, 0x2033],
  [0x20ac, 0x20ac],
  [0x2116, 0x2116],
];
const HAN = [
  [0x3000, 0x30ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xff01, 0xff5e],
];

const FONTS = [
  {
    name: 'typed',
    from: '@expo-google-fonts/courier-prime@0.4.1',
    file: '400Regular/CourierPrime_400Regular.ttf',
    ranges: LATIN,
  },
  {
    name: 'typed-names',
    from: '@expo-google-fonts/cousine@0.4.3',
    file: '400Regular/Cousine_400Regular.ttf',
    ranges: LATIN,
  },
  {
    name: 'print',
    from: '@expo-google-fonts/besley@0.4.1',
    file: '600SemiBold/Besley_600SemiBold.ttf',
    ranges: [
      [0x20, 0x7e],
      [0x2018, 0x201d],
    ],
  },
  {
    name: 'latin',
    from: '@expo-google-fonts/noto-sans@0.4.2',
    file: '400Regular/NotoSans_400Regular.ttf',
    ranges: LATIN,
  },
  {
    name: 'han',
    from: '@expo-google-fonts/noto-sans-sc@0.4.3',
    file: '400Regular/NotoSansSC_400Regular.ttf',
    ranges: HAN,
  },
];

const wanted = process.argv.slice(2);

for (const { name, from, file, ranges } of FONTS.filter((font) => wanted.includes(font.name))) {
  const cut = await subsetFont(fetchFile(from, file), ranges.map(range).join(''), { targetFormat: 'truetype' });
  // pdfkit embeds TrueType alone; brotli makes of it what woff2 would.
  const packed = brotliCompressSync(cut, {
    params: { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: cut.length },
  });
  writeFileSync(join(import.meta.dirname, `${name}.ttf.br`), packed);
  process.stdout.write(`${name}.ttf.br ${packed.length}\n`);
}

function fetchFile(from, file) {
  const folder = mkdtempSync(join(tmpdir(), 'label-fonts-'));
  try {
    const archive = execFileSync('npm', ['pack', '--silent', from], { cwd: folder, encoding: 'utf8' }).trim();
    execFileSync('tar', ['xzf', archive, `package/${file}`], { cwd: folder });
    return readFileSync(join(folder, 'package', file));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function range([first, last]) {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index));
}
