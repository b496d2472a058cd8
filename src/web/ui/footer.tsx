import { PUBLIC_PATHS } from '../../contract/site-paths.ts';
import styles from './footer.module.css';

interface SiteFooterProps {
  readonly supportEmail: string;
  readonly seller: string;
}

export function SiteFooter({ supportEmail, seller }: SiteFooterProps) {
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <div>
          <p className={styles.heading}>The Dead Letter Club is sold by</p>
          <p className={styles.address} translate="no">
            {seller}
          </p>
          <p className={styles.address} translate="no">
            <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
          </p>
        </div>
        <nav className={styles.links} aria-label="Small print">
          <a href={PUBLIC_PATHS.press}>Press</a>
          <a href={PUBLIC_PATHS.support}>Support</a>
          <a href={PUBLIC_PATHS.terms}>Terms</a>
          <a href={PUBLIC_PATHS.privacy}>Privacy</a>
        </nav>
        <p className={styles.colophon}>
          A murder mystery, told by post. Every person in it is invented; your mail carrier is not, so please be kind.
        </p>
      </div>
    </footer>
  );
}
