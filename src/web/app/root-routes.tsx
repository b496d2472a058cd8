import { createRootRoute, createRoute, lazyRouteComponent, Outlet, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CONSOLE_PATHS, PUBLIC_PATHS } from '../../contract/site-paths.ts';
import { SiteFooter } from '../ui/footer.tsx';
import { type OwnPage, SiteHeader } from '../ui/header.tsx';
import styles from './app-frame.module.css';
import { Notice } from '../ui/notice.tsx';
import { requireUser, signinFrom } from './guards.ts';
import { pageChunk } from './page-chunk.ts';
import { useSession } from './session.ts';
import { SignOut } from './sign-out.tsx';
import { IN_BROWSER, SITE } from './site.ts';

export const root = createRootRoute({ component: AppFrame });

const CONSOLE_ROUTE = '/signed-in/operator';

export const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', beforeLoad: requireUser });

/** A route's window title, and its component in a separate chunk. */
export function page<Module extends object, Name extends keyof Module>(
  title: string,
  load: () => Promise<Module>,
  name: Name,
) {
  const chunk: () => Promise<Module> = pageChunk(load);
  return { staticData: { title }, component: lazyRouteComponent(chunk, name) };
}

const CONSOLE: OwnPage = { href: CONSOLE_PATHS.today, text: 'Console' };

function AppFrame() {
  const hasConsoleMenu = useHasConsoleMenu();
  return (
    <Frame
      signin={useSigninPath()}
      hasFooter={!useIsConsole()}
      hasMenu={!hasConsoleMenu}
      own={hasConsoleMenu ? CONSOLE : undefined}
      menu={useSession() !== null && <SignOut />}
    >
      <Outlet />
    </Frame>
  );
}

/** Keeps the plan and season in the link to sign in (rules/checkout 4). */
function useSigninPath(): string {
  return useRouterState({ select: ({ location }) => signinFrom(location) });
}

/** False for a user who gets the page for unknown paths there. */
function useIsConsole(): boolean {
  return useRouterState({
    select: ({ matches }) => matches.some(({ routeId, status }) => routeId === CONSOLE_ROUTE && status === 'success'),
  });
}

/** A session that may not open the console sees no menu there. */
function useHasConsoleMenu(): boolean {
  return useRouterState({
    select: ({ matches }) =>
      matches.some((match) => match.routeId === CONSOLE_ROUTE && match.loaderData?.lock === null),
  });
}

interface FrameProps {
  readonly signin?: string | undefined;
  readonly hasFooter?: boolean;
  readonly hasMenu?: boolean;
  readonly menu?: ReactNode;
  readonly own?: OwnPage | undefined;
  readonly children: ReactNode;
}

export function Frame({ signin, hasFooter = true, hasMenu, menu, own, children }: FrameProps) {
  return (
    <>
      <SiteHeader signin={signin} menu={menu} {...(hasMenu !== undefined && { hasMenu })} {...(own && { own })} />
      <main id="content" className={styles.content}>
        <noscript>
          <p>
            This page needs JavaScript to keep you signed in and to take card payments. Turn it on and reload the page,
            or email <a href={`mailto:${SITE.supportEmail}`}>{SITE.supportEmail}</a> and a person will help you.{' '}
            <a href={PUBLIC_PATHS.home}>The home page</a> works without it.
          </p>
        </noscript>
        <Unreachable />
        {children}
      </main>
      {hasFooter && <SiteFooter supportEmail={SITE.supportEmail} seller={SITE.seller} />}
    </>
  );
}

/** Only in the static frame: `start.ts` shows it if the app can't be fetched. */
function Unreachable() {
  if (IN_BROWSER) return null;
  return (
    <div hidden data-unreachable>
      <Notice tone="error">No connection. Check your internet connection, then reload this page.</Notice>
    </div>
  );
}
