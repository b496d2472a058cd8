import { Spinner } from '../../ui/spinner.tsx';
import styles from './setting-up-screen.module.css';

export function SettingUpScreen() {
  return (
    <h1 className={styles.notice}>
      <Spinner />
      Setting up your account...
    </h1>
  );
}
