import { expect, test } from 'vitest';
import { checkSeason } from './check.ts';
import { LOOK_FOR_MUTATIONS } from './look-for-mutations.ts';
import { MUTATIONS } from './mutations.ts';
import { onPaper, type Sample, sampleSeason } from './sample.ts';
import { checkShown } from './spoilers.ts';

const YOUNG = new Map([
  ['laser', 1960],
  ['zip code', 1963],
  ['prioritize', 1968],
]);

function faultsAfter(mutate: (season: Sample) => void) {
  const season = sampleSeason();
  mutate(season);
  return checkSeason(onPaper(season, YOUNG));
}

test('a season in which nothing is wrong passes', () => {
  expect(faultsAfter(() => undefined)).toEqual([]);
});

test('each fault made on purpose is found', () => {
  expect(MUTATIONS.length).toBeGreaterThanOrEqual(40);
  const all = [...MUTATIONS, ...LOOK_FOR_MUTATIONS];
  const survivors = all.filter(([, kind, mutate]) => faultsAfter(mutate).every((fault) => fault.kind !== kind));
  expect(survivors.map(([name, kind]) => `${kind}: ${name}`)).toEqual([]);
});

test('a guarded phrase is found in a page, a bundle, an email, a reply and a file name, however it is broken up', () => {
  const guarded = ['blue bottle'];
  const shown = [
    { path: 'src/web/pages/landing/hero.tsx', text: '<p>Beware of the Blue\n  Bottle.</p>' },
    { path: 'dist/web/assets/app.js', text: 'const a="the blue<b> bottle</b>"' },
    { path: 'src/emails/welcome.ts', text: 'BLUE&nbsp;BOTTLE' },
    { path: 'src/server/account/letters.ts', text: "{ clue: 'blue-bottle' }" },
    { path: 'src/web/static/blue-bottle.png', text: '' },
  ];
  for (const one of shown) expect(checkShown(guarded, [one]).map(() => one.path)).toEqual([one.path]);
  expect(checkShown(guarded, [{ path: 'src/web/pages/landing/hero.tsx', text: 'A bottle, and it is blue.' }])).toEqual(
    [],
  );
});
