import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { isAuthError, type UserAttributes } from '@supabase/auth-js';
import * as z from 'zod/mini';
import { type ProfileReply, saveProfile } from '../../../contract/account.ts';
import { email, requiredText } from '../../../contract/fields.ts';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import { isUnreachable } from '../../app/api-failure.ts';
import { fieldsOf, Form } from '../../app/forms.tsx';
import { accountQuery, invalidate, userQuery } from '../../app/queries.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { type BoardNotice, NoticeBoard } from '../../ui/notice.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { call } from '../../app/api.ts';
import { NotReauthenticated } from '../../app/reauthentication.ts';
import { answerOf, auth } from '../../app/session.ts';
import { refusal } from '../auth/refusal-notice.tsx';
import { type Guard, useReauthentication } from '../security/reauthentication.tsx';
import { saveNotice, useFailedNotice, useSignedOut } from './save-outcome.ts';
import { Exact, Text } from '../../ui/text.tsx';
import { UnsavedChanges } from '../account/unsaved-changes.tsx';

/** A new email address takes effect when confirmed from both the old and the new one (rules/accounts 28). */
export function PersonalInformation({ profile }: { readonly profile: ProfileReply }) {
  const form = useForm({
    resolver: zodResolver(profileForm),
    values: { fullName: profile.fullName ?? '', email: profile.email },
    resetOptions: { keepDirtyValues: true },
  });
  // Removed from the field, since each further save would request the change again.
  const save = useSavePersonalInformation(profile, ({ fullName }) =>
    form.reset({ fullName, email: profile.email }, { keepDirtyValues: false }),
  );
  const field = fieldsOf(form);
  return (
    <Sheet title="Personal Information">
      <Form form={form} save={save}>
        <NoticeBoard notice={save.notice} />
        <TextField
          label="Full name"
          autoComplete="name"
          required
          hint="Your name in this account. The name and address on your letters are under Shipping Details."
          {...field('fullName')}
        />
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          required
          hint={<AwaitedAddress />}
          {...field('email')}
        />
        <UnsavedChanges when={form.formState.isDirty} offlineOnly />
        <Button fit type="submit" busy={save.isPending}>
          Save Changes
        </Button>
      </Form>
    </Sheet>
  );
}

function AwaitedAddress() {
  const awaited = useQuery(userQuery).data?.new_email;
  if (!awaited)
    return (
      <Text>
        If you change it, we send a link to your old email address and another to the new one. Confirm with both.
      </Text>
    );
  return (
    <span>
      We’ve emailed a link to <Exact>{awaited}</Exact>, and one to the email address you have now. Your email address
      changes only after you’ve confirmed with the links in both emails, in any order.
    </span>
  );
}

function useSavePersonalInformation(profile: ProfileReply, onSaved: (user: ProfileForm) => void) {
  const onError = useSignedOut();
  const guard = useReauthentication();
  const save = useMutation({
    mutationFn: (user: ProfileForm) => savePersonalInformation(profile, user, guard),
    onSuccess: (_, user) => onSaved(user),
    onError,
    onSettled: () => invalidate(accountQuery, userQuery),
  });
  const failed = useFailedNotice(save.error, 'Failed to update personal information. Please try again.');
  const notice = failed ?? save.data ?? null;
  return { ...save, notice };
}

const profileForm = z.object({ fullName: requiredText(100, 'Enter your name.'), email });
type ProfileForm = z.output<typeof profileForm>;

/**
 * Saves the name in profile and identity (rules/accounts 10), then requests the new email.
 * @throws ApiFailure, AuthError
 */
async function savePersonalInformation(
  profile: ProfileReply,
  { fullName, email }: ProfileForm,
  guard: Guard,
): Promise<BoardNotice> {
  await call(saveProfile, { body: { fullName } });
  await update({ data: { full_name: fullName } });
  if (email === profile.email) return SAVED;
  try {
    await guard(() => update({ email }));
    return NAME_SAVED;
  } catch (error) {
    if (error instanceof NotReauthenticated) return EMAIL_STAYS;
    const refused = refusedNotice(error);
    if (refused !== null) return refused;
    throw error;
  }
}

async function update(attributes: UserAttributes): Promise<void> {
  await answerOf(auth.updateUser(attributes, { emailRedirectTo: location.origin + APP_PATHS.accountProfile }));
}

const SAVED = saveNotice('Personal information updated successfully!');
const EMAIL_STAYS = saveNotice(
  'Your name is saved. Your email wasn’t changed, because you didn’t confirm that it’s you.',
);
/** Null if the change failed without the server's refusal. */
export function refusedNotice(error: unknown): BoardNotice | null {
  if (!isAuthError(error) || isUnreachable(error)) return null;
  return saveNotice(`Your name is saved. Your email wasn’t changed. ${refusal(error, 'Please try again.')}`);
}

const NAME_SAVED = saveNotice('Name updated successfully! Email update may require confirmation.');
