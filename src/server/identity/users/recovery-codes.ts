import { and, eq, isNull } from 'drizzle-orm';
import type { Transaction } from '../../platform/db/database.ts';
import { recoveryCodes } from '../schema.ts';
import { hashOfPrintedCode, newPrintedCode } from './printed-codes.ts';

const CODES_PER_FACTOR = 10;

/**
 * Makes ten codes, each of which replaces a code of that factor once (rules/accounts 45). Only their hashes are stored.
 */
export async function issueRecoveryCodes(tx: Transaction, factorId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES_PER_FACTOR }, newPrintedCode);
  const rows = codes.flatMap((code) => {
    const codeHash = hashOfPrintedCode(code);
    return codeHash === null ? [] : [{ factorId, codeHash }];
  });
  await tx.insert(recoveryCodes).values(rows);
  return codes;
}

/** @returns how many are left; null if it isn't an unused code of the factor */
export async function useRecoveryCode(
  tx: Transaction,
  factorId: string,
  code: string,
  now: Date,
): Promise<number | null> {
  const codeHash = hashOfPrintedCode(code);
  if (codeHash === null) return null;
  const isUnused = and(eq(recoveryCodes.factorId, factorId), isNull(recoveryCodes.usedAt));
  const used = await tx
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(and(isUnused, eq(recoveryCodes.codeHash, codeHash)))
    .returning({ factorId: recoveryCodes.factorId });
  return used.length === 0 ? null : await tx.$count(recoveryCodes, isUnused);
}
