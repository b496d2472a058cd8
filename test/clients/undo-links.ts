import { TOTP } from 'otpauth';
import type { AuthServer, Browser } from '../server/auth-server.ts';

/** Adds an authenticator in that browser. @returns its key */
export async function addFactor(server: AuthServer, browser: Browser): Promise<string> {
  const { data, error } = await browser.mfa.enroll({ factorType: 'totp', friendlyName: 'Telephone' });
  if (data?.type !== 'totp') throw new Error('No authenticator came back.', { cause: error });
  await passFactor(server, browser, data.id, data.totp.secret);
  return data.totp.secret;
}

/** Passes the second step, half a minute later, since a code works once. */
export async function passFactor(server: AuthServer, browser: Browser, factorId: string, secret: string) {
  server.clock.advance(30);
  const code = new TOTP({ secret }).generate({ timestamp: server.clock.now().getTime() });
  const { error } = await browser.mfa.challengeAndVerify({ factorId, code });
  if (error) throw error;
}

export async function removeFactor(browser: Browser): Promise<void> {
  const [factor] = (await browser.mfa.listFactors()).data?.totp ?? [];
  const { error } = await browser.mfa.unenroll({ factorId: factor?.id ?? '' });
  if (error) throw error;
}

/** The undo token in the newest security email to that address. */
export async function undoTokenTo(server: AuthServer, email: string): Promise<string> {
  const message = (await server.emails()).findLast(({ recipient, data }) => recipient === email && 'undoUrl' in data);
  return new URL(String(message?.data['undoUrl'])).searchParams.get('token') ?? '';
}

export async function askUndo({ ctx }: AuthServer, path: '/api/undo' | '/api/undo/describe', token: string) {
  const answer = await fetch(ctx.config.siteUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

/** Opens an undo link. @returns a browser with the session that it opens */
export async function undo(server: AuthServer, token: string): Promise<Browser> {
  const { status, body } = await askUndo(server, '/api/undo', token);
  if (status !== 200) throw new Error(`The link was answered ${status}.`, { cause: body });
  const browser = server.browser();
  const { error } = await browser.setSession(body['session'] as { access_token: string; refresh_token: string });
  if (error) throw error;
  return browser;
}
