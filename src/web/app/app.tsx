import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { SessionOffer } from '../pages/auth/continue-as.tsx';
import { queryClient } from './queries.ts';
import type { router as appRouter } from './router.tsx';

export function App({ router }: { readonly router: typeof appRouter }) {
  return (
    <QueryClientProvider client={queryClient}>
      <SessionOffer>
        <RouterProvider router={router} />
      </SessionOffer>
    </QueryClientProvider>
  );
}
