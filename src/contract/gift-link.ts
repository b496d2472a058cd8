export const GIFT_PLAN_PARAMETER = 'planType';
