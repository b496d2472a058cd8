import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { type ProfileReply, saveProfile } from '../../../contract/account.ts';
import { call } from '../../app/api.ts';
import { Form } from '../../app/forms.tsx';
import { accountQuery, queryClient } from '../../app/queries.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/checkbox.tsx';
import { NoticeBoard } from '../../ui/notice.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { saveNotice, useSignedOut } from './save-outcome.ts';

type Preferences = ProfileReply['preferences'];

export function ContactPreferences({ preferences }: { readonly preferences: Preferences }) {
  const form = useForm({ values: preferences });
  const save = useSavePreferences();
  return (
    <Sheet title="Contact Preferences">
      <Form form={form} save={save}>
        <NoticeBoard notice={save.isError ? FAILED : save.isSuccess ? SAVED : null} />
        <CheckboxField
          label="Email notifications"
          hint="News of your letters, and of gifts to you. Receipts, failed payments and anything about your account’s safety come regardless."
          {...form.register('emailNotifications')}
        />
        <Button fit type="submit" busy={save.isPending}>
          Save Preferences
        </Button>
      </Form>
    </Sheet>
  );
}

function useSavePreferences() {
  const onError = useSignedOut();
  return useMutation({
    mutationFn: (preferences: Preferences) => call(saveProfile, { body: { preferences } }),
    onError,
    onSuccess: (profile) => {
      queryClient.setQueryData(accountQuery.queryKey, (account) => account && { ...account, profile });
    },
  });
}

const SAVED = saveNotice('Contact preferences updated successfully!');
const FAILED = saveNotice('Failed to update preferences. Please try again.');
