import { safeSessionStorage } from '../safe-storage.ts';

/** A value that is kept after a reload or a visit to another site, but only in this tab. */
export interface SessionStorageItem<T> {
  read(): T | null;
  store(values: T): boolean;
  drop(): void;
}

/** The fields of the sign-up form. Deleted on any sign-in, since its key names no user. */
export const SIGNUP_DRAFT = 'signup-draft';

export interface StoredSchema<T> {
  safeParse(value: unknown): { readonly success: true; readonly data: T } | { readonly success: false };
}

/** A stored value that doesn't match the schema is read as null. */
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

/** Deletes unsent texts, which belong only to the user who typed them. */
export function deleteDrafts(): void {
  const drafts = safeSessionStorage.keys().filter((key) => /-draft(:|$)/.test(key));
  for (const key of drafts) safeSessionStorage.removeItem(key);
}

export function deleteFromTab(key: string): void {
  safeSessionStorage.removeItem(key);
}
