import { FIRST_LETTER_BUSINESS_DAYS } from './mailing-calendar.ts';

interface BusinessDays {
  readonly earliest: number;
  readonly latest: number;
}

export function businessDaysInWords({ earliest, latest }: BusinessDays): string {
  if (earliest === latest) return latest === 1 ? '1 business day' : `${latest} business days`;
  return `${earliest}-${latest} business days`;
}

export const FIRST_LETTER_WITHIN = businessDaysInWords(FIRST_LETTER_BUSINESS_DAYS);
export const FIRST_LETTER_DAYS = FIRST_LETTER_WITHIN.replace(/ .*/, '');
