import { SUBSCRIPTION_WORDS } from '../../../../contract/operator/constants.ts';
import { COUNTRIES } from '../../../../domain/countries.ts';
import { asWords, type FilterField } from '../parts/filter-form.tsx';

const COUNTRY_CHOICES = Object.entries(COUNTRIES).map(([code, { name }]) => [code, name] as const);

export const FIELDS: readonly FilterField[] = [
  { name: 'status', label: 'Status', choices: asWords(SUBSCRIPTION_WORDS) },
  { name: 'plan', label: 'Plan', choices: asWords(['monthly', 'annual']) },
  { name: 'gift', label: 'Bought as', choices: asWords(['own', 'gift']) },
  { name: 'failed', label: 'Payment', choices: [['yes', 'failed']] },
  { name: 'aside', label: 'Address', choices: [['yes', 'set aside']] },
  { name: 'season', label: 'Season', width: 4 },
  { name: 'country', label: 'Country', choices: COUNTRY_CHOICES },
  { name: 'state', label: 'State', width: 4 },
  { name: 'letter', label: 'Letters', width: 4 },
  { name: 'tag', label: 'Tag', width: 7 },
  { name: 'from', label: 'Joined from', day: true },
  { name: 'to', label: 'Joined to', day: true },
];
