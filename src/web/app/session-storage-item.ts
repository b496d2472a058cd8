import { safeSessionStorage } from '../safe-storage.ts';

/** A value that survives a reload or a trip to another site, in this tab only. */
export interface SessionStorageItem<T> {
  read(): T | null;
  store(values: T): boolean;
  drop(): void;
}

/** What was filled in at sign-up; deleted on any sign-in, since its key names no user. */
export const SIGNUP_DRAFT = 'signup-draft';

/** A schema of zod's, or alike. */
export interface StoredSchema<T> {
  safeParse(value: unknown): { readonly success: true; readonly data: T } | { readonly success: false };
}

/** A stored value that no longer fits the schema reads as null. */
export function sessionStorageItem<T>(key: string, schema: StoredSchema<T>): SessionStorageItem<T> {
  return {
    read() {
      try {
        const parsed = schema.safeParse(JSON.parse(safeSessionStorage.getItem(key) ?? 'null'));
        return parsed.success ? parsed.data : null;
      } catch {
        return null;
      }
    },
    store: (values) => safeSessionStorage.setItem(key, JSON.stringify(values)),
    drop: () => deleteFromTab(key),
  };
}

/** What was typed and not sent is its user's alone. */
export function deleteDrafts(): void {
  const drafts = safeSessionStorage.keys().filter((key) => /-draft(:|$)/.test(key));
  for (const key of drafts) safeSessionStorage.removeItem(key);
}

export function deleteFromTab(key: string): void {
  safeSessionStorage.removeItem(key);
}
