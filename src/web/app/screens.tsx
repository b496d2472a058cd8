import { useRouter } from '@tanstack/react-router';
import { APP_PATHS } from '../../contract/site-paths.ts';
import styles from '../pages/auth/setting-up-screen.module.css';
import { Button } from '../ui/button.tsx';
import { Struck } from '../ui/ornament.tsx';
import { Sheet, Stack } from '../ui/sheet.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { referenceOf } from './failure-report.ts';
import { AppButtonLink, HomeLink } from './links.tsx';

export function ErrorScreen({ error }: { readonly error: unknown }) {
  const router = useRouter();
  return (
    <Sheet edge="perforated" level={1} title="Something went wrong.">
      <Stack>
        <p role="alert">{error instanceof Error ? error.message : String(error)}</p>
        <p>If you email us about it, include the reference {referenceOf(error)}.</p>
        <Button fit onClick={() => void router.invalidate()}>
          Try Again
        </Button>
        <HomeLink />
      </Stack>
    </Sheet>
  );
}

const RETURNED = { place: 'RETURN TO SENDER', lines: ['NOT', 'KNOWN', 'HERE'] } as const;

export function NotFoundScreen() {
  return (
    <Sheet edge="perforated" level={1} title="Not Known at This Address" aside={<Struck {...RETURNED} />}>
      <Stack>
        <p>There’s no page at this address. If a link brought you here, it’s out of date.</p>
        <AppButtonLink fit to={APP_PATHS.account}>
          Go to your account
        </AppButtonLink>
        <HomeLink />
      </Stack>
    </Sheet>
  );
}

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
