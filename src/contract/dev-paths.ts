/** For us alone; a deployed server knows neither. */
export const DEV_PATHS = { ui: '/dev/ui', mailbox: '/dev/mailbox' } as const;
