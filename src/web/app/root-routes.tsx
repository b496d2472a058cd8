import { createRootRoute, createRoute, Outlet } from '@tanstack/react-router';
import { SiteFooter } from '../ui/footer.tsx';
import { SiteHeader } from '../ui/header.tsx';
import styles from './app-frame.module.css';
import { requireUser } from './guards.ts';
import { SITE } from './site.ts';

export const root = createRootRoute({ component: AppFrame });

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
