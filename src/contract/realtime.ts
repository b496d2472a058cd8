/** Two events without data: `listening` at first, `changed` when the account may differ. */
export const ACCOUNT_CHANGES_PATH = '/api/account/changes';
