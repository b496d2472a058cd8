import type { Context } from '../context.ts';
import { type Funnel, readFunnel } from './queries.ts';

/** The steps of a visit to the payment, by the names people know them by. */
export const FUNNEL_STEPS = [
  ['landing', 'Landing page'],
  ['signUp', 'Signed up'],
  ['season', 'Season'],
  ['shipping', 'Shipping'],
  ['payment', 'Payment'],
  ['paid', 'Paid'],
] as const satisfies readonly (readonly [keyof Funnel, string])[];

const DAY_MS = 86_400_000;

/** How far visits of the last `days` days came, as a table for a terminal. The shares are of the landing page's. */
export async function funnelReport({ db, clock }: Context, days: number): Promise<string> {
  const until = clock.now();
  const funnel = await readFunnel(db, new Date(until.getTime() - days * DAY_MS), until);
  const lines = FUNNEL_STEPS.map(([step, title]) => {
    const share = step === 'landing' ? '' : shareOf(funnel[step], funnel.landing);
    return `  ${title.padEnd(14)}${String(funnel[step]).padStart(8)}${share.padStart(10)}`;
  });
  return [
    `The last ${days} days: visits that came so far, and as a share of those that saw the landing page.`,
    ...lines,
    'Subscribers who sign in skip the sign-up. "Paid" is from the books, and includes those who asked not to be counted.',
  ].join('\n');
}

function shareOf(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`;
}
