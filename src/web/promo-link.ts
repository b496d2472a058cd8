import { normalisePromoCode } from '../domain/checkout.ts';
import { safeLocalStorage } from './safe-storage.ts';

const PARAMETER = 'promo';
const KEY = 'promo-link';
const RETENTION_MS = 30 * 86_400_000;
const LONGEST = 64;

/** Stores the code of a link (`/?promo=CODE`) until a purchase, even across a sign-up. */
export function storePromoOfLink(): void {
  const code = normalisePromoCode(new URLSearchParams(location.search).get(PARAMETER) ?? '');
  if (code !== '' && code.length <= LONGEST) storePromo(code);
}

export function storePromo(code: string): void {
  safeLocalStorage.setItem(KEY, `${Date.now()} ${code}`);
}

/** The code of the latest link, for a month. */
export function storedPromo(): string | undefined {
  const [, storedAt, code] = /^(\d+) (.+)$/.exec(safeLocalStorage.getItem(KEY) ?? '') ?? [];
  return Number(storedAt) > Date.now() - RETENTION_MS ? code : undefined;
}

export function deletePromo(): void {
  safeLocalStorage.removeItem(KEY);
}
