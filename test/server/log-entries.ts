/** What a log says of itself. */
export interface LogEntries {
  /** Lines of failed pages (see `LoggingServer.logLines`). */
  readonly pageFailures: number;
  /** How many lines the log says that it lacks, in the order of its saying so. */
  readonly dropped: readonly number[];
}

/** @throws SyntaxError when a line is not whole */
export function readLogEntries(log: string): LogEntries {
  const entries = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { msg?: string; dropped?: number });
  return {
    pageFailures: entries.filter(({ msg }) => msg === 'a page failed in a browser').length,
    dropped: entries.flatMap(({ dropped }) => dropped ?? []),
  };
}
