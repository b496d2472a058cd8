import { expect, test } from 'vitest';
import { hireOperator } from '../../../test/builders/operators.ts';
import { terminalOf } from '../../../test/clients/terminal.ts';
import { startShop } from '../../../test/server/shop.ts';
import { OPERATOR_API } from '../../contract/operator/api.ts';
import { SETTING_DEFAULTS } from '../../domain/shop-settings.ts';
import { readSettings } from '../platform/shop-settings.ts';

const { changeSetting, clearSetting, listLog, listSettings } = OPERATOR_API;

const shop = await startShop({ settings: { SUPPORT_EMAIL: 'help@deadletter.example' } });
const owner = await hireOperator(shop);

const settings = async () =>
  new Map((await owner.call(listSettings)).items.map(({ name, ...setting }) => [name, setting]));

test('each setting names the source of its value, and the test banner is the environment’s alone', async () => {
  const all = await settings();
  expect(all.get('supportEmail')).toMatchObject({ value: 'help@deadletter.example', source: 'environment' });
  expect(all.get('responseTime')).toMatchObject({ value: SETTING_DEFAULTS.responseTime, source: 'default' });
  expect(all.get('returnAddress')).toMatchObject({ value: '', source: 'default', editable: true });
  expect(all.get('testBanner')).toMatchObject({ source: 'environment', editable: false });
});

test('an owner’s change outranks the environment until it is cleared, and is in the log', async () => {
  const params = { name: 'supportEmail' };
  const changed = await owner.call(changeSetting, { params, body: { value: 'Care@Deadletter.example' } });
  expect(changed).toMatchObject({ value: 'care@deadletter.example', source: 'settings', changedBy: owner.email });
  const value = 'PO Box 1957\nWick Harbor, ME 04614';
  await owner.call(changeSetting, { params: { name: 'returnAddress' }, body: { value } });
  expect(await readSettings(shop.ctx.db, shop.ctx.config)).toMatchObject({
    supportEmail: 'care@deadletter.example',
    returnAddress: ['PO Box 1957', 'Wick Harbor, ME 04614'],
  });
  expect(await owner.call(clearSetting, { params })).toMatchObject({ source: 'environment', changedBy: null });
  await owner.call(clearSetting, { params });
  const { items } = await owner.call(listLog);
  const said = items.map(({ sentence }) => sentence).filter((sentence) => sentence.includes('supportEmail'));
  expect(said).toEqual([
    'Cleared the setting “supportEmail”.',
    'Changed the setting “supportEmail” to “care@deadletter.example”.',
  ]);
});

test('a value that cannot be shown or printed is refused by name', async () => {
  for (const [name, value] of [
    ['supportEmail', 'nobody'],
    ['returnAddress', 'a\nb\nc\nd\ne'],
    ['returnAddress', 'דואר'],
    ['promoBanner', 'one\ntwo'],
    ['promoBanner', ''],
    ['retryNotice', 'one\ntwo'],
    ['printCost', '85 cents'],
  ] as const) {
    const asked = owner.call(changeSetting, { params: { name }, body: { value } });
    await expect(asked).rejects.toMatchObject({ status: 400, fields: { value: expect.any(String) as string } });
  }
  await expect(owner.call(changeSetting, { params: { name: 'smtpUrl' }, body: { value: 'x' } })).rejects.toThrow(
    'Please check',
  );
});

test('settings are an owner’s, at a terminal too', async () => {
  const support = await hireOperator(shop, 'support');
  await expect(support.call(listSettings)).rejects.toMatchObject({ status: 403 });
  const run = terminalOf(shop);
  expect(await run('change-setting', '--name', 'promoBanner', '--value', 'Gifts leave by Friday.')).toContain('Gifts');
  expect(await run('list-settings')).toContain('Gifts leave by Friday.');
});
