/** Never throws. If storage is blocked or full, a value is kept until the page is left. */
export interface SafeStorage {
  getItem(key: string): string | null;
  /** @returns whether the value is kept after a reload */
  setItem(key: string, value: string): boolean;
  removeItem(key: string): void;
  keys(): string[];
}

export const safeLocalStorage = safeStorage(() => localStorage);
export const safeSessionStorage = safeStorage(() => sessionStorage);

function safeStorage(open: () => Storage): SafeStorage {
  const memory = new Map<string, string>();
  const attempt = <T>(work: (storage: Storage) => T, otherwise: T): T => {
    try {
      return work(open());
    } catch {
      return otherwise;
    }
  };
  return {
    getItem: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key), null),
    setItem(key, value) {
      const isStored = attempt((storage) => {
        storage.setItem(key, value);
        return true;
      }, false);
      if (isStored) memory.delete(key);
      else memory.set(key, value);
      return isStored;
    },
    removeItem(key) {
      memory.delete(key);
      attempt((storage) => storage.removeItem(key), undefined);
    },
    keys: () => [...memory.keys(), ...attempt((storage) => Object.keys(storage), [])],
  };
}
