/**
 * `/gift-subscription?planType=annual`: public pages have no router and so no navigation state. The gift screen takes the plan from here into
 * its navigation state (SPEC §2), and without either it is monthly (PRODUCT, Gifts).
 */
export const GIFT_PLAN_PARAMETER = 'planType';
