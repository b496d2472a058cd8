import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { ProfileReply } from '../../../contract/account.ts';
import { fieldsOf, Form } from '../../app/forms.tsx';
import { accountQuery, invalidate, userQuery } from '../../app/queries.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { NoticeBoard } from '../../ui/notice.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useReauthentication } from '../security/reauthentication.tsx';
import { saveNotice, useSignedOut } from './save-outcome.ts';
import { type ProfileForm, profileForm, savePersonalInformation } from './save-personal-information.ts';

/** A new email address takes effect when confirmed from both the old and the new one (rules/accounts 28). */
export function PersonalInformation({ profile }: { readonly profile: ProfileReply }) {
  const form = useForm({
    resolver: zodResolver(profileForm),
    values: { fullName: profile.fullName ?? '', email: profile.email },
    resetOptions: { keepDirtyValues: true },
  });
  // Left in the field, each further save would ask for the new address again.
  const save = useSavePersonalInformation(profile, ({ fullName }) =>
    form.reset({ fullName, email: profile.email }, { keepDirtyValues: false }),
  );
  const field = fieldsOf(form);
  return (
    <Sheet title="Personal Information">
      <Form form={form} save={save}>
        <NoticeBoard notice={save.notice} />
        <TextField label="Full name" autoComplete="name" required {...field('fullName')} />
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          required
          hint={<AwaitedAddress />}
          {...field('email')}
        />
        <div>
          <Button type="submit" busy={save.isPending}>
            Save Changes
          </Button>
        </div>
      </Form>
    </Sheet>
  );
}

function AwaitedAddress() {
  const awaited = useQuery(userQuery).data?.new_email;
  if (!awaited) return 'A new address counts once it and the old one have agreed.';
  return (
    `We have written to ${awaited}, and to the address you have now. ` +
    'The new one takes over once the links in both letters have been opened, in any order.'
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
  const notice = save.isError ? FAILED : save.isSuccess ? save.data : null;
  return { ...save, notice };
}

const FAILED = saveNotice('Failed to update personal information. Please try again.');
