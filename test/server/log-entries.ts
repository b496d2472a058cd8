/**
 * What a log says of itself: how many pages failed (see `startLoggingServer`), and how many lines it lacks each time it says so.
 *
 * @throws SyntaxError when a line is not whole
 */
export function readLogEntries(log: string): { pageFailures: number; dropped: number[] } {
  const lines = log.trim().split('\n');
  const entries = lines.map((line) => JSON.parse(line) as { msg?: string; dropped?: number });
  return {
    pageFailures: entries.filter(({ msg }) => msg === 'a page failed in a browser').length,
    dropped: entries.flatMap(({ dropped }) => dropped ?? []),
  };
}
