import { APP_PATHS } from '../../../contract/site-paths.ts';
import { stringifySearch } from '../../app/search-params.ts';
import { storedPromo } from '../../promo-link.ts';
import { chosenPlan } from '../checkout/chosen-plan.ts';

/** Where a sign-up's email leads, with the stored choices: it may be opened in another browser (rules/checkout 4). */
export function confirmationTarget(): string {
  return location.origin + APP_PATHS.account + stringifySearch({ promo: storedPromo(), plan: chosenPlan() });
}
