import '../ui/base.css';
import '../public/session-marker.ts';
import { observeVisit } from '../analytics/observe.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { announceNavigation } from './announce-navigation.ts';
import { storePromoOfLink } from '../promo-link.ts';
import { createQueryClient } from './query-client.ts';
import { createAppRouter } from './router.tsx';
import { signInByEmail } from '../pages/auth/counted-sign-in.ts';
import { record } from '../analytics/visit.ts';
import { auth, EMAIL_LINK, onUserChange } from './session.ts';

const queryClient = createQueryClient();
const router = createAppRouter(queryClient);

announceNavigation(router);
observeVisit();
storePromoOfLink();
void countEmailSignIn();

onUserChange((now, before) => {
  // Another user took over this browser: nothing of the first may linger.
  if (now !== null && before !== null) return location.reload();
  queryClient.clear();
  // Runs the guards again.
  void router.invalidate();
});

async function countEmailSignIn(): Promise<void> {
  if (EMAIL_LINK === null) return;
  const { data } = await auth.getSession();
  const signIn = data.session && signInByEmail(EMAIL_LINK, data.session.user);
  if (signIn !== null) record(signIn);
}

const container = document.getElementById('root');
if (container === null) throw new Error('The page has no #root to build the app in.');

createRoot(container).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
