import { getRouteApi } from '@tanstack/react-router';
import { Notice } from '../../ui/notice.tsx';
import { HalfWayNotice, LinkFailureNotice } from '../auth/link-failure-notice.tsx';
import { ProfilePanels } from '../profile/profile-panels.tsx';
import { YourData } from '../profile/your-data.tsx';
import { Reauthentication } from '../security/reauthentication.tsx';
import { AccountSecurity } from '../security/account-security.tsx';

const route = getRouteApi('/signed-in/account/profile');

const NOT_CONNECTED = 'Failed to connect Google. Please try again.';
const NOT_PROVED = 'Google did not vouch for you. Nothing has been changed.';
const PROVED = 'Google says that it is you. Do now what you came to do, before we begin to wonder again.';

export function ProfilePage() {
  const { failure, news } = route.useSearch();
  return (
    <Reauthentication>
      <h1>Profile</h1>
      {failure !== undefined && (
        <LinkFailureNotice signedIn code={failure} otherwise={news === 'proved' ? NOT_PROVED : NOT_CONNECTED} />
      )}
      {news === 'half_way' && <HalfWayNotice />}
      {news === 'proved' && failure === undefined && <Notice tone="success">{PROVED}</Notice>}
      <ProfilePanels />
      <AccountSecurity />
      <YourData />
    </Reauthentication>
  );
}
