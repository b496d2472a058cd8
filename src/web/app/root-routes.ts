import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute } from '@tanstack/react-router';
import { AppFrame } from './app-frame.tsx';
import { requireUser } from './guards.ts';

export interface RouterContext {
  readonly queryClient: QueryClient;
}

/** What every page of the app hangs on. */
export const root = createRootRouteWithContext<RouterContext>()({ component: AppFrame });

/** What every page hangs on that needs somebody. */
export const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', beforeLoad: requireUser });
