import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AuthServer, startAuthServer } from '../../../../test/server/auth-server.ts';

// Megabytes of text in short fields must not block the server's only thread. Each once took seconds or minutes.

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer();
});
afterAll(() => server.close());

const AT_ONCE = 5_000;

it(
  'a password of accents is a wrong one',
  async () => {
    const password = `a${'\u0301'.repeat(15_000)}${'\u0316'.repeat(15_000)}`;
    const body = { email: 'nobody@example.com', password };
    const answer = await server.call('POST', '/token?grant_type=password', { body });
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'invalid_credentials' } });
  },
  AT_ONCE,
);

it(
  'an address of signs is none',
  async () => {
    const body = { email: '@nd'.repeat(20_000), password: 'the-tide-knows-1957' };
    const answer = await server.call('POST', '/signup', { body });
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } });
  },
  AT_ONCE,
);

function post(path: string, body: BodyInit) {
  return fetch(server.url + path, { method: 'POST', body, ...(body instanceof ReadableStream && { duplex: 'half' }) });
}

it('a megabyte is refused before any handler reads it, and the server answers others meanwhile', async () => {
  // A handler would answer `bad_json` instead.
  const megabyte = new Uint8Array(1024 * 1024).fill('x'.codePointAt(0) ?? 0);
  const unannounced = () => new Blob([megabyte]).stream();
  const paths = ['/signup', '/recover', '/resend', '/verify', '/token?grant_type=password'];
  const posts = paths.flatMap((path) => [post(path, megabyte), post(path, unannounced())]);
  const health = await Promise.all(Array.from({ length: 10 }, () => fetch(`${server.siteUrl}/healthz`)));
  expect(health.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  for (const answer of await Promise.all(posts)) {
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ error_code: 'request_entity_too_large' });
  }
});
