const DAY = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'long' });
const TIME = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', timeStyle: 'short' });

/**
 * 'September 23, 1957, 8:30 PM', or only the day if no hour is given.
 * @param at a time in the story: YYYY-MM-DD, or with Thh:mm
 */
export function momentWords(at: string): string {
  const moment = new Date(at.includes('T') ? `${at}Z` : `${at}T12:00Z`);
  return at.includes('T') ? `${DAY.format(moment)}, ${TIME.format(moment)}` : DAY.format(moment);
}

/** '8:30 PM', for a table of one night. */
export function hourWords(at: string): string {
  return TIME.format(new Date(`${at}Z`));
}
