/**
 * Server-sent events with the person's token in the `Authorization` header: `listening` when every change from then on will be told,
 * `changed` whenever something of the account may be another. Neither carries data.
 */
export const ACCOUNT_CHANGES_PATH = '/api/account/changes';
