import { PUBLIC_PATHS } from '../../contract/site-paths.ts';
import styles from './footer.module.css';

export function SiteFooter({ supportEmail }: { readonly supportEmail?: string }) {
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <div className={styles.return}>
          <p className={styles.heading}>If undelivered, return to</p>
          <p className={styles.address}>
            The Dead Letter Club
            <br />
            Sorting Room, Wick Harbor
            {supportEmail !== undefined && (
              <>
                <br />
                <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
              </>
            )}
          </p>
        </div>
        <nav className={styles.links} aria-label="Small print">
          <a href={PUBLIC_PATHS.press}>Press</a>
          <a href={PUBLIC_PATHS.support}>Support</a>
          <a href={PUBLIC_PATHS.terms}>Terms</a>
          <a href={PUBLIC_PATHS.privacy}>Privacy</a>
        </nav>
        <p className={styles.colophon}>
          A murder mystery, told by post. Every person in it is invented; your postman is not, so please be kind.
        </p>
      </div>
    </footer>
  );
}
