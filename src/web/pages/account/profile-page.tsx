import { getRouteApi } from '@tanstack/react-router';
import { ProfilePanels } from '../profile/profile-panels.tsx';
import { YourData } from '../profile/your-data.tsx';
import { AccountSecurity } from '../security/account-security.tsx';

const route = getRouteApi('/signed-in/account/profile');

export function ProfilePage() {
  const { failure } = route.useSearch();
  return (
    <>
      <h1>Profile</h1>
      <ProfilePanels />
      <AccountSecurity failure={failure} />
      <YourData />
    </>
  );
}
