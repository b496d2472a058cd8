/** The page of an object in Stripe's Dashboard; null if it has none. The key tells live mode from test mode. */
export function stripePage(id: string, publishableKey: string): string | null {
  const [, prefix = ''] = /^([a-z]+)_\w+$/.exec(id) ?? [];
  const folder = FOLDERS[prefix];
  if (folder === undefined) return null;
  const mode = publishableKey.startsWith('pk_test_') ? 'test/' : '';
  return `https://dashboard.stripe.com/${mode}${folder}/${id}`;
}

const FOLDERS: Readonly<Record<string, string | undefined>> = {
  cus: 'customers',
  sub: 'subscriptions',
  in: 'invoices',
  re: 'refunds',
  pyr: 'refunds',
  dp: 'disputes',
  du: 'disputes',
  ch: 'payments',
  pi: 'payments',
  py: 'payments',
  prv: 'radar/reviews',
};
