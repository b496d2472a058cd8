import { expect, type Page, test } from '@playwright/test';
import { callAuth, PASSWORD, Shopper } from '../test/clients/shopper.ts';
import { expectAccessible } from './accessibility.ts';
import { comeThroughGoogle, newGoogleAddress } from './google-page.ts';
import { sharedShop } from './shops.ts';
import { atAccount, enrol } from './users.ts';

interface Sent {
  readonly email: string;
  readonly link: string;
  readonly accessToken: string;
}

/** A link that carries a session, as one that a stranger sends. */
async function sentLink(): Promise<Sent> {
  const shop = sharedShop();
  const { email } = await Shopper.signUp(shop);
  const session = await callAuth<{ access_token: string; refresh_token: string }>(
    shop.siteUrl,
    '/token?grant_type=password',
    { email, password: PASSWORD },
  );
  const { access_token: accessToken, refresh_token: refreshToken } = session;
  const fragment = `access_token=${accessToken}&refresh_token=${refreshToken}&expires_in=3600&token_type=bearer&type=magiclink`;
  return { email, accessToken, link: `/account#${fragment}` };
}

/** Forges the access token as a stranger without our key would; the refresh token stays. */
function withForgedToken(link: string, claims: object): string {
  return link.replace(/access_token=([^.]+)\.([^.]+)\./, (_all, header: string, payload: string) => {
    const given = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
    const forged = Buffer.from(JSON.stringify({ ...given, ...claims })).toString('base64url');
    return `access_token=${header}.${forged}.`;
  });
}

async function statusOf(page: Page, accessToken: string): Promise<number> {
  const answer = await page.request.get('/auth/v1/user', { headers: { authorization: `Bearer ${accessToken}` } });
  return answer.status();
}

test.describe('a link that carries a session', () => {
  test('shows the email that the server knows and signs in by Continue, and is refused before the question when its token is forged or expired', async ({
    page,
  }) => {
    const { email, link } = await sentLink();
    for (const claims of [{}, { exp: 1 }]) {
      await page.goto('about:blank');
      await page.goto(withForgedToken(link, { email: 'victim@example.com', ...claims }));
      await expect(page.getByRole('alert')).toContainText('That link is invalid or has expired.');
      await expect(page.getByRole('heading', { name: /^Continue as/ })).toHaveCount(0);
      await expect(page).not.toHaveURL(/access_token/);
    }
    await page.goto('about:blank');
    await page.goto(link);
    await expect(page.getByRole('heading', { name: `Continue as ${email}?` })).toBeFocused();
    await expect(page).not.toHaveURL(/access_token/);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Continue' }).click();
    await atAccount(page);
  });

  test('is refused by who it is not, and ends its session @pages', async ({ page }) => {
    const { link, accessToken } = await sentLink();
    await page.goto(link);
    await page.getByRole('button', { name: 'Stay signed out' }).click();
    await expect(page).toHaveURL(/\/signin/);
    await expect.poll(() => statusOf(page, accessToken)).toBe(403);
  });

  test('does not take the place of another user without a question, nor by a forged token; and ends the session it replaces @pages', async ({
    page,
  }) => {
    const user = await enrol(page);
    const { email, link } = await sentLink();
    await page.goto('/');
    await page.goto(withForgedToken(link, { sub: user.userId, email: user.email, exp: 1 }));
    await expect(page.getByRole('alert')).toContainText('That link is invalid or has expired.');
    await page.goto('/account/profile');
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(user.email);

    await page.goto(link);
    await expect(page.getByRole('heading', { name: `Continue as ${email}?` })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: `Stay signed in as ${user.email}` }).click();
    await atAccount(page);
    expect(await statusOf(page, user.accessToken)).toBe(200);

    await page.goto('/');
    await page.goto((await sentLink()).link);
    await page.getByRole('button', { name: 'Continue' }).click();
    await atAccount(page);
    await expect.poll(() => statusOf(page, user.accessToken)).toBe(403);
  });
});

test('Google leads back with a code that is good in this browser alone, and never with a token @pages', async ({
  page,
}) => {
  const addresses: string[] = [];
  page.on('framenavigated', (frame) => void addresses.push(frame.url()));
  page.on('request', (request) => void addresses.push(request.url()));
  await page.goto('/signin');
  await comeThroughGoogle(page, newGoogleAddress());
  await expect(page).toHaveURL(/\/season-selection$/);
  expect(addresses.join('\n')).toContain('/token?grant_type=pkce');
  expect(addresses.join('\n')).not.toContain('access_token');
});
