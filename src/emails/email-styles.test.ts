import { expect, test } from 'vitest';
import { INK, NIGHT } from './email-styles.ts';

/** WCAG 2.2, relative luminance. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

test.each([
  ['day', INK],
  ['night', NIGHT],
])('everything in an email can be read by %s (WCAG AA)', (_, scheme) => {
  const pairs = [
    [scheme.ink, scheme.paper],
    [scheme.faded, scheme.paper],
    [scheme.faded, scheme.desk],
    [scheme.stamp, scheme.paper],
    [INK.onStamp, INK.stamp],
  ] as const;
  for (const [colour, ground] of pairs) expect(contrast(colour, ground)).toBeGreaterThanOrEqual(4.5);
});
