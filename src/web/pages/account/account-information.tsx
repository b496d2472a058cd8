import type { ProfileReply } from '../../../contract/account.ts';
import { formatDate } from '../../../domain/calendar-date.ts';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Exact } from '../../ui/text.tsx';

export function AccountInformation({ profile }: { readonly profile: ProfileReply }) {
  return (
    <Sheet title="Account Information">
      <DefinitionList
        items={[
          { term: 'Name', detail: profile.fullName ?? 'Not set' },
          { term: 'Email', detail: <Exact>{profile.email}</Exact> },
          { term: 'Member since', detail: formatDate(new Date(profile.signedUpAt)) },
        ]}
      />
    </Sheet>
  );
}
