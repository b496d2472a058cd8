import { getRouteApi, Navigate, Outlet, useLocation } from '@tanstack/react-router';
import type { Role } from '../../../domain/staff-roles.ts';
import { CONSOLE_PATHS } from '../../../contract/site-paths.ts';
import { useSystemTheme, useTheme } from '../../app/theme.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { LockedConsole } from './locked-console.tsx';
import { ConsoleMenu } from './menu/console-menu.tsx';
import { firstPageOf } from './menu/menu-entries.ts';
import frame from './menu/menu.module.css';
import { mayOpen } from './menu/page-calls.ts';
import styles from './parts/console.module.css';
import { RoleProvider } from './parts/role.tsx';

const route = getRouteApi('/signed-in/operator');

export function ConsoleFrame() {
  const { lock, role } = route.useLoaderData();
  useTheme(useSystemTheme());
  const path = useLocation({ select: ({ pathname }) => pathname });
  if (lock !== null) return <LockedConsole lock={lock} />;
  if (role === null) return null;
  return (
    <RoleProvider value={role}>
      <div className={styles.console}>
        <div className={frame.frame}>
          <ConsoleMenu />
          <div className={frame.page}>
            {mayOpen(role, path) ? <Outlet /> : <OtherRolesPage role={role} path={path} />}
          </div>
        </div>
      </div>
    </RoleProvider>
  );
}

function OtherRolesPage({ role, path }: { readonly role: Role; readonly path: string }) {
  if (path.replace(/\/+$/, '') === CONSOLE_PATHS.today) return <Navigate to={firstPageOf(role)} replace />;
  return (
    <>
      <h1>Not in Your Role</h1>
      <Sheet title="Ask an owner">
        <p>{`Your role, ${role}, doesn’t include this page. An owner can change your role.`}</p>
      </Sheet>
    </>
  );
}
