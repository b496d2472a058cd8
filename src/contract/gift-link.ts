/**
 * `/gift-subscription?planType=annual`: public pages have no router and so no navigation state. The gift screen takes the plan from here into
 * its navigation state (rules/gifts 2), and without either it is monthly (rules/gifts 1).
 */
export const GIFT_PLAN_PARAMETER = 'planType';
