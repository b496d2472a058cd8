import { useHydrated } from '@tanstack/react-router';

/** What only this browser knows; until it is hydrated `before`, as the build rendered it. */
export function useOnceHydrated<T>(value: T, before: T): T {
  return useHydrated() ? value : before;
}
