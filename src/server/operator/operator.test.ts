import { describe, expect, test } from 'vitest';
import { rowOf } from '../../../test/builders/months.ts';
import { terminalOf } from '../../../test/clients/terminal.ts';
import { startShop } from '../../../test/server/shop.ts';
import { runProgram } from '../../../test/server/run-program.ts';
import { API } from '../../contract/api.ts';

const shop = await startShop();

const refund = (id: string) => terminalOf(shop)('refund-subscription', '--note', 'a trial', '--id', id);
const operator = (...args: string[]) => runProgram('dist/server/operator.js', args, shop.settings);

describe('an operator at a terminal', () => {
  test('gives a season back', async () => {
    const user = await shop.signUp();
    const { subscriptionId } = await user.buy();
    const { id } = await rowOf(shop, subscriptionId);
    expect(await operator('refund-subscription', '--id', id, '--note', 'a trial', '--by', 'Odile')).toEqual({
      code: 0,
      out: 'refunded: $15.00\n',
      err: '',
    });
    expect((await user.call(API.getAccount)).subscriptions).toMatchObject([{ refunded: true }]);
    expect(await refund(subscriptionId)).toBe('refunded: $15.00');
  });

  test('who says nothing the program knows is told what it does', async () => {
    const { code, err } = await operator('embalm');
    expect([code, err.split('\n')[0]]).toEqual([
      1,
      'Commands (add --by NAME to sign as somebody else, --after PLACE to read on in a list):',
    ]);
  });

  test('is told in a sentence what is wrong', async () => {
    expect(await operator('refund-subscription', '--note', 'a trial')).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(/^Please check the marked fields\.\n {2}--id: .+\n$/) as string,
    });
    await expect(refund('nobody')).rejects.toMatchObject({ fields: { 'params.id': 'Not an id we issue.' } });
    for (const unknown of ['sub_nobody', '00000000-0000-4000-8000-000000000000'])
      await expect(refund(unknown)).rejects.toThrow('We couldn’t find that subscription.');
  });
});

test('a payment account is prepared, and the webhook’s secret told once', async () => {
  const { STRIPE_SECRET_KEY = '', STRIPE_API_BASE = '' } = shop.settings;
  const settings = { STRIPE_SECRET_KEY, STRIPE_API_BASE, SITE_URL: 'https://shop.example' };
  const first = await runProgram('dist/server/payments-setup.js', [], settings);
  expect(first.out).toMatch(
    /Prices: price_\w+ \(monthly\), price_\w+ \(annual\)\.\nEvents go to https:\/\/shop\.example\/webhooks\/stripe\./,
  );
  expect(first.out).toMatch(/STRIPE_WEBHOOK_SECRET=whsec_\w+\n$/);
});

test('a live key is not sent to a sandbox', async () => {
  const settings = {
    STRIPE_SECRET_KEY: 'sk_live_abc',
    STRIPE_API_BASE: 'http://127.0.0.1:1',
    SITE_URL: 'https://x.example',
  };
  expect(await runProgram('dist/server/payments-setup.js', [], settings)).toEqual({
    code: 1,
    out: '',
    err: 'STRIPE_API_BASE would be sent a live key, which belongs to Stripe alone: unset it.\n',
  });
});
