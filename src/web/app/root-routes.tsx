import {
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  Outlet,
  useHydrated,
  useRouterState,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { APP_PATHS, PUBLIC_PATHS } from '../../contract/site-paths.ts';
import { SiteFooter } from '../ui/footer.tsx';
import { SiteHeader } from '../ui/header.tsx';
import styles from './app-frame.module.css';
import { Notice } from '../ui/notice.tsx';
import { requireUser, signinFrom } from './guards.ts';
import { NO_CONNECTION } from './no-connection.ts';
import { useOnceHydrated } from './once-hydrated.ts';
import { painted } from './painted.ts';
import { IN_BROWSER, SITE } from './site.ts';

export const root = createRootRoute({ component: AppFrame, beforeLoad: showPressFirst });

let shown: string | undefined;

export interface Navigation {
  readonly location: { readonly pathname: string; readonly search: { readonly dialog?: unknown } };
  readonly preload: boolean;
}

/** Drawing a page or a dialog takes a phone 100 ms. A choice shows at once. */
async function showPressFirst({ location: { pathname, search }, preload }: Navigation): Promise<void> {
  if (!IN_BROWSER || preload) return;
  const place = `${pathname} ${String(search.dialog)}`;
  if (shown !== undefined && place !== shown) await painted();
  shown = place;
}

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
    <Frame signin={useSigninPath()}>
      <Outlet />
    </Frame>
  );
}

/** 'Sign In' keeps the choice of the page it stands on (rules/checkout 4). */
function useSigninPath(): string {
  const path = useRouterState({ select: ({ location }) => signinFrom(location) });
  return useOnceHydrated(path, APP_PATHS.signin);
}

interface FrameProps {
  readonly signin?: string | undefined;
  readonly children: ReactNode;
}

export function Frame({ signin, children }: FrameProps) {
  return (
    <>
      <SiteHeader signin={signin} />
      <main id="content" className={styles.content}>
        <noscript>
          <p>
            This page needs JavaScript: to keep you signed in, and to take a card. Turn it on and open the page again,
            or write to <a href={`mailto:${SITE.supportEmail}`}>{SITE.supportEmail}</a> and a person will see to it.{' '}
            <a href={PUBLIC_PATHS.home}>The front page</a> does without.
          </p>
        </noscript>
        <Unreachable />
        {children}
      </main>
      <SiteFooter supportEmail={SITE.supportEmail} />
    </>
  );
}

/** Shown by `start.ts` when the app cannot be fetched. */
function Unreachable() {
  if (useHydrated()) return null;
  return (
    <div hidden data-unreachable>
      <Notice tone="error">{NO_CONNECTION}</Notice>
    </div>
  );
}
