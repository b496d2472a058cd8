import * as z from 'zod/mini';
import { text } from '../fields.ts';

export const tagInput = text(40).check(
  z.toLowerCase(),
  z.regex(/^[\p{L}\p{N}][\p{L}\p{N} _-]*$/u, 'Letters, digits, spaces and hyphens, please.'),
);
