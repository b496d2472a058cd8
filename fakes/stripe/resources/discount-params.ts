import { z } from 'zod';
import { text } from '../http/params.ts';

export const discountRequest = z.strictObject({ promotion_code: text.optional(), coupon: text.optional() });
