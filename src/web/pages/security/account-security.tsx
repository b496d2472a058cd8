import { useQuery } from '@tanstack/react-query';
import { securityQuery, userQuery } from '../../app/queries.ts';
import { Sheet, Stack } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TryAgain } from '../../ui/try-again.tsx';
import { ConnectedAccounts } from './connected-accounts.tsx';
import { Devices } from './devices.tsx';
import { Password } from './password.tsx';
import { TwoStep } from './two-step.tsx';

export function AccountSecurity() {
  return (
    <Sheet title="Account Security">
      <Matters />
    </Sheet>
  );
}

function Matters() {
  const security = useQuery(securityQuery);
  const user = useQuery(userQuery);
  const error = security.error ?? user.error;

  if (security.data && user.data) {
    return (
      <Stack>
        <Password password={security.data.password} />
        <TwoStep factors={user.data.factors ?? []} />
        {/* Mounted anew once there is a password: an earlier refusal for lack of one no longer holds. */}
        <ConnectedAccounts key={String(security.data.password !== null)} identities={user.data.identities ?? []} />
        <Devices devices={security.data.devices} />
      </Stack>
    );
  }
  if (error) {
    const retry = () => void Promise.all([security.refetch(), user.refetch()]);
    return (
      <TryAgain title="The locks could not be inspected." onRetry={retry}>
        {error.message}
      </TryAgain>
    );
  }
  return <Skeleton label="Inspecting the locks" lines={6} />;
}
