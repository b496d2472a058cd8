import { useState } from 'react';

/** The instant at which the component appeared. Good for calendar dates; a page is not kept open for years. */
export function useNow(): Date {
  const [now] = useState(() => new Date());
  return now;
}
