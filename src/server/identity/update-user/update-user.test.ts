import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startAuthServer, type AuthServer, type Browser } from '../../../../test/server/auth-server.ts';

const PASSWORD = 'a murder of quiet crows';
let server: AuthServer;
let browser: Browser;
let email: string;
let users = 0;

beforeAll(async () => {
  server = await startAuthServer({ AUTH_RATE_LIMIT_FACTOR: '100' });
});
afterAll(() => server.close());
beforeEach(async () => {
  email = `person${++users}@example.com`;
  browser = server.browser();
  await browser.signUp({ email, password: PASSWORD, options: { data: { full_name: 'Agatha', shelf: 3 } } });
});

describe('PUT /user', () => {
  it('merges data key by key, and null deletes a key', async () => {
    const { data } = await browser.updateUser({ data: { full_name: 'Agatha Mill', shelf: null } });
    expect(data.user?.user_metadata).toMatchObject({ full_name: 'Agatha Mill', email });
    expect(data.user?.user_metadata).not.toHaveProperty('shelf');
  });

  it('refuses more data than a token can carry', async () => {
    const { error } = await browser.updateUser({ data: { novel: 'x'.repeat(5000) } });
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
  });

  it('changes the password, keeps this session, ends the others and says so by email', async () => {
    const elsewhere = server.browser();
    await elsewhere.signInWithPassword({ email, password: PASSWORD });
    const { error } = await browser.updateUser({ password: 'an even quieter crow', current_password: PASSWORD });
    expect(error).toBeNull();
    expect((await browser.getUser()).error).toBeNull();
    expect((await elsewhere.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect((await server.browser().signInWithPassword({ email, password: PASSWORD })).error?.code).toBe(
      'invalid_credentials',
    );
    expect((await server.browser().signInWithPassword({ email, password: 'an even quieter crow' })).error).toBeNull();
    const kinds = (await server.emails()).filter(({ recipient }) => recipient === email).map(({ kind }) => kind);
    expect(kinds).toEqual(['welcome', 'password-changed']);
  });

  it('says when the new password is the old one', async () => {
    const { error } = await browser.updateUser({ password: PASSWORD, current_password: PASSWORD });
    expect(error).toMatchObject({
      status: 422,
      code: 'same_password',
      message: 'New password should be different from the old password.',
    });
  });

  it('compares a current password that is sent, however recent the sign-in', async () => {
    const wrong = await browser.updateUser({ password: 'an even quieter crow', current_password: 'not this one' });
    expect(wrong.error).toMatchObject({ status: 400, code: 'current_password_invalid' });
    const right = await browser.updateUser({ password: 'an even quieter crow', current_password: PASSWORD });
    expect(right.error).toBeNull();
  });

  it('refuses a weak password with its reasons', async () => {
    const { error } = await browser.updateUser({ password: 'short' });
    expect(error).toMatchObject({ status: 422, code: 'weak_password', reasons: ['length'] });
  });

  it('refuses the owner’s own name', async () => {
    await browser.updateUser({ data: { full_name: 'Miriam Halloran' } });
    const { error } = await browser.updateUser({ password: 'miriamhalloran', current_password: PASSWORD });
    expect(error).toMatchObject({ status: 422, code: 'weak_password', reasons: ['pwned'] });
  });

  it('does not let users write app_metadata', async () => {
    const { data } = await browser.getSession();
    const headers = { Authorization: `Bearer ${data.session?.access_token}` };
    const answer = await server.call('PUT', '/user', { headers, body: { app_metadata: { role: 'admin' } } });
    expect(answer).toMatchObject({ status: 403, body: { error_code: 'not_admin' } });
  });
});
