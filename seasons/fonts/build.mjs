// Cuts the typefaces of the letters out of npm packages (licences: ../LICENSES.md). Run by hand when a face changes:
//   node seasons/fonts/build.mjs
// A hand or a machine gets several cuts, each glyph bent a little differently, so that a word never shows one letter twice
// in the same form. Cuts carry names of their own, as the Open Font License asks of changed fonts.
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { Font } from 'fonteditor-core';
import fontverter from 'fontverter';

const TYPED_COMMA = { grow: 1.45, right: 0, up: -0.05, room: 0 };
const PIKE_APOSTROPHE = { grow: 1.35, right: 0.02, up: 0, room: 0.06 };
const PIKE_POINT = { grow: 1.5, right: 0.03, up: 0, room: 0.14 };
const JOSIAH_AND = { grow: 1.75, right: 0.13, up: 0.03, room: 0.26, thin: 0.013 };
const CALLOWAY_MARK = { grow: 1.25, right: 0.03, up: 0.24, room: 0.15 };

/**
 * `bend` is the greatest shift of an outline in thousandths of an em, `turn` the greatest turn in degrees, `ink` how far the
 * cuts differ in weight. `pitch` sets every character to one width, in ems. `room` is the air, in ems, that a capital with a long
 * lead-in stroke gets on its left, or the stroke would close the space between two words. `marks` makes marks larger by `grow`,
 * moves them in ems, and widens them by `room`, where they would lie on a letter or be overlooked; `thin`
 * takes back, in ems, the ink that a stroke gained. `heavy` thickens every stroke.
 */
const FACES = [
  { family: 'Odile', from: 'special-elite', cuts: 4, bend: 3, turn: 0.7, ink: 9, pitch: 0.56, reach: 0.55 },
  {
    family: 'Thorne',
    from: 'cutive-mono',
    cuts: 3,
    bend: 2,
    turn: 0.4,
    ink: 8,
    heavy: 11,
    marks: { ',': TYPED_COMMA },
  },
  {
    family: 'Pike',
    from: 'nothing-you-could-do',
    cuts: 5,
    bend: 14,
    turn: 2.2,
    ink: 5,
    marks: { '’': PIKE_APOSTROPHE, '.': PIKE_POINT },
  },
  { family: 'Vane', from: 'petit-formal-script', cuts: 4, bend: 6, turn: 0.6, ink: 3, heavy: 9 },
  { family: 'Roche', from: 'la-belle-aurore', cuts: 5, bend: 11, turn: 1.4, ink: 5 },
  { family: 'Calloway', from: 'reenie-beanie', cuts: 5, bend: 12, turn: 2, ink: 6, marks: { '’': CALLOWAY_MARK } },
  {
    family: 'Josiah',
    from: 'homemade-apple',
    cuts: 5,
    bend: 11,
    turn: 1.3,
    ink: 4,
    room: { S: 0.27 },
    marks: { '&': JOSIAH_AND },
  },
  { family: 'Wire', from: 'courier-prime', weight: 700, cuts: 3, bend: 2, turn: 0.5, ink: 6 },
  ...plain('Pica', 'courier-prime'),
  ...plain('Old Standard', 'old-standard-tt', [400, 700], ['normal', 'italic']),
  ...plain('Caslon', 'libre-caslon-text', [400, 700], ['normal', 'italic']),
  ...plain('Fell', 'im-fell-english', [400], ['normal', 'italic']),
  ...['latin', 'latin-ext', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext', 'vietnamese'].map((subset) => ({
    family: `Names ${subset}`,
    from: 'cousine',
    subset,
  })),
];

function plain(family, from, weights = [400], styles = ['normal']) {
  return weights.flatMap((weight) =>
    styles.filter((style) => weight === 400 || style === 'normal').map((style) => ({ family, from, weight, style })),
  );
}

for (const old of readdirSync(import.meta.dirname).filter((name) => name.endsWith('.br')))
  rmSync(join(import.meta.dirname, old));
let total = 0;
for (const face of FACES) {
  const { family, from, weight = 400, style = 'normal', subset = 'latin', cuts = 0 } = face;
  const file = `@fontsource/${from}/files/${from}-${subset}-${weight}-${style}.woff2`;
  const sfnt = await fontverter.convert(readFileSync(join('node_modules', file)), 'truetype');
  if (cuts === 0) {
    const suffix = `${weight === 700 ? '-bold' : ''}${style === 'italic' ? '-italic' : ''}`;
    store(`${slug(family)}${suffix}`, renamed(sfnt, family, { weight, style }));
  }
  for (let cut = 0; cut < cuts; cut++) store(`${slug(family)}-${cut}`, bent(sfnt, face, cut));
}
process.stdout.write(`${total} bytes in all\n`);

function slug(family) {
  return family.toLowerCase().replaceAll(' ', '-');
}

function store(name, sfnt) {
  const packed = brotliCompressSync(sfnt, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } });
  total += packed.length;
  writeFileSync(join(import.meta.dirname, `${name}.ttf.br`), packed);
}

function renamed(sfnt, family, { weight, style }) {
  const font = Font.create(sfnt, { type: 'ttf', hinting: false, compound2simple: true });
  name(font.get(), family, weight === 700 ? 'Bold' : style === 'italic' ? 'Italic' : 'Regular');
  return Buffer.from(font.write({ type: 'ttf', hinting: false }));
}

