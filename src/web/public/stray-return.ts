import { APP_PATHS } from '../../contract/site-paths.ts';

/** A mail's link that was not told where to lead ends at the front page, with its failure or its tokens: the app knows what to do with either. */
const RETURNS = /[#&](error|access_token)=/;

export function forwardStrayReturn(): void {
  if (RETURNS.test(location.hash)) location.replace(APP_PATHS.authCallback + location.hash);
}
