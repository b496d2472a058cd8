import { Spinner } from '../ui/spinner.tsx';
import styles from '../pages/auth/setting-up-screen.module.css';
import { Sheet } from '../ui/sheet.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

export function PendingScreen() {
  return (
    <Sheet>
      <Skeleton label="Fetching the page" lines={6} />
    </Sheet>
  );
}

export function SettingUpScreen() {
  return (
    <h1 className={styles.notice}>
      <Spinner />
      Setting up your account...
    </h1>
  );
}
