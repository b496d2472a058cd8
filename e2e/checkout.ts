import { expect, type Page } from '@playwright/test';
import { Stripe } from 'stripe';

/** rules/stripe-sandbox 18. */
export const CARDS = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  /** Stripe stores this card, but the bank declines charges. */
  declinedAtCharge: '4000 0000 0000 0341',
  asksForAuthentication: '4000 0027 6000 3184',
} as const;

/** From the choice of a season to the payment step, by the address given at signup. */
export async function goToPayment(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Continue with Shipping' }).click();
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(page.getByRole('heading', { name: 'Payment', exact: true })).toBeVisible();
}

export async function enterCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('MM / YY').fill('12 / 34');
  await page.getByLabel('CVC').fill('123');
  await page.getByLabel('ZIP', { exact: true }).fill('04579');
}

export function payButton(page: Page, amount: string) {
  return page.getByRole('button', { name: `Pay ${amount}` });
}

export async function expectThanks(page: Page): Promise<void> {
  await expect(page.getByText('Thank you. Your order is confirmed.')).toBeInViewport();
  await expect(page).toHaveURL(/\/account\?success=true$/);
}

/** Replaces Pay if nothing is charged today. */
export function startButton(page: Page) {
  return page.getByRole('button', { name: 'Start Subscription' });
}

/** The user's subscriptions (in any state) and successful charges at Stripe. */
export async function subscriptionsAtStripe(email: string) {
  const stripe = sandbox();
  const { data: customers } = await stripe.customers.list({ email });
  const ofAll = <T>(list: (customer: string) => Promise<{ data: T[] }>) =>
    Promise.all(customers.map(async ({ id }) => (await list(id)).data));
  const subscriptions = await ofAll((customer) => stripe.subscriptions.list({ customer, status: 'all' }));
  const charges = await ofAll((customer) => stripe.charges.list({ customer }));
  return { subscriptions: subscriptions.flat(), charges: charges.flat().filter(({ paid }) => paid) };
}

export function sandboxUrl(): string {
  return process.env['SANDBOX_URL'] ?? 'http://127.0.0.1:12111';
}

/** Stripe as the shop's own server sees it. */
export function sandbox(): Stripe {
  const { hostname, port } = new URL(sandboxUrl());
  return new Stripe('sk_test_sandbox', { host: hostname, port, protocol: 'http' });
}
