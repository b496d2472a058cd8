import { getRouteApi } from '@tanstack/react-router';
import { AccountSecurity } from '../security/account-security.tsx';

const route = getRouteApi('/signed-in/account/profile');

export function ProfilePage() {
  const { failure } = route.useSearch();
  return (
    <>
      <h1>Profile</h1>
      <AccountSecurity failure={failure} />
    </>
  );
}
