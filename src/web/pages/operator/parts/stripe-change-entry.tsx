import { settleStripeChange, type StripeChangeReply } from '../../../../contract/operator/stripe-changes.ts';
import { call } from '../../../app/api.ts';
import { ActionButton } from './action-button.tsx';
import { Entry, FileLink } from './entry.tsx';
import { instantInWords } from './words.ts';

export function StripeChangeEntry({ change }: { readonly change: StripeChangeReply }) {
  const { id, subscriptionId, owner, words, foundAt, advice, isOpen } = change;
  return (
    <Entry
      title={words}
      notes={[
        <FileLink key="owner" subscription={subscriptionId}>
          {owner}
        </FileLink>,
        advice,
      ]}
      mark={instantInWords(foundAt)}
    >
      {isOpen && (
        <ActionButton
          label="Mark as Done"
          mutation={() => call(settleStripeChange, { params: { id } })}
          said="Marked as done."
        />
      )}
    </Entry>
  );
}
