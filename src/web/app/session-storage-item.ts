import type * as z from 'zod/mini';

/** A value that survives a reload or a trip to another site, in this tab only. */
export interface SessionStorageItem<T> {
  read(): T | null;
  store(values: T): void;
  drop(): void;
}

/** What was filled in at sign-up; deleted on any sign-in, since its key names no user. */
export const SIGNUP_DRAFT = 'signup-draft';

/** A stored value that no longer fits the schema reads as null. */
export function sessionStorageItem<S extends z.ZodMiniType>(key: string, schema: S): SessionStorageItem<z.output<S>> {
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
