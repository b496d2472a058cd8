import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute } from '@tanstack/react-router';
import { AppFrame } from './app-frame.tsx';
import { requireUser } from './guards.ts';

export interface RouterContext {
  readonly queryClient: QueryClient;
}

export const root = createRootRouteWithContext<RouterContext>()({ component: AppFrame });

export const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', beforeLoad: requireUser });
