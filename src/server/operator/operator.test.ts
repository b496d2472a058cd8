import { describe, expect, test } from 'vitest';
import { rowOf } from '../../../test/builders/months.ts';
import { startShop } from '../../../test/server/shop.ts';
import { runProgram } from '../../../test/server/run-program.ts';
import { API } from '../../contract/api.ts';
import type { Options } from './terminal/command.ts';
import { COMMANDS } from './terminal/commands.ts';

const shop = await startShop();

const refund = (options: Options) => COMMANDS['refund']?.run(shop.ctx, options, 'Odile', []);
const operator = (...args: string[]) => runProgram('src/server/terminal.ts', args, shop.settings);

describe('an operator at a terminal', () => {
  test('gives a season back', async () => {
    const user = await shop.signUp();
    const { subscriptionId } = await user.buy();
    const { id } = await rowOf(shop, subscriptionId);
    expect(await operator('refund', '--subscription', id, '--by', 'Odile')).toEqual({
      code: 0,
      out: '$15.00 given back in all. The subscription has ended, and no letter follows.\n',
      err: '',
    });
    expect((await user.call(API.getAccount)).subscriptions).toMatchObject([{ refunded: true }]);
    expect(await refund({ subscription: subscriptionId })).toContain('$15.00 given back in all.');
  });

  test('who says nothing the program knows is told what it does', async () => {
    const { code, err } = await operator('embalm');
    expect([code, err.split('\n')[0]]).toEqual([
      1,
      'Commands (add --by NAME to sign as somebody else, --after PLACE to read on in a list):',
    ]);
  });

  test('is told in a sentence what is wrong', async () => {
    await expect(refund({})).rejects.toThrow('Say which one: --subscription ID.');
    for (const nobodys of ['sub_nobody', 'nobody', '00000000-0000-4000-8000-000000000000']) {
      await expect(refund({ subscription: nobodys })).rejects.toThrow(`There is no subscription ${nobodys}.`);
    }
  });
});

test('a payment account is prepared, and the webhook’s secret told once', async () => {
  const { STRIPE_SECRET_KEY = '', STRIPE_API_BASE = '' } = shop.settings;
  const settings = { STRIPE_SECRET_KEY, STRIPE_API_BASE, SITE_URL: 'https://shop.example' };
  const first = await runProgram('src/server/commerce/payments-setup.ts', [], settings);
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
  expect(await runProgram('src/server/commerce/payments-setup.ts', [], settings)).toEqual({
    code: 1,
    out: '',
    err: 'STRIPE_API_BASE would be sent a live key, which belongs to Stripe alone: unset it.\n',
  });
});
