import type { SubscriptionReply } from '../../../contract/account.ts';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import { noMoreThere, RETURN_REASONS } from '../../../domain/return-reasons.ts';
import { AppButtonLink } from '../../app/links.tsx';
import { SITE } from '../../app/site.ts';
import { Notice } from '../../ui/notice.tsx';
import { Stack } from '../../ui/sheet.tsx';

/** Asks the user to check the address that a letter was returned from (rules/fulfilment 62). */
export function ReturnedLetterNotice({ subscription }: { readonly subscription: SubscriptionReply }) {
  const { cameBack, isGift } = subscription;
  if (cameBack === null) return null;
  const why = cameBack.why === null ? '' : `: ${RETURN_REASONS[cameBack.why]}`;
  return (
    <Notice tone="warning" title={`Letter ${cameBack.letter}${isGift ? ' of your gift' : ''} came back to us${why}.`}>
      <Stack>
        <p>
          {noMoreThere('the address on that envelope', isGift)}{' '}
          {isGift
            ? `If a line is wrong, or the recipient has moved, email us at ${SITE.supportEmail}. `
            : 'If a line is wrong, or you’ve moved, correct the address. '}
          If every line is right, you don’t have to do anything: we check the address before the next mailing. Our email
          about this letter says whether we mail it again.
        </p>
        <AppButtonLink
          fit
          variant="secondary"
          {...(isGift
            ? { to: APP_PATHS.accountSubscription }
            : { to: APP_PATHS.accountProfile, search: { edit: 'address' as const } })}
        >
          {isGift ? 'See your gifts' : 'Check the address'}
        </AppButtonLink>
      </Stack>
    </Notice>
  );
}
