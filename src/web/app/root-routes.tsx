import { SiteFooter } from '../ui/footer.tsx';
import { SiteHeader } from '../ui/header.tsx';
import styles from './app-frame.module.css';
import { SITE } from './site.ts';
import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, Outlet } from '@tanstack/react-router';
import { requireUser } from './guards.ts';

export interface RouterContext {
  readonly queryClient: QueryClient;
}

export const root = createRootRouteWithContext<RouterContext>()({ component: AppFrame });

export const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', beforeLoad: requireUser });

function AppFrame() {
  return (
    <>
      <SiteHeader />
      <main id="content" className={styles.content}>
        <Outlet />
      </main>
      <SiteFooter supportEmail={SITE.supportEmail} />
    </>
  );
}
