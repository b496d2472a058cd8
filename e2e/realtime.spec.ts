import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { sandbox } from './checkout.ts';
import { subscribe } from './subscriber.ts';

/** Opens the account in another tab and waits until it shows the subscription. */
async function openTab(context: BrowserContext): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto('/account/subscription');
  await expect(tab.getByText('Season One').first()).toBeVisible();
  return tab;
}

/** Cancels or resumes by the API alone: as another device would, without a word to this browser. */
async function elsewhere(page: Page, change: 'cancel' | 'resume'): Promise<void> {
  const status = await page.evaluate(async (verb) => {
    const { access_token } = JSON.parse(localStorage.getItem('supabase.auth.token') ?? '{}') as {
      access_token: string;
    };
    const headers = { Authorization: `Bearer ${access_token}` };
    const account = (await (await fetch('/api/account', { headers })).json()) as { subscriptions: { id: string }[] };
    const id = account.subscriptions[0]?.id;
    return (await fetch(`/api/subscriptions/${id}/${verb}`, { method: 'POST', headers })).status;
  }, change);
  expect(status).toBe(200);
}

test('ten tabs hear of what changes elsewhere, over one stream, also when the tab that held it is gone @pages', async ({
  page,
  context,
}) => {
  test.slow();
  let streams = 0;
  context.on('request', (request) => {
    if (request.url().endsWith('/api/account/changes')) streams += 1;
  });
  await subscribe(page);
  const tabs: Page[] = [];
  while (tabs.length < 10) tabs.push(await openTab(context));
  expect(streams).toBe(1);

  const [first, ...others] = tabs as [Page, ...Page[]];
  await elsewhere(first, 'cancel');
  for (const tab of tabs) await expect(tab.getByText(/Cancelled on/).first()).toBeVisible();

  await first.close();
  await expect.poll(() => streams).toBe(2);
  await elsewhere(others[0] as Page, 'resume');
  for (const tab of others) await expect(tab.getByText(/Cancelled on/)).toHaveCount(0);
});

test('an open billing page shows the card that was entered elsewhere', async ({ page }) => {
  const { email } = await subscribe(page);
  await page.goto('/account/billing');
  await expect(page.getByText('Visa ending in 4242')).toBeVisible();

  const { customers, paymentMethods, subscriptions } = sandbox();
  const [customer] = (await customers.list({ email })).data;
  const owner = { customer: customer?.id ?? '' };
  const [running] = (await subscriptions.list(owner)).data;
  const { id: card } = await paymentMethods.attach('pm_card_mastercard', owner);
  await subscriptions.update(running?.id ?? '', { default_payment_method: card });
  await expect(page.getByText('Mastercard ending in 4444')).toBeVisible();
});
