/** In a module of its own, so that the marker script of public pages shares no chunk with the app. */
export const SESSION_STORAGE_KEY = 'supabase.auth.token';