function name(data, family, subFamily) {
  data.name = {
    ...data.name,
    fontFamily: family,
    fontSubFamily: subFamily,
    uniqueSubFamily: `${family} ${subFamily}`,
    fullName: `${family} ${subFamily}`,
    postScriptName: `${family}-${subFamily}`.replaceAll(' ', ''),
  };
  // A fixed day: the file must be the same whenever it is made.
  data.head.created = data.head.modified = Date.UTC(1957, 8, 23);
}

function bent(sfnt, face, cut) {
  const font = Font.create(sfnt, { type: 'ttf', hinting: false, compound2simple: true });
  const data = font.get();
  const em = data.head.unitsPerEm;
  for (const [capital, room] of Object.entries(face.room ?? {}))
    setRoom(data.glyf[data.cmap[capital.charCodeAt(0)]], em * room);
  for (const [mark, how] of Object.entries(face.marks ?? {}))
    setMark(data.glyf[data.cmap[mark.charCodeAt(0)]], em, how);
  for (const [index, glyph] of data.glyf.entries()) {
    if (face.pitch) setPitch(glyph, em * face.pitch, em * face.reach);
    if (!glyph.contours?.length) continue;
    const random = generator(index * 101 + cut * 7919 + 13);
    const field = fieldOf(random, (face.bend * em) / 1000, em);
    const turn = ((random() * 2 - 1) * face.turn * Math.PI) / 180;
    const weight = ((random() - 0.5) * face.ink * em + (face.heavy ?? 0) * em) / 1000;
    const lift = ((random() * 2 - 1) * face.bend * em) / 1600;
    const middle = (glyph.xMin + glyph.xMax) / 2;
    glyph.contours = glyph.contours.map((contour) =>
      thicken(contour, weight).map(({ x, y, onCurve }) => {
        const [dx, dy] = field(x, y);
        const [u, v] = [x + dx - middle, y + dy];
        return {
          x: Math.round(middle + u * Math.cos(turn) - v * Math.sin(turn)),
          y: Math.round(u * Math.sin(turn) + v * Math.cos(turn) + lift),
          onCurve,
        };
      }),
    );
    const points = glyph.contours.flat();
    glyph.xMin = Math.min(...points.map(({ x }) => x));
    glyph.xMax = Math.max(...points.map(({ x }) => x));
    glyph.yMin = Math.min(...points.map(({ y }) => y));
    glyph.yMax = Math.max(...points.map(({ y }) => y));
    glyph.leftSideBearing = glyph.xMin;
  }
  name(data, `${face.family} ${cut}`, 'Regular');
  return Buffer.from(font.write({ type: 'ttf', hinting: false }));
}

/** Every character of a typewriter takes the same width; wide ones are narrowed into it. */
function setPitch(glyph, pitch, reach) {
  if (!glyph.contours?.length) {
    glyph.advanceWidth = Math.round(pitch);
    return;
  }
  const squeeze = Math.min(1, reach / (glyph.xMax - glyph.xMin));
  const left = (pitch - (glyph.xMax - glyph.xMin) * squeeze) / 2;
  for (const point of glyph.contours.flat()) point.x = Math.round(left + (point.x - glyph.xMin) * squeeze);
  glyph.xMax = Math.round(left + (glyph.xMax - glyph.xMin) * squeeze);
  glyph.xMin = Math.round(left);
  glyph.advanceWidth = Math.round(pitch);
}

function setRoom(glyph, room) {
  const by = Math.round(room);
  for (const point of glyph.contours.flat()) point.x += by;
  glyph.xMin += by;
  glyph.xMax += by;
  glyph.advanceWidth += by;
}

/** Grows a mark about its middle, moves it, and widens what it takes of the line. */
function setMark(glyph, em, { grow, right, up, room, thin = 0 }) {
  const [middleX, middleY] = [(glyph.xMin + glyph.xMax) / 2, (glyph.yMin + glyph.yMax) / 2];
  for (const point of glyph.contours.flat()) {
    point.x = Math.round(middleX + (point.x - middleX) * grow + em * right);
    point.y = Math.round(middleY + (point.y - middleY) * grow + em * up);
  }
  if (thin > 0) glyph.contours = glyph.contours.map((contour) => thicken(contour, -em * thin));
  const points = glyph.contours.flat();
  glyph.xMin = Math.min(...points.map(({ x }) => x));
  glyph.xMax = Math.max(...points.map(({ x }) => x));
  glyph.advanceWidth += Math.round(em * room);
}

/** Moves each point along the normal of its neighbours: more ink, or less. */
function thicken(contour, by) {
  return contour.map((point, index) => {
    const before = contour[(index + contour.length - 1) % contour.length];
    const after = contour[(index + 1) % contour.length];
    const [tx, ty] = [after.x - before.x, after.y - before.y];
    const length = Math.hypot(tx, ty) || 1;
    return { x: point.x - (ty / length) * by, y: point.y + (tx / length) * by, onCurve: point.onCurve };
  });
}

/** A smooth field of small shifts: what a wrist does, not what noise does. */
function fieldOf(random, size, em) {
  const waves = Array.from({ length: 3 }, () => ({
    kx: ((random() - 0.5) * 9) / em,
    ky: ((random() - 0.5) * 9) / em,
    px: random() * 2 * Math.PI,
    py: random() * 2 * Math.PI,
  }));
  return (x, y) => [
    waves.reduce((sum, { kx, ky, px }) => sum + Math.sin(kx * x + ky * y + px), 0) * (size / 2),
    waves.reduce((sum, { kx, ky, py }) => sum + Math.sin(kx * x + ky * y + py), 0) * (size / 2),
  ];
}

/** mulberry32: the same numbers for the same seed, anywhere. */
function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
