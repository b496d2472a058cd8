import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COLOURS } from '../../domain/colours.ts';

const WEB = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(WEB, path), 'utf8');
const tokens = new Map(
  [...read('ui/tokens.css').matchAll(/^ {2}--([\w-]+): ([^;]+);$/gm)].map(([, name, value]) => [name, value]),
);

/** Google's own mark has Google's own colours. */
const NOT_OURS = new Set(['pages/auth/google-button.tsx']);
const LITERAL = /#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|oklab|oklch|lab|lch)\(/i;

test('what is printed and emailed has the colours of the screens', () => {
  for (const [name, value] of Object.entries(COLOURS)) {
    expect([name, value]).toEqual([name, tokens.get(name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`))]);
  }
});

test('the app’s document and the manifest name the desk’s green', () => {
  expect(read('app.html')).toContain(`<meta name="theme-color" content="${COLOURS.bottle}" />`);
  expect(JSON.parse(read('static/manifest.webmanifest'))).toMatchObject({
    theme_color: COLOURS.bottle,
    background_color: COLOURS.manila,
  });
});

test('no other file of the screens names a colour by its value (decision 040)', () => {
  const files = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter((path) => /\.(css|tsx)$/.test(path));
  const others = files.filter((path) => path !== 'ui/tokens.css' && !NOT_OURS.has(path));
  expect(others.length).toBeGreaterThan(100);
  expect(others.filter((path) => LITERAL.test(read(path)))).toEqual([]);
});
