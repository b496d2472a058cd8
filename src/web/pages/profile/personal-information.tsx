import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import type { ProfileReply } from '../../../contract/account.ts';
import { email, requiredText } from '../../../contract/fields.ts';
import { userQuery } from '../../app/queries.ts';
import { Button } from '../../ui/button.tsx';
import { FieldGroup, TextField } from '../../ui/field.tsx';
import { NoticeBoard } from '../../ui/notice-board.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useReauthentication } from '../security/reauthentication.tsx';
import { saveNotice } from './save-notice.ts';
import { savePersonalInformation } from './save-personal-information.ts';
import { useSignedOut } from './use-signed-out.ts';

const profileForm = z.object({ fullName: requiredText(100), email });
export type ProfileForm = z.output<typeof profileForm>;

/** A new email address takes effect when confirmed from both the old and the new one (rules/accounts 28). */
export function PersonalInformation({ profile }: { readonly profile: ProfileReply }) {
  return (
    <Sheet title="Personal Information">
      <PersonalForm profile={profile} />
    </Sheet>
  );
}

function PersonalForm({ profile }: { readonly profile: ProfileReply }) {
  const form = useForm({
    resolver: zodResolver(profileForm),
    values: { fullName: profile.fullName ?? '', email: profile.email },
    resetOptions: { keepDirtyValues: true },
  });
  // Left in the field, each further save would ask for the new address again.
  const save = useSavePersonalInformation(profile, ({ fullName }) =>
    form.reset({ fullName, email: profile.email }, { keepDirtyValues: false }),
  );
  const { errors } = form.formState;
  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit((values) => save.mutate(values))(event)}>
      <FieldGroup>
        <NoticeBoard notice={save.notice} />
        <TextField
          label="Full name"
          autoComplete="name"
          required
          error={errors.fullName?.message}
          {...form.register('fullName')}
        />
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          required
          hint={<AwaitedAddress />}
          error={errors.email?.message}
          {...form.register('email')}
        />
        <div>
          <Button type="submit" busy={save.isPending}>
            Save Changes
          </Button>
        </div>
      </FieldGroup>
    </form>
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
  const queryClient = useQueryClient();
  const onError = useSignedOut();
  const guard = useReauthentication();
  const save = useMutation({
    mutationFn: (user: ProfileForm) => savePersonalInformation(profile, user, guard),
    onSuccess: (_, user) => onSaved(user),
    onError,
    onSettled: () =>
      queryClient.invalidateQueries({ predicate: ({ queryKey }) => ['account', 'user'].includes(String(queryKey[0])) }),
  });
  const notice = save.isError ? FAILED : save.isSuccess ? save.data : null;
  return { ...save, notice };
}

const FAILED = saveNotice('Failed to update personal information. Please try again.');
