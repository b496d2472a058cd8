import { Outlet } from '@tanstack/react-router';
import { SiteFooter } from '../ui/footer.tsx';
import { SiteHeader } from '../ui/header.tsx';
import styles from './app-frame.module.css';
import { SITE } from './site.ts';

export function AppFrame() {
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
