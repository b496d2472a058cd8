export const DEV_PATHS = { ui: '/dev/ui', mailbox: '/dev/mailbox' } as const;
