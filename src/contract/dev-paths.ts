/** For us alone; in production the server knows neither. */
export const DEV_PATHS = { ui: '/dev/ui', mailbox: '/dev/mailbox' } as const;
