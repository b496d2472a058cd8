import { APP_PATHS } from '../../../contract/site-paths.ts';
import { seasonsPath } from '../../app/guards.ts';
import { ownPath } from '../../app/own-path.ts';
import { stringifySearch } from '../../app/search-params.ts';
import { storedPromo } from '../../promo-link.ts';
import { chosenPlan } from '../checkout/chosen-plan.ts';

/** The page that a sign-up's email links to, even in another browser (rules/accounts 68). */
export function confirmationTarget(asked: string | undefined): string {
  const [promo, plan] = [storedPromo(), chosenPlan()];
  const isBuying = promo !== undefined || plan !== undefined;
  return target(APP_PATHS.account, ownPath(asked) ?? (isBuying ? seasonsPath(plan) : null));
}

export function googleTarget(asked: string | undefined): string {
  return target(APP_PATHS.authCallback, ownPath(asked));
}

export function resetTarget(asked: string | undefined): string {
  return target(APP_PATHS.resetPassword, ownPath(asked));
}

function target(path: string, next: string | null): string {
  return location.origin + path + stringifySearch({ promo: storedPromo(), plan: chosenPlan(), next });
}
