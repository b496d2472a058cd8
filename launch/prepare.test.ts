import { expect, test } from 'vitest';
import { SECRETS } from '../src/server/platform/config/secret-files.ts';
import { withoutSecrets } from './prepare.mjs';

test('npm and the build are given no secret of the shop', () => {
  const secrets = Object.fromEntries(SECRETS.flatMap((name) => [name, `${name}_FILE`]).map((name) => [name, 'secret']));
  expect(withoutSecrets({ ...secrets, PATH: '/bin', NPM_TOKEN: 'of the registry' })).toEqual({
    PATH: '/bin',
    NPM_TOKEN: 'of the registry',
  });
});
