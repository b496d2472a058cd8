import { expect, type Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { enrolFactor } from '../test/builders/operators.ts';
import type { SessionReply } from '../test/clients/shopper.ts';
import { expectNotice } from './subscriber.ts';

const STEP_MS = 30_000;

/** An authenticator app without waiting: each code works once, and the next code is accepted slightly early. */
export class Authenticator {
  private readonly totp: TOTP;
  /** What came with it. */
  recoveryCodes: readonly string[] = [];
  #step = 0;

  constructor(secret: string) {
    this.totp = new TOTP({ secret });
  }

  newCode(): string {
    this.#step = Math.max(this.#step + 1, Math.floor(Date.now() / STEP_MS));
    return this.usedCode();
  }

  /** The last one again. */
  usedCode(): string {
    return this.totp.generate({ timestamp: this.#step * STEP_MS });
  }
}

/** Adds an authenticator as the profile page does, without the page. @returns the session that has passed both steps */
export function giveAuthenticator(page: Page, accessToken: string): Promise<SessionReply> {
  return enrolFactor(new URL(page.url()).origin, accessToken, (secret) => new Authenticator(secret).newCode());
}

/** Turns two-step verification on for the signed-in user. */
export async function turnOnTwoStep(page: Page): Promise<Authenticator> {
  await page.goto('/account/profile');
  const authenticator = await addAuthenticator(page, 'Turn On');
  await expectNotice(page, 'Two-step verification is on.');
  await expect(page.getByText('On. When you sign in, we also ask for a code')).toBeVisible();
  return authenticator;
}

/** Adds one on the profile page: scans what the dialog shows, and hands in the first code. */
export async function addAuthenticator(page: Page, button = 'Add Another Authenticator App'): Promise<Authenticator> {
  await page.getByRole('button', { name: button, exact: true }).click();
  const secret = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent();
  const authenticator = new Authenticator(secret?.replaceAll(' ', '') ?? '');
  await page.getByLabel('Verification code').fill(authenticator.newCode());
  await page.getByRole('button', { name: 'Verify' }).click();
  const away = page.getByRole('button', { name: 'I’ve Saved Them' });
  await expect(away).toBeVisible();
  authenticator.recoveryCodes = await page.getByRole('dialog').getByRole('listitem').allTextContents();
  await page.keyboard.press('Escape');
  await away.click();
  return authenticator;
}
