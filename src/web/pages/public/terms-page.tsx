import type { PublicPageFacts } from '../../../contract/public-pages.ts';
import { GUARANTEE_DAYS } from '../../../domain/guarantee.ts';
import { calendarDate, formatDate } from '../../../domain/calendar-date.ts';
import { FIRST_LETTER_WITHIN } from '../../../domain/first-letter-words.ts';
import { PUBLIC_PATHS } from '../../../contract/site-paths.ts';
import { formatUsd } from '../../../domain/money.ts';
import { PLANS } from '../../../domain/plans.ts';
import { LETTERS_PER_SEASON, MINIMUM_AGE, MONTHS_PER_SEASON, RECOMMENDED_AGE } from '../../../domain/season.ts';
import { TRANSIT_IN_WORDS } from '../../../domain/transit.ts';
import { CUSTOMS_WORDS, ENVELOPE_WORDS } from '../../../domain/letters-in-words.ts';
import { TextPage } from './text-page.tsx';
import styles from './text-page.module.css';

const EFFECTIVE = calendarDate('2026-11-29');

type TermsPageProps = Pick<PublicPageFacts, 'supportEmail' | 'seller' | 'governingLaw'>;

export function TermsPage({ supportEmail, seller, governingLaw }: TermsPageProps) {
  return (
    <TextPage title="Terms" kicker={`Effective ${formatDate(EFFECTIVE)}`}>
      <h2>What you buy</h2>
      <p>
        A season: {LETTERS_PER_SEASON} letters over {MONTHS_PER_SEASON} months, mailed on the second and fourth Friday
        of each month. The first ships within {FIRST_LETTER_WITHIN} of your payment, or of a gift’s start date if that
        is later. Shipping is free. Seasons are bought individually and do not renew automatically. Everyone starts with
        letter 1, whenever they subscribe.
      </p>
      <h2>What it costs</h2>
      <p>
        {formatUsd(PLANS.monthly.priceCents)} per month, charged twelve times, or {formatUsd(PLANS.annual.priceCents)}{' '}
        for the year in one payment. Billing is monthly or annual, in US dollars; prices include applicable taxes. Gifts
        cost the same.
      </p>
      <h2>Canceling</h2>
      <p>
        You may cancel at any time in your account. Cancellation takes effect at the end of the current billing period,
        with no partial refunds. Letters already paid for still arrive.
      </p>
      <h2>{`${GUARANTEE_DAYS}-day satisfaction guarantee`}</h2>
      <p>
        {`Within ${GUARANTEE_DAYS} days of your first mailing you can ask for a full refund. Email `}
        <a href={`mailto:${supportEmail}`}>{supportEmail}</a> from your account’s email address and tell us which
        subscription it is. We refund the card you paid with; banks usually take 5-10 business days. The refund ends the
        subscription, and we mail no more letters. Returns are at the customer’s expense; you don’t have to return the
        letters to get a refund.
      </p>
      <h2>Delivery</h2>
      <p>
        Within the United States a letter takes {TRANSIT_IN_WORDS.domestic} after shipment; abroad{' '}
        {TRANSIT_IN_WORDS.abroadFirst} for the first letter and {TRANSIT_IN_WORDS.abroadLater} for each later one. The
        times abroad also apply to {TRANSIT_IN_WORDS.farPlaces}. You can change your address at any time. The change
        applies to letters that aren’t addressed yet; your account names the first one. You can change a gift’s address
        in your account until letter 1 is addressed; after that, email us.
      </p>
      <p>
        {ENVELOPE_WORDS} {CUSTOMS_WORDS}
      </p>
      <h2>Who it is for</h2>
      <p>
        Ages {RECOMMENDED_AGE} and up. The service is not intended for children under {MINIMUM_AGE}. Wick Harbor and
        everybody in it are invented; resemblance to any person, living or filed under Returned, is coincidence.
      </p>
      <h2>Who sells it</h2>
      <p>The Dead Letter Club is sold by:</p>
      <p className={styles.lines} translate="no">
        {seller.join('\n')}
      </p>
      {governingLaw !== null && <p>These terms are governed by the law of {governingLaw}.</p>}
      <p>
        Questions: <a href={`mailto:${supportEmail}`}>{supportEmail}</a>. See also{' '}
        <a href={PUBLIC_PATHS.privacy}>Privacy</a> and <a href={PUBLIC_PATHS.support}>Support</a>.
      </p>
    </TextPage>
  );
}
