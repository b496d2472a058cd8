import { useState } from 'react';

let aheadMs = 0;

/** The header tells whole seconds, and the answer was underway. */
const TOLERANCE_MS = 60_000;

/** rules/checkout 40. */
export function learnServerTime({ headers }: Response): void {
  const ahead = Date.parse(headers.get('Date') ?? '') - Date.now();
  aheadMs = Math.abs(ahead) > TOLERANCE_MS ? ahead : 0;
}

export function useNow(): Date {
  const [now] = useState(() => new Date(Date.now() + aheadMs));
  return now;
}
