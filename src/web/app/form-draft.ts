import type * as z from 'zod/mini';

/** What was typed and not yet saved, kept per tab so that a reload loses nothing. */
export interface FormDraft<T> {
  read(): T | null;
  keep(values: T): void;
  drop(): void;
}

/** `key`: names the form, and whose it is where somebody is signed in. What is kept and no longer fits the schema is not read. */
export function formDraft<S extends z.ZodMiniType>(key: string, schema: S): FormDraft<z.output<S>> {
  return {
    read() {
      try {
        const parsed = schema.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null'));
        return parsed.success ? parsed.data : null;
      } catch {
        // Storage closed to us, or a draft nobody can read: the form starts afresh.
        return null;
      }
    },
    keep(values) {
      try {
        sessionStorage.setItem(key, JSON.stringify(values));
      } catch {
        // Storage closed to us or full: the form works all the same, a reload empties it.
      }
    },
    drop() {
      try {
        sessionStorage.removeItem(key);
      } catch {
        // Nothing was kept.
      }
    },
  };
}
