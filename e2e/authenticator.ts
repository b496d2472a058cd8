import { expect, type Page } from '@playwright/test';
import { TOTP } from 'otpauth';

const STEP_MS = 30_000;

/** An authenticator app. Each code works once, so that a test in a hurry uses one after the other: -1, 0, 1. */
export class Authenticator {
  private readonly totp: TOTP;

  constructor(secret: string) {
    this.totp = new TOTP({ secret });
  }

  code(step: -1 | 0 | 1): string {
    return this.totp.generate({ timestamp: Date.now() + step * STEP_MS });
  }
}

/** Turns two-step verification on for whoever is signed in. Uses code -1. */
export async function turnOnTwoStep(page: Page): Promise<Authenticator> {
  await page.goto('/account/profile');
  await page.getByRole('button', { name: 'Turn On', exact: true }).click();
  const secret = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent();
  const authenticator = new Authenticator(secret?.replaceAll(' ', '') ?? '');
  await page.getByLabel('Verification code').fill(authenticator.code(-1));
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText('On. Signing in takes your password and a code')).toBeVisible();
  return authenticator;
}
