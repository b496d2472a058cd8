import type { PublicPageFacts } from '../../../contract/public-pages.ts';
import { APP_PATHS, PUBLIC_PATHS } from '../../../contract/site-paths.ts';
import { GUARANTEE_DAYS } from '../../../domain/guarantee.ts';
import { CUSTOMS_WORDS, ENVELOPE_WORDS, WHEN_MISSING } from '../../../domain/letters-in-words.ts';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { TextPage } from './text-page.tsx';

type SupportPageProps = Pick<PublicPageFacts, 'supportEmail' | 'responseTime' | 'responseAtLatest'>;

export function SupportPage({ supportEmail, responseTime, responseAtLatest }: SupportPageProps) {
  return (
    <TextPage title="Support" kicker="We’re here to help">
      <p>{`Email us. ${responseAtLatest}`}</p>
      <DefinitionList
        items={[
          { term: 'Email', detail: <a href={`mailto:${supportEmail}`}>{supportEmail}</a> },
          { term: 'Response', detail: responseTime },
          { term: 'Hours', detail: 'Monday-Friday 9 AM-6 PM EST' },
        ]}
      />
      <h2>How do I cancel?</h2>
      <p>
        In <a href={APP_PATHS.accountSubscription}>your account</a>, on the Subscription tab, press Manage subscription,
        then Cancel Subscription. For a gift, press Cancel gift next to it.{' '}
        {`Letters you’ve paid for still arrive. Within ${GUARANTEE_DAYS} days of your first mailing, you can email us for a full refund, even after you’ve canceled. If we refund you, we mail no more letters.`}
      </p>
      <h2>How do I get a refund?</h2>
      <p>
        {`Within ${GUARANTEE_DAYS} days of your first mailing, email `}
        <a href={`mailto:${supportEmail}`}>{supportEmail}</a> from your account’s email address and tell us which
        subscription it is. We refund the card you paid with; banks usually take 5-10 business days. You can keep the
        letters.
      </p>
      <h2>When is the next mailing?</h2>
      <p>
        Letters are mailed on the second and fourth Friday of each month. The next two dates are under{' '}
        <a href="/#pricing">Plans</a>. Everyone starts with letter 1, whenever they subscribe.
      </p>
      <h2>Do you mail to PO boxes, and will I pay customs?</h2>
      <p>
        {ENVELOPE_WORDS} {CUSTOMS_WORDS}
      </p>
      <h2>How do I change my shipping address?</h2>
      <p>
        Change it once on the <a href={`${APP_PATHS.accountProfile}?edit=address`}>Profile tab</a>; you choose which
        subscriptions use the new address. The page names the first letter that goes to the new address. Letters that
        are already addressed go to the old one. For a gift you gave, press “Change address or date” beside the gift in
        your account. If its letter 1 is already addressed, or if you received the gift, email us the new address.
      </p>
      <h2>My package is lost or damaged</h2>
      <p>
        If a letter hasn’t arrived when expected, press “It hasn’t arrived” beside it in{' '}
        <a href={APP_PATHS.account}>your account</a>, under Your Calendar. If you have no account, email us.{' '}
        {WHEN_MISSING} If a letter arrived damaged, email us its number.
      </p>
      <h2>How do I update my payment method?</h2>
      <p>
        Press Update Payment Method on the <a href={APP_PATHS.accountBilling}>Billing tab</a>.
      </p>
      <h2>Which browsers work?</h2>
      <p>The two newest versions of Chrome, Edge and Firefox; Firefox ESR; Safari 16.4 and later.</p>
      <p>
        See also <a href={PUBLIC_PATHS.terms}>Terms</a> and <a href={PUBLIC_PATHS.privacy}>Privacy</a>.
      </p>
    </TextPage>
  );
}
