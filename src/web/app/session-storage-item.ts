/** A value that survives a reload or a trip to another site, in this tab only. */
export interface SessionStorageItem<T> {
  read(): T | null;
  store(values: T): void;
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
        const parsed = schema.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null'));
        return parsed.success ? parsed.data : null;
      } catch {
        return null;
      }
    },
    store(values) {
      try {
        sessionStorage.setItem(key, JSON.stringify(values));
      } catch {
        // Storage is blocked or full: everything works until a reload.
      }
    },
    drop: () => deleteFromTab(key),
  };
}

/** What was typed and not sent is its user's alone. */
export function deleteDrafts(): void {
  try {
    const drafts = Object.keys(sessionStorage).filter((key) => /-draft(:|$)/.test(key));
    for (const key of drafts) sessionStorage.removeItem(key);
  } catch {}
}

export function deleteFromTab(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {}
}
