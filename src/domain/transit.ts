import { addDays, type CalendarDate, type DateWindow } from './calendar-date.ts';

/** Transit times in calendar days (rules/fulfilment 20). */
export const TRANSIT_DAYS = {
  domestic: { first: { earliest: 2, latest: 5 }, later: { earliest: 2, latest: 5 } },
  abroad: { first: { earliest: 14, latest: 28 }, later: { earliest: 14, latest: 42 } },
} as const;

export interface Destination {
  readonly country: string;
  readonly stateProvince: string;
  readonly postalCode: string;
}

/** ZIP codes of military mail, American Samoa, and Guam with the islands around it. */
export const FAR_ZIP_CODES = '^(09|340|96[2-6]|96799|969)';

export const FAR_STATES = ['AA', 'AE', 'AP', 'AS', 'FM', 'GU', 'MH', 'MP', 'PW'] as const;

const HAS_FAR_ZIP_CODE = new RegExp(FAR_ZIP_CODES);

function isFar({ stateProvince, postalCode }: Destination): boolean {
  const state = stateProvince.toUpperCase();
  return HAS_FAR_ZIP_CODE.test(postalCode) || FAR_STATES.some((far) => far === state);
}

/** tracking/delivery-window.sql.ts says the same in SQL. */
export function deliveryWindowOf(
  letter: number,
  destination: Destination,
  handedOver: CalendarDate | DateWindow,
): DateWindow {
  const zone = destination.country === 'US' && !isFar(destination) ? 'domestic' : 'abroad';
  const days = TRANSIT_DAYS[zone][letter === 1 ? 'first' : 'later'];
  const { earliest, latest } =
    typeof handedOver === 'string' ? { earliest: handedOver, latest: handedOver } : handedOver;
  return { earliest: addDays(earliest, days.earliest), latest: addDays(latest, days.latest) };
}

export const TRANSIT_IN_WORDS = {
  domestic: spanInWords(TRANSIT_DAYS.domestic.later),
  abroadFirst: spanInWords(TRANSIT_DAYS.abroad.first),
  abroadLater: `up to ${TRANSIT_DAYS.abroad.later.latest / 7} weeks`,
  farPlaces:
    'military mail (APO, FPO and DPO), Guam, American Samoa, the Northern Mariana Islands, Palau, Micronesia and the Marshall Islands',
} as const;

function spanInWords({ earliest, latest }: { readonly earliest: number; readonly latest: number }): string {
  return earliest % 7 === 0 && latest % 7 === 0 ? `${earliest / 7}-${latest / 7} weeks` : `${earliest}-${latest} days`;
}
