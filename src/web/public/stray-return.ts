import { APP_PATHS } from '../../contract/site-paths.ts';

/** An emailed link without a target ends at the front page; the app handles its failure or tokens. */
const RETURNS = /[#&](error|access_token)=/;

export function forwardStrayReturn(): void {
  if (RETURNS.test(location.hash)) location.replace(APP_PATHS.authCallback + location.hash);
}
