import * as z from 'zod/mini';
import { planType } from '../checkout.ts';
import { uuid } from '../fields.ts';

export const subscriptionLine = {
  id: uuid,
  subscriberId: uuid,
  name: z.nullable(z.string()),
  email: z.string(),
  plan: planType,
  isGift: z.boolean(),
};

export const subscriptionPlace = {
  street: z.string(),
  city: z.string(),
  state: z.string(),
  postalCode: z.string(),
  country: z.string(),
};
