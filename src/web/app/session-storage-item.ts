import type * as z from 'zod/mini';

/** Something that a reload, or a way to another site and back, is not to lose. No other tab sees it. */
export interface SessionStorageItem<T> {
  read(): T | null;
  store(values: T): void;
  drop(): void;
}

/** What was filled in at sign-up. Its name says of nobody whose it is: whoever is signed in, it is not to wait for the next person. */
export const SIGNUP_DRAFT = 'signup-draft';

/** `key`: names it, and whose it is where somebody is signed in. What is kept and no longer fits the schema is not read. */
export function sessionStorageItem<S extends z.ZodMiniType>(key: string, schema: S): SessionStorageItem<z.output<S>> {
  return {
    read() {
      try {
        const parsed = schema.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null'));
        return parsed.success ? parsed.data : null;
      } catch {
        // Storage closed to us, or something nobody can read: it is as if nothing had been kept.
        return null;
      }
    },
    store(values) {
      try {
        sessionStorage.setItem(key, JSON.stringify(values));
      } catch {
        // Storage closed to us or full: everything works all the same, until a reload.
      }
    },
    drop: () => deleteFromTab(key),
  };
}

export function deleteFromTab(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
