export const NO_CONNECTION = 'We could not reach the sorting office. Check your connection, then try again.';
