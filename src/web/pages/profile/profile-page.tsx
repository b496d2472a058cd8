import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { type ProfileReply, saveProfile } from '../../../contract/account.ts';
import { Notice, NoticeBoard } from '../../ui/notice.tsx';
import { call } from '../../app/api.ts';
import { Form, useSavedForm } from '../../app/forms.tsx';
import { accountQuery, cacheAnswer } from '../../app/queries.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/checkbox.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { HalfWayNotice, LinkFailureNotice } from '../auth/link-failure-notice.tsx';
import { AccountData } from '../account/account-data.tsx';
import { Reauthentication } from '../security/reauthentication.tsx';
import { AccountSecurity } from '../security/account-security.tsx';
import { OtherAddresses } from './other-addresses.tsx';
import { PersonalInformation } from './personal-information.tsx';
import { ShippingDetails } from './shipping-details.tsx';
import { YourData } from './your-data.tsx';
import { saveNotice, useFailedNotice, useSignedOut } from './save-outcome.ts';

const route = getRouteApi('/signed-in/account/profile');

const NOT_CONNECTED = 'Failed to connect Google. Please try again.';
const NOT_PROVED =
  'Google couldn’t confirm that it’s you, so nothing was changed. Try again, or use a code that we email you.';
const CONNECTED = 'Google is connected. You can now sign in with Google.';
const EMAIL_CHANGED = 'Your email address has been changed. If you sign in with a password, use the new address.';
const PROVED =
  'Google confirmed that it’s you. Now start your change or download once more: nothing has been changed or downloaded yet.';

export function ProfilePage() {
  const { failure, news, edit } = route.useSearch();
  const [isMoving] = useState(edit === 'address');
  return (
    <Reauthentication>
      <h1>Profile</h1>
      {failure !== undefined && (
        <LinkFailureNotice signedIn code={failure} otherwise={news === 'proved' ? NOT_PROVED : NOT_CONNECTED} />
      )}
      {news === 'half_way' && <HalfWayNotice />}
      {news === 'proved' && failure === undefined && <Notice tone="success">{PROVED}</Notice>}
      {news === 'connected' && failure === undefined && <Notice tone="success">{CONNECTED}</Notice>}
      {news === 'email_changed' && <Notice tone="success">{EMAIL_CHANGED}</Notice>}
      <AccountData panels={['Personal Information', 'Shipping Details', 'Contact Preferences']}>
        {({ profile, subscriptions }) => (
          <>
            {isMoving && <ShippingDetails subscriptions={subscriptions} />}
            <PersonalInformation profile={profile} />
            {!isMoving && <ShippingDetails subscriptions={subscriptions} />}
            <OtherAddresses subscriptions={subscriptions} />
            <ContactPreferences preferences={profile.preferences} />
          </>
        )}
      </AccountData>
      <AccountSecurity />
      <YourData />
    </Reauthentication>
  );
}

type Preferences = ProfileReply['preferences'];

function ContactPreferences({ preferences }: { readonly preferences: Preferences }) {
  const form = useSavedForm(preferences);
  const save = useSavePreferences((saved) => form.reset(saved));
  const failed = useFailedNotice(save.error, 'Failed to update preferences. Please try again.');
  return (
    <Sheet title="Contact Preferences">
      <Form form={form} save={save}>
        <NoticeBoard notice={failed ?? (save.isSuccess ? SAVED : null)} />
        <CheckboxField
          label="Email notifications"
          hint="We email you about your letters and about gifts to you. Even if this is off, we email you about payments, subscriptions, returned letters and your account’s security."
          {...form.register('emailNotifications')}
        />
        <CheckboxField
          label="What to look for"
          hint="Once a letter should have arrived, we email you one thing to look for in it, without spoilers. Before the last letter, we remind you to seal your theory. You get these emails only if email notifications are on."
          {...form.register('guideEmails')}
        />
        <Button fit type="submit" busy={save.isPending}>
          Save Preferences
        </Button>
      </Form>
    </Sheet>
  );
}

function useSavePreferences(onSaved: (preferences: Preferences) => void) {
  const onError = useSignedOut();
  return useMutation({
    mutationFn: (preferences: Preferences) => call(saveProfile, { body: { preferences } }),
    onError,
    onSuccess: (profile) => {
      cacheAnswer(accountQuery, (account) => account && { ...account, profile });
      onSaved(profile.preferences);
    },
  });
}

const SAVED = saveNotice('Contact preferences updated successfully!');
