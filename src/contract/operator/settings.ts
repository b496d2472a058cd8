import * as z from 'zod/mini';
import { SETTING_NAMES } from '../../domain/shop-settings.ts';
import { instant, lines } from '../fields.ts';
import { operatorEndpoint, page, paged } from './paging.ts';

export const settingReply = z.object({
  name: z.enum([...SETTING_NAMES, 'seller', 'governingLaw', 'testBanner']),
  /** The setting's text: several lines for an address, empty for none. */
  value: z.string(),
  source: z.enum(['settings', 'environment', 'default']),
  /** False if only an environment variable can change it. */
  editable: z.boolean(),
  changedBy: z.nullable(z.string()),
  changedAt: z.nullable(instant),
});
export type SettingReply = z.output<typeof settingReply>;

const byName = z.object({ name: z.enum(SETTING_NAMES) });

export const listSettings = operatorEndpoint('GET /api/operator/settings', {
  summary: 'Settings that an owner changes without a deployment, with the source of each value.',
  query: paged,
  reply: page(settingReply),
});

export const changeSetting = operatorEndpoint('POST /api/operator/settings/:name', {
  summary: 'Changes a setting. Emails and prints have it at once, public pages within five minutes.',
  params: byName,
  body: z.object({ value: lines(300).check(z.minLength(1, 'Enter a value, or clear the setting.')) }),
  reply: settingReply,
  errors: ['validation_failed'],
});

export const clearSetting = operatorEndpoint('POST /api/operator/settings/:name/clear', {
  summary: 'Returns a setting to the environment’s value or the default.',
  params: byName,
  reply: settingReply,
});
