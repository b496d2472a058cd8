import { afterEach, describe, expect, test, vi } from 'vitest';
import { safeLocalStorage, safeSessionStorage } from './safe-storage.ts';

afterEach(() => vi.unstubAllGlobals());

describe('storage that never throws', () => {
  test('keeps a value until the page is left where the browser blocks storage', () => {
    expect(safeSessionStorage.setItem('plan', 'annual')).toBe(false);
    expect(safeSessionStorage.getItem('plan')).toBe('annual');
    expect(safeSessionStorage.keys()).toContain('plan');
    safeSessionStorage.removeItem('plan');
    expect(safeSessionStorage.getItem('plan')).toBeNull();
    expect(safeSessionStorage.keys()).not.toContain('plan');
  });

  test('reads the newest value, whether or not the browser had room for it', () => {
    const stored = new Map<string, string>();
    let isFull = false;
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem(key: string, value: string) {
        if (isFull) throw new DOMException('', 'QuotaExceededError');
        stored.set(key, value);
      },
      removeItem: (key: string) => stored.delete(key),
    });
    safeLocalStorage.setItem('lamp', 'full');
    isFull = true;
    safeLocalStorage.setItem('lamp', 'low');
    expect(safeLocalStorage.getItem('lamp')).toBe('low');
    isFull = false;
    expect(safeLocalStorage.setItem('lamp', 'full')).toBe(true);
    expect(safeLocalStorage.getItem('lamp')).toBe('full');
    expect(stored.get('lamp')).toBe('full');
  });
});
