export const NO_CONNECTION = 'No connection. Check your internet connection, then try again.';
