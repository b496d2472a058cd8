import { Fetched } from '../../app/fetched.tsx';
import { securityQuery, userQuery } from '../../app/queries.ts';
import { Sheet, Stack } from '../../ui/sheet.tsx';
import { ConnectedAccounts } from './connected-accounts.tsx';
import { Devices } from './devices.tsx';
import { Password } from './password.tsx';
import { TwoStep } from './two-step.tsx';

const WAITING = { label: 'Loading', lines: 6, failureTitle: 'We couldn’t load your security settings.' } as const;

export function AccountSecurity() {
  return (
    <Sheet title="Account Security">
      <Fetched query={securityQuery} {...WAITING}>
        {({ password, devices }) => (
          <Fetched query={userQuery} {...WAITING}>
            {({ factors = [], identities = [] }) => (
              <Stack>
                <Password password={password} />
                <TwoStep factors={factors} />
                {/* Mounted again once there is a password, so that an error about a missing one disappears. */}
                <ConnectedAccounts key={String(password !== null)} identities={identities} />
                <Devices devices={devices} />
              </Stack>
            )}
          </Fetched>
        )}
      </Fetched>
    </Sheet>
  );
}
