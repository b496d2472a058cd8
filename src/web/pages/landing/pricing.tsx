import { GUARANTEE_DAYS } from '../../../domain/guarantee.ts';
import { formatPercent } from '../../../domain/money.ts';
import { ANNUAL_SAVING_PERCENT, PLAN_TYPES, PLANS, type PlanType } from '../../../domain/plans.ts';
import { LETTERS_PER_MONTH } from '../../../domain/season.ts';
import { PromoFromLink } from '../../ui/promo-from-link.tsx';
import { GiftTag } from './gift.tsx';
import styles from './pricing.module.css';
import { Section } from './section.tsx';
import { SubscribeLink } from './subscribe-link.tsx';
import { Timetable, type TimetableProps } from './timetable.tsx';

const TERMS = {
  monthly: ['Cancel anytime', `${LETTERS_PER_MONTH} letters per month`, 'Ends automatically after twelve months'],
  annual: [
    `Save ${formatPercent(ANNUAL_SAVING_PERCENT)}`,
    `${LETTERS_PER_MONTH} letters per month`,
    'One payment for the whole season',
  ],
} as const satisfies Record<PlanType, readonly string[]>;

export function Pricing(timetable: TimetableProps) {
  return (
    <Section
      id="pricing"
      ground="paper"
      kicker="At the counter"
      title="One season, two ways to pay for it"
      lead="Twenty-four letters either way. Prices are in US dollars and include taxes and postage."
    >
      <ul className={styles.orders}>
        {PLAN_TYPES.map((type) => (
          <li key={type} className={styles.order} data-plan={type}>
            <div className={styles.stub} aria-hidden="true">
              {type === 'monthly' ? 'No. 0012' : 'No. 0001'}
            </div>
            <div className={styles.face}>
              <h3>{PLANS[type].name}</h3>
              <p className={styles.price}>
                <span className={styles.amount}>${PLANS[type].priceCents / 100}</span> per {PLANS[type].interval}
              </p>
              <ul className={styles.terms}>
                {TERMS[type].map((term) => (
                  <li key={term}>{term}</li>
                ))}
              </ul>
              <SubscribeLink plan={type} variant={type === 'annual' ? 'primary' : 'secondary'} />
            </div>
          </li>
        ))}
      </ul>
      <div className={styles.brought}>
        <PromoFromLink />
      </div>
      <GiftTag />
      <Timetable {...timetable} />
      <p className={styles.guarantee}>
        <strong>{`${GUARANTEE_DAYS}-day satisfaction guarantee.`}</strong>
        {` Ask within ${GUARANTEE_DAYS} days of your first mailing and you get your money back in full. No reason needed.`}
      </p>
    </Section>
  );
}
