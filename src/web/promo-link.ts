import { normalisePromoCode } from '../domain/promo.ts';

const PARAMETER = 'promo';
const KEY = 'promo-link';
const RETENTION_MS = 30 * 86_400_000;
const LONGEST = 64;

/**
 * Keeps the code of a link (`/?promo=CODE`) in this browser until something is paid for, so that it gets through a sign-up with a
 * mail in between, or through Google, to the payment. A newer link replaces it.
 */
export function storePromoOfLink(): void {
  const code = normalisePromoCode(new URLSearchParams(location.search).get(PARAMETER) ?? '');
  if (code === '' || code.length > LONGEST) return;
  try {
    localStorage.setItem(KEY, `${Date.now()} ${code}`);
  } catch {
    // Storage closed to us: the code can still be typed in.
  }
}

/** The code of the latest link, for a month. */
export function storedPromo(): string | undefined {
  try {
    const [, storedAt, code] = /^(\d+) (.+)$/.exec(localStorage.getItem(KEY) ?? '') ?? [];
    return Number(storedAt) > Date.now() - RETENTION_MS ? code : undefined;
  } catch {
    return undefined;
  }
}

/** It has been used, or somebody wants none. */
export function deletePromo(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}

/** The same address with the kept code in it: a mail may be opened in another browser. */
export function withStoredPromo(address: string): string {
  const code = storedPromo();
  return code === undefined ? address : `${address}?${new URLSearchParams({ [PARAMETER]: code }).toString()}`;
}
