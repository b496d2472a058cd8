import { getRouteApi, Outlet } from '@tanstack/react-router';
import { LockedConsole } from './locked-console.tsx';
import { ConsoleMenu } from './menu/console-menu.tsx';
import frame from './menu/menu.module.css';
import styles from './parts/console.module.css';

const route = getRouteApi('/signed-in/operator');

export function ConsoleFrame() {
  const { lock } = route.useLoaderData();
  if (lock !== null) return <LockedConsole lock={lock} />;
  return (
    <div className={styles.console}>
      <div className={frame.frame}>
        <ConsoleMenu />
        <div className={frame.page}>
          <Outlet />
        </div>
      </div>
    </div>
  );
}
