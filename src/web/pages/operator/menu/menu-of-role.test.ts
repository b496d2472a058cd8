import { expect, test } from 'vitest';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import { firstPageOf, menuOf } from './menu-entries.ts';
import { mayOpen } from './page-calls.ts';

const namesFor = (role: Parameters<typeof menuOf>[0]) =>
  menuOf(role).flatMap(({ entries }) => entries.map(({ name }) => name));

test('a packer’s menu has the mailing room alone, and opens at its runs', () => {
  expect(namesFor('packer')).toEqual(['Runs', 'Letter problems', 'Postage', 'Calendar']);
  expect(firstPageOf('packer')).toBe(CONSOLE_PATHS.runs);
});

test('a support person’s menu has no figures and no staff', () => {
  expect(namesFor('support')).toEqual(expect.arrayContaining(['Today', 'Subscribers', 'Runs', 'Disputes', 'Log']));
  expect(namesFor('support')).not.toContain('Figures');
  expect(namesFor('support')).not.toContain('Staff');
  expect(firstPageOf('support')).toBe(CONSOLE_PATHS.today);
});

test('an owner opens every page, a slash at its end or not', () => {
  for (const path of Object.values(CONSOLE_PATHS)) expect(mayOpen('owner', `${path}/`)).toBe(true);
  expect(mayOpen('packer', `${CONSOLE_PATHS.subscribers}/`)).toBe(false);
});
