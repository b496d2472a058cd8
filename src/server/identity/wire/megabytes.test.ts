import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AuthServer, startAuthServer } from '../../../../test/server/auth-server.ts';

// Whoever sends a megabyte where a word is expected must not stop the one thread. Each of these took from seconds to minutes.

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer();
});
afterAll(() => server.close());

const AT_ONCE = 5_000;

it(
  'a password of accents is a wrong one',
  async () => {
    const password = `a${'\u0301'.repeat(100_000)}${'\u0316'.repeat(100_000)}`;
    const body = { email: 'nobody@example.com', password };
    const answer = await server.call('POST', '/token?grant_type=password', { body });
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'invalid_credentials' } });
  },
  AT_ONCE,
);

it(
  'an address of signs is none',
  async () => {
    const body = { email: '@nd'.repeat(200_000), password: 'the-tide-knows-1957' };
    const answer = await server.call('POST', '/signup', { body });
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } });
  },
  AT_ONCE,
);
