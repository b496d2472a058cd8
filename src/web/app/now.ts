import { useEffect, useState } from 'react';

let aheadMs = 0;

/** The Date header has whole seconds, and the answer took some time to arrive. */
const TOLERANCE_MS = 60_000;

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

export function learnServerTime({ headers }: Response): void {
  const ahead = Date.parse(headers.get('Date') ?? '') - Date.now();
  aheadMs = Math.abs(ahead) > TOLERANCE_MS ? ahead : 0;
}

export function useNow(): Date {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const lookAgain = () => setNow((shown) => (hourOf(shown) === hourOf(serverNow()) ? shown : serverNow()));
    const timer = setInterval(lookAgain, MINUTE_MS);
    document.addEventListener('visibilitychange', lookAgain);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', lookAgain);
    };
  }, []);
  return now;
}

function serverNow(): Date {
  return new Date(Date.now() + aheadMs);
}

function hourOf(instant: Date): number {
  return Math.floor(instant.getTime() / HOUR_MS);
}
