import { deepStrictEqual } from 'node:assert';
import { dictionary } from '@zxcvbn-ts/language-common';
import { groupBy, inParallel } from '../../test/load/in-parallel.ts';
import type { Soak } from '../soak.ts';

const AT_ONCE = 8;

/** The `count` most common passwords, each as it is and as people disguise it, at the door: refused as weak, with reasons. */
export const commonPasswords: Soak = {
  fullCount: 3_000,
  async run(shop, { count }) {
    const tried = dictionary['passwords-common'].slice(0, count).flatMap(disguises);
    const reasons = await inParallel(tried, AT_ONCE, (password) => reasonsAgainst(shop.siteUrl, password));
    deepStrictEqual(
      tried.filter((_password, position) => reasons[position]?.length === 0),
      [],
    );
    const counts = [...groupBy(reasons.flat(), String)].map(([reason, all]) => `${reason} ${all.length}`);
    console.log(`${tried.length} passwords refused: ${counts.join(', ')}`);
  },
};

function disguises(password: string): string[] {
  const capital = password.slice(0, 1).toUpperCase() + password.slice(1);
  return [...new Set([password, password.toUpperCase(), capital])];
}

/** @returns none when the password was taken */
async function reasonsAgainst(siteUrl: string, password: string): Promise<readonly string[]> {
  const answer = await fetch(`${siteUrl}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'reader@wickharbor.example', password }),
  });
  if (answer.status !== 422) return [];
  return ((await answer.json()) as { weak_password?: { reasons: string[] } }).weak_password?.reasons ?? [];
}
