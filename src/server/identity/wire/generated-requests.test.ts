import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAuthServer, type AuthServer } from '../../../../test/server/auth-server.ts';
import { serviceToken } from '../session/access-tokens.ts';

/** Per door. */
const GENERATED_REQUESTS = Number(process.env['GENERATED_REQUESTS'] ?? 15);
let server: AuthServer;

beforeAll(async () => {
  server = await startAuthServer({ AUTH_RATE_LIMIT_FACTOR: '10000', AUTH_MAIL_GAP_SECONDS: '0' });
});
afterAll(() => server.close());

describe('generated requests', () => {
  const doors: readonly (readonly [string, string])[] = [
    ['POST', '/signup'],
    ['POST', '/token?grant_type=password'],
    ['POST', '/token?grant_type=refresh_token'],
    ['POST', '/token?grant_type=pkce'],
    ['POST', '/recover'],
    ['POST', '/resend'],
    ['POST', '/verify'],
    ['PUT', '/user'],
    ['POST', '/factors'],
    ['POST', '/factors/:id/challenge'],
    ['POST', '/factors/:id/verify'],
    ['DELETE', '/factors/:id'],
    ['DELETE', '/user/identities/:id'],
    ['POST', '/callback'],
    ['POST', '/admin/users'],
    ['PUT', '/admin/users/:id'],
    ['DELETE', '/admin/users/:id'],
    ['POST', '/admin/generate_link'],
    ['POST', '/invite'],
    ['GET', '/verify'],
    ['GET', '/callback'],
    ['GET', '/authorize'],
    ['GET', '/user/identities/authorize'],
    ['GET', '/admin/users'],
  ];
  const fields =
    `email password data refresh_token code_challenge code_challenge_method phone type id token token_hash nonce
    current_password app_metadata user_metadata ban_duration new_email factor_type friendly_name issuer challenge_id code
    auth_code code_verifier redirect_to should_soft_delete email_confirm page per_page state error provider`.split(
      /\s+/,
    );
  const likely = [
    'a@example.com',
    'a murder of quiet crows',
    'signup',
    'recovery',
    'totp',
    'google',
    's256',
    'none',
    '24h',
    true,
    null,
    {},
  ];
  const odd = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom(...likely, 'x'.repeat(1000), crypto.randomUUID()),
  );
  const ids = fc.oneof(
    fc.uuid(),
    fc.string({ maxLength: 20 }).map((text) => encodeURIComponent(text) || 'x'),
  );

  it.each(doors)('never make %s %s fail', async (method, path) => {
    const { data } = await server
      .browser()
      .signUp({ email: `${crypto.randomUUID()}@example.com`, password: 'a murder of quiet crows' });
    const token = /admin|invite/.test(path)
      ? await serviceToken(server.ctx, 'service_role')
      : data.session?.access_token;
    const headers = { Authorization: `Bearer ${token}` };
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.constantFrom(...fields), odd, { maxKeys: 6 }), ids, async (body, id) => {
        const query = new URLSearchParams(Object.entries(body).map(([key, value]) => [key, asText(value)])).toString();
        const target = path.replace(':id', id) + (method === 'GET' ? `?${query}` : '');
        const answer = await server.call(method, target, { headers, ...(method !== 'GET' && { body }) });
        expect(answer.status).toBeLessThan(500);
        expect(answer.status < 400 || isErrorBody(answer.body, answer.status)).toBe(true);
      }),
      { numRuns: GENERATED_REQUESTS },
    );
  });
});

function isErrorBody(body: unknown, status: number): boolean {
  const shape = body as { code: unknown; error_code: unknown; msg: unknown };
  return shape.code === status && typeof shape.error_code === 'string' && typeof shape.msg === 'string';
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
