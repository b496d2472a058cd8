import type { PublicPageFacts } from '../../../contract/public-pages.ts';
import { PUBLIC_PATHS } from '../../../contract/site-paths.ts';
import { calendarDate, formatDate } from '../../../domain/calendar-date.ts';
import { MINIMUM_AGE } from '../../../domain/season.ts';
import { TextPage } from './text-page.tsx';

const EFFECTIVE = calendarDate('2026-11-29');

interface PrivacyPageProps {
  readonly supportEmail: string;
  readonly visitsForwarded: boolean;
  readonly addressesGoTo: PublicPageFacts['addressesGoTo'];
}

export function PrivacyPage({ supportEmail, visitsForwarded, addressesGoTo }: PrivacyPageProps) {
  return (
    <TextPage title="Privacy" kicker="What we know about you, and what we don’t">
      <p>
        Odile Farrow read other people’s mail for thirty-one years. We have studied her case closely and intend to do
        the opposite.
      </p>
      <h2>What we know about you</h2>
      <ul>
        <li>Your name and your email address. We keep your password only in a scrambled form that we can’t read.</li>
        <li>
          If you sign in with Google: your name, your email address, the ID of your Google account, and the web address
          of your profile picture.
        </li>
        <li>
          The devices you sign in with: the IP address and the browser of each sign-in. They are listed under Profile,
          where you can sign out the other devices. We also keep a security log (sign-ins, password changes and the
          like) with the IP address, for thirteen months.
        </li>
        <li>The postal addresses you give us, because a letter needs one.</li>
        <li>What you subscribed to, what was charged, and which letters were mailed to you.</li>
        <li>
          If you ask us to email you when a season is on sale: your email address, once you’ve confirmed it. Thirty days
          after we’ve told you, we delete it from the waiting list.
        </li>
        <li>
          Your notes, your theory, and which letters you have opened on this site. We do not read your notes or your
          theory. If you read along with others, they see the name you chose there. They also see your notes, unless you
          turn that off.
        </li>
        <li>If you give a season to someone: their name, email address, postal address, and your message to them.</li>
      </ul>
      <h2>What we do not know</h2>
      <p>
        Your card number. It goes straight from your browser to Stripe, our payment provider, which tells us the brand,
        the last four digits and the expiry date. We set no advertising cookies, and no page of ours loads anything from
        an advertiser.
      </p>
      <h2>What we count</h2>
      <p>
        Which of our pages are read and how far down, which buttons are pressed, which forms are sent, how often people
        sign up and sign in, and which questions on our home page are opened. We count visits, not people: a visit is a
        random number that your browser forgets when you close the tab. We use no cookie and no name for this, and we do
        not store your IP address. If your browser sends Do Not Track or Global Privacy Control, we don’t count you at
        all. The counts are kept for thirteen months
        {visitsForwarded
          ? ', and our server passes them on, as they are, to Google Analytics.'
          : ', and we don’t pass them on.'}
      </p>
      <h2>Who we share your data with</h2>
      <p>
        Stripe, to take the payment; the company that delivers our email; the post office, which reads the envelope
        {addressWords(addressesGoTo)}; and Google, if you choose to sign in with it. If you received a gift, the person
        who gave it sees when you opened the gift’s link and how many letters have arrived. We don’t sell anything about
        you.
      </p>
      <h2>How long</h2>
      <p>
        We keep what we know about you as long as you have an account. When you delete the account, we erase everything
        except what tax law makes us keep about payments. A gift you received stays with its giver’s account, with your
        name, email address and postal address, until that account is deleted. We also keep the entries of the security
        log for thirteen months, without your name or any IP address.
      </p>
      <h2>Children</h2>
      <p>
        The service is not intended for children under {MINIMUM_AGE}, and we do not knowingly keep anything about them.
      </p>
      <h2>Ask us</h2>
      <p>
        To see or erase what we know about you, use Your Data on the Profile tab of your account. To correct something,
        or for anything else, email <a href={`mailto:${supportEmail}`}>{supportEmail}</a>, or see{' '}
        <a href={PUBLIC_PATHS.support}>Support</a> and <a href={PUBLIC_PATHS.terms}>Terms</a>.
      </p>
      <p>Effective {formatDate(EFFECTIVE)}.</p>
    </TextPage>
  );
}

function addressWords({ checkedBy, printedElsewhere }: PrivacyPageProps['addressesGoTo']): string {
  const checks = checkedBy === 'usps' ? ', and checks beforehand that the address exists' : '';
  const jobs = [
    ...(checkedBy === 'lob' ? ['checks addresses for us'] : []),
    ...(printedElsewhere ? ['prints and mails some of our letters'] : []),
  ];
  return checks + (jobs.length === 0 ? '' : `; Lob, a company that ${jobs.join(' and ')}`);
}
