/** A module of its own, so that the public pages' marker script shares no chunk. */
export const SESSION_STORAGE_KEY = 'supabase.auth.token';
