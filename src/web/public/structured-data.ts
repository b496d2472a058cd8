import { type PublicPageFacts, SHARE_PICTURE } from '../../contract/public-pages.ts';
import { PUBLIC_PATHS } from '../../contract/site-paths.ts';
import { GUARANTEE_DAYS } from '../../domain/guarantee.ts';
import { PLAN_TYPES, PLANS, type PlanType } from '../../domain/plans.ts';
import { featuredSeason } from '../../../seasons/shelf.ts';
import { RECOMMENDED_AGE } from '../../domain/season.ts';
import { TRANSIT_DAYS } from '../../domain/transit.ts';
import { QUESTIONS } from '../pages/landing/questions.ts';

const SEASON = featuredSeason();

/** JSON-LD of https://schema.org. It must say only what the page says. */
export function landingPageData(facts: PublicPageFacts): readonly object[] {
  return [product(facts), questions()];
}

function product({ siteUrl }: PublicPageFacts) {
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: `The Dead Letter Club, ${SEASON.title}: ${SEASON.story}`,
    description: SEASON.description,
    image: siteUrl + SHARE_PICTURE.path,
    brand: { '@type': 'Brand', name: 'The Dead Letter Club' },
    audience: { '@type': 'PeopleAudience', suggestedMinAge: RECOMMENDED_AGE },
    offers: PLAN_TYPES.map((type) => offer(siteUrl, type)),
  };
}

function offer(siteUrl: string, type: PlanType) {
  const { name, priceCents, interval } = PLANS[type];
  const price = { price: (priceCents / 100).toFixed(2), priceCurrency: 'USD' };
  return {
    '@type': 'Offer',
    name,
    url: `${siteUrl}${PUBLIC_PATHS.home}#pricing`,
    availability: 'https://schema.org/InStock',
    ...price,
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      ...price,
      valueAddedTaxIncluded: true,
      billingDuration: interval === 'month' ? 'P1M' : 'P1Y',
    },
    shippingDetails: FREE_SHIPPING,
    hasMerchantReturnPolicy: GUARANTEE,
  };
}

const FREE_SHIPPING = {
  '@type': 'OfferShippingDetails',
  shippingRate: { '@type': 'MonetaryAmount', value: 0, currency: 'USD' },
  shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'US' },
  deliveryTime: {
    '@type': 'ShippingDeliveryTime',
    handlingTime: days(1, 3),
    transitTime: days(TRANSIT_DAYS.domestic.later.earliest, TRANSIT_DAYS.domestic.later.latest),
  },
};

/** Full refund within the guarantee; returns at the customer's expense (rules/pages 11). */
const GUARANTEE = {
  '@type': 'MerchantReturnPolicy',
  applicableCountry: 'US',
  returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
  merchantReturnDays: GUARANTEE_DAYS,
  returnMethod: 'https://schema.org/ReturnByMail',
  returnFees: 'https://schema.org/ReturnFeesCustomerResponsibility',
  refundType: 'https://schema.org/FullRefund',
};

function days(minValue: number, maxValue: number) {
  return { '@type': 'QuantitativeValue', minValue, maxValue, unitCode: 'DAY' };
}

function questions() {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: QUESTIONS.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}
