import { email } from '../../contract/fields.ts';
import { settingReply, type SettingReply } from '../../contract/operator/settings.ts';
import { SETTING_NAMES, type SettingName } from '../../domain/shop-settings.ts';
import type { CommerceContext } from '../commerce/context.ts';
import { SUPPORT_EMAIL_DEFAULT } from '../platform/config/config.ts';
import { addressLines } from '../platform/config/variables.ts';
import { ApiError } from '../platform/api-error.ts';
import { present } from '../platform/http/present.ts';
import {
  deleteSetting,
  listSettingRows,
  saveSetting,
  type SettingRow,
  settingsOfConfig,
} from '../platform/shop-settings.ts';
import type { OperatorHandlers } from './calls/operator-call.ts';

export const settingHandlers = {
  async listSettings({ ctx }) {
    const rows = await listSettingRows(ctx.db);
    return {
      items: [...SETTING_NAMES.map((name) => presentSetting(ctx, rows, name)), ...ofEnvironment(ctx)],
      next: null,
    };
  },

  async changeSetting({ ctx, params: { name }, body, act }) {
    await saveSetting(ctx.db, checked(name, body.value), { ...act, name, now: ctx.clock.now() });
    return presentSetting(ctx, await listSettingRows(ctx.db), name);
  },

  async clearSetting({ ctx, params: { name }, act }) {
    await deleteSetting(ctx.db, { ...act, name, now: ctx.clock.now() });
    return presentSetting(ctx, await listSettingRows(ctx.db), name);
  },
} satisfies Partial<OperatorHandlers>;

function checked(name: SettingName, value: string): string {
  if (name === 'returnAddress') {
    const lines = addressLines.schema.safeParse(value.split('\n').join('|'));
    if (!lines.success) throw refused('Up to four lines of forty letters that can be printed.');
    return lines.data.join('\n');
  }
  if (value.includes('\n')) throw refused('One line, please.');
  if (name === 'printCost') {
    if (/^\d{1,2}\.\d\d$/.test(value)) return value;
    throw refused('Enter dollars and cents, such as 0.85.');
  }
  if (name !== 'supportEmail') return value;
  const address = email.safeParse(value);
  if (!address.success) throw refused('Please enter a valid email address.');
  return address.data;
}

function refused(message: string): ApiError {
  return new ApiError('validation_failed', message, { value: message });
}

function presentSetting({ config }: CommerceContext, rows: readonly SettingRow[], name: SettingName): SettingReply {
  const row = rows.find((each) => each.name === name);
  if (row !== undefined) return present(settingReply, { ...row, name, source: 'settings', editable: true });
  const { [name]: given } = settingsOfConfig(config);
  const value = typeof given === 'string' ? given : given.join('\n');
  const isGiven = name === 'returnAddress' ? value !== '' : name === 'supportEmail' && value !== SUPPORT_EMAIL_DEFAULT;
  const source = isGiven ? 'environment' : 'default';
  return { name, value, source, editable: true, changedBy: null, changedAt: null };
}

/** Settings that are shown here but can only be changed in the environment. */
function ofEnvironment({ config }: CommerceContext): SettingReply[] {
  const { seller, governingLaw, stripe } = config;
  const banner = stripe.testPayments ? 'shown: Stripe’s keys are test keys' : 'not shown: Stripe’s keys are live';
  const values = { seller: seller.join('\n'), governingLaw: governingLaw ?? '', testBanner: banner };
  const fixed = { source: 'environment', editable: false, changedBy: null, changedAt: null } as const;
  return (['seller', 'governingLaw', 'testBanner'] as const).map((name) => ({ ...fixed, name, value: values[name] }));
}
