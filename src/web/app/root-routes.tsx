import { createRootRoute, createRoute, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { SiteFooter } from '../ui/footer.tsx';
import { SiteHeader } from '../ui/header.tsx';
import styles from './app-frame.module.css';
import { requireUser } from './guards.ts';
import { SITE } from './site.ts';

export const root = createRootRoute({ component: AppFrame });

export const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', beforeLoad: requireUser });

/** A route's window title, and its component in a chunk of its own. */
export function page<Module extends object, Name extends keyof Module>(
  title: string,
  load: () => Promise<Module>,
  name: Name,
) {
  return { staticData: { title }, component: lazyRouteComponent(load, name) };
}

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
