import { AccountData } from '../account/account-data.tsx';
import { ContactPreferences } from './contact-preferences.tsx';
import { PersonalInformation } from './personal-information.tsx';
import { ShippingDetails } from './shipping-details.tsx';

export function ProfilePanels() {
  return (
    <AccountData panels={['Personal Information', 'Shipping Details', 'Contact Preferences']}>
      {({ profile, subscriptions }) => (
        <>
          <PersonalInformation profile={profile} />
          <ShippingDetails subscriptions={subscriptions} />
          <ContactPreferences preferences={profile.preferences} />
        </>
      )}
    </AccountData>
  );
}
