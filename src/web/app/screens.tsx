import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { APP_PATHS } from '../../contract/site-paths.ts';
import styles from '../pages/auth/setting-up-screen.module.css';
import { Button } from '../ui/button.tsx';
import { TryAgain } from '../ui/notice.tsx';
import { Sheet, Stack } from '../ui/sheet.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { isUnreachable } from './api-failure.ts';
import { referenceOf } from './failure-report.ts';
import { AppButtonLink, HomeLink } from './links.tsx';
import { isReachable } from './new-build.ts';
import { NO_CONNECTION } from './no-connection.ts';
import { PageNotLoaded } from './page-chunk.ts';

export function ErrorScreen({ error }: { readonly error: unknown }) {
  const router = useRouter();
  if (error instanceof PageNotLoaded) return <NoConnectionScreen onRetry={reloadIfReachable} />;
  if (isUnreachable(error)) return <NoConnectionScreen onRetry={() => router.invalidate()} />;
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

async function reloadIfReachable(): Promise<void> {
  if (await isReachable()) location.reload();
}

function NoConnectionScreen({ onRetry }: { readonly onRetry: () => Promise<void> }) {
  const retry = useMutation({ mutationFn: onRetry });
  return (
    <Sheet level={1} title="This Page Couldn’t Be Loaded">
      <TryAgain busy={retry.isPending} onRetry={() => retry.mutate()}>
        {NO_CONNECTION}
      </TryAgain>
    </Sheet>
  );
}

export function NotFoundScreen() {
  return (
    <Sheet edge="perforated" level={1} title="Page Not Found">
      <Stack>
        <p>This page doesn’t exist. If you followed a link, the link may be wrong or out of date.</p>
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
      <Skeleton label="Loading the page" lines={6} />
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
