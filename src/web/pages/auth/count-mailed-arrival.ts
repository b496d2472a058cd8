import { tell } from '../../analytics/visit.ts';
import { auth, MAILED_LINK } from '../../app/session.ts';
import { arrivalByMail } from './counted-arrival.ts';

/** Counts what the mailed link did by which the app was opened; nothing when it was opened otherwise, or the link brought nobody in. */
export async function countMailedArrival(): Promise<void> {
  if (MAILED_LINK === null) return;
  const { data } = await auth.getSession();
  const arrival = data.session && arrivalByMail(MAILED_LINK, data.session.user);
  if (arrival !== null) tell(arrival);
}
