import { getRouteApi } from '@tanstack/react-router';
import { HalfWayNotice, LinkFailureNotice } from '../auth/link-failure-notice.tsx';
import { ProfilePanels } from '../profile/profile-panels.tsx';
import { YourData } from '../profile/your-data.tsx';
import { AccountSecurity } from '../security/account-security.tsx';

const route = getRouteApi('/signed-in/account/profile');

export function ProfilePage() {
  const { failure, news } = route.useSearch();
  return (
    <>
      <h1>Profile</h1>
      {/* At the top: whoever comes back from Google arrives there, and the panels below are still being fetched. */}
      {failure !== undefined && (
        <LinkFailureNotice signedIn code={failure} otherwise="Failed to connect Google. Please try again." />
      )}
      {news !== undefined && <HalfWayNotice />}
      <ProfilePanels />
      <AccountSecurity />
      <YourData />
    </>
  );
}
