export const SETTING_NAMES = [
  'supportEmail',
  'responseTime',
  'responseAtLatest',
  'promoBanner',
  'retryNotice',
  'returnAddress',
  'printCost',
] as const;
export type SettingName = (typeof SETTING_NAMES)[number];

export const SETTING_DEFAULTS = {
  responseTime: 'Within 24-48 hours on business days',
  responseAtLatest: 'A person always answers within 1-3 business days.',
  promoBanner: '',
  retryNotice: '',
  printCost: '',
} as const;
