import { APP_PATHS, PUBLIC_PATHS } from '../../../contract/site-paths.ts';
import { WHEN_MISSING } from '../../../domain/letters-in-words.ts';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { TextPage } from './text-page.tsx';

export function SupportPage({ supportEmail }: { readonly supportEmail: string }) {
  return (
    <TextPage title="Support" kicker="The window is open">
      <p>
        Write to us as you would to anybody: plainly, and without fear of it being held back. A person answers, in 1-3
        business days at the latest.
      </p>
      <DefinitionList
        items={[
          { term: 'Email', detail: <a href={`mailto:${supportEmail}`}>{supportEmail}</a> },
          { term: 'Response', detail: 'Within 24-48 hours on business days' },
          { term: 'Hours', detail: 'Monday-Friday 9 AM-6 PM EST' },
        ]}
      />
      <h2>How do I cancel?</h2>
      <p>
        In <a href={APP_PATHS.accountSubscription}>your account</a>, on the Subscription tab: Cancel Subscription. What
        you have paid for still comes. Within 30 days of your first mailing you may have all of your money back instead,
        also after cancelling: write to us. Then the letters stop at once.
      </p>
      <h2>When is the next mailing?</h2>
      <p>
        Letters are mailed on the second and fourth Friday of each month. The next two dates stand under{' '}
        <a href="/#pricing">Plans</a>.
      </p>
      <h2>How do I change my shipping address?</h2>
      <p>
        On the <a href={`${APP_PATHS.accountProfile}?edit=address`}>Profile tab</a>, once for all the subscriptions that
        move with you. It takes effect for the next mailing that is not sealed yet; the page names the letter.
      </p>
      <h2>My package is lost or damaged</h2>
      <p>
        Once a letter’s days have passed, press “It hasn’t come” beside it in{' '}
        <a href={APP_PATHS.account}>your account</a>, under Your Calendar. {WHEN_MISSING} What came damaged, tell us by
        e-mail, with the number of the letter.
      </p>
      <h2>How do I update my payment method?</h2>
      <p>
        On the <a href={APP_PATHS.accountBilling}>Billing tab</a>: Update Payment Method.
      </p>
      <p>
        The regulations are under <a href={PUBLIC_PATHS.terms}>Terms</a>; what we know about you, under{' '}
        <a href={PUBLIC_PATHS.privacy}>Privacy</a>.
      </p>
    </TextPage>
  );
}
