import { getRouteApi } from '@tanstack/react-router';
import { Notice } from '../../ui/notice.tsx';
import { HalfWayNotice, LinkFailureNotice } from '../auth/link-failure-notice.tsx';
import { AccountData } from '../account/account-data.tsx';
import { Reauthentication } from '../security/reauthentication.tsx';
import { AccountSecurity } from '../security/account-security.tsx';
import { ContactPreferences } from './contact-preferences.tsx';
import { PersonalInformation } from './personal-information.tsx';
import { ShippingDetails } from './shipping-details.tsx';
import { YourData } from './your-data.tsx';

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
      <AccountData panels={['Personal Information', 'Shipping Details', 'Contact Preferences']}>
        {({ profile, subscriptions }) => (
          <>
            <PersonalInformation profile={profile} />
            <ShippingDetails subscriptions={subscriptions} />
            <ContactPreferences preferences={profile.preferences} />
          </>
        )}
      </AccountData>
      <AccountSecurity />
      <YourData />
    </Reauthentication>
  );
}
