import { deepStrictEqual } from 'node:assert';
import { dictionary } from '@zxcvbn-ts/language-common';
import { inParallel } from '../../test/load/in-parallel.ts';
import { countBy } from '../statistics.ts';
import { sendJson, type Soak } from './soak.ts';

const REQUESTS_AT_ONCE = 8;

export const commonPasswords: Soak = {
  name: 'common-passwords',
  proves: 'The most common passwords and their usual disguises are refused as weak, with reasons',
  fullSize: 3_000,
  smallSize: 60,
  async run(shop, { size }) {
    const passwords = dictionary['passwords-common'].slice(0, size).flatMap(disguises);
    const reasons = await inParallel(passwords, REQUESTS_AT_ONCE, (each) => reasonsAgainst(shop.siteUrl, each));
    const accepted = passwords.filter((_password, position) => reasons[position]?.length === 0);
    deepStrictEqual(accepted, []);
    return `${passwords.length} passwords refused: ${JSON.stringify(countBy(reasons.flat()))}`;
  },
};

function disguises(password: string): string[] {
  const capital = password.slice(0, 1).toUpperCase() + password.slice(1);
  return [...new Set([password, password.toUpperCase(), capital])];
}

async function reasonsAgainst(siteUrl: string, password: string): Promise<readonly string[]> {
  const answer = await sendJson(`${siteUrl}/auth/v1/signup`, { email: 'reader@wickharbor.example', password });
  if (answer.status !== 422) return [];
  return ((await answer.json()) as { weak_password?: { reasons: string[] } }).weak_password?.reasons ?? [];
}
