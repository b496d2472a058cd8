/** The one source of time on the server. Tests set it; nothing else reads the machine's clock. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
