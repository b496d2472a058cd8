/** The session's place in browser storage; auth-js writes it, the public pages' marker script reads it. Apart from the rest, so that the script shares no chunk. */
export const SESSION_STORAGE_KEY = 'supabase.auth.token';
