import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { Hono } from 'hono';
import * as z from 'zod/mini';
import { CASE_PAGE_PATH } from '../../../../contract/case-file.ts';
import { seasonId } from '../../../../contract/checkout.ts';
import { pattern } from '../../../../contract/fields.ts';
import { letterInPath } from '../../../../contract/letters.ts';
import type { CommerceContext } from '../../../commerce/context.ts';
import { findLetterScreen, findPicture } from '../../../fulfilment/print/letter-screens.ts';
import { authenticate } from '../../../identity/session/bearer.ts';
import { ApiError, notFound } from '../../../platform/api-error.ts';
import type { AppEnv } from '../../../platform/http/call.ts';
import { parseWith } from '../../../platform/http/read-body.ts';
import { todayOf } from '../case-file.ts';
import { requireCaseFile } from '../letters-at-hand.ts';
import { findOwnPaper } from './own-papers.ts';

const params = z.object({
  season: seasonId,
  letter: letterInPath,
  page: pattern(/^[1-9]$/, 'A letter has few pages.'),
});

/**
 * Pages of received letters as pictures, only for signed-in readers of the letter. Caches must not store them (decision
 * 112).
 */
export function letterPictures(ctx: CommerceContext): Hono<AppEnv> {
  return new Hono<AppEnv>().get(CASE_PAGE_PATH, async (c) => {
    const header = c.req.header('authorization');
    if (header === undefined) throw new ApiError('not_signed_in', 'Please sign in first.');
    const { userId } = await authenticate(ctx, header, 'user');
    const { season, letter, page } = parseWith(params, c.req.param());
    const today = todayOf(ctx);
    const file = await requireCaseFile(ctx.db, userId, season, today);
    const paper = await findOwnPaper(ctx.db, file, letter, today);
    const screen = await findLetterScreen(ctx.db, file.season, paper);
    const picture = screen === null ? null : await findPicture(ctx.db, screen.key, Number(page));
    if (picture === null) throw notFound('page');
    c.header('Cache-Control', 'private, no-store');
    c.header('Content-Type', 'image/svg+xml');
    c.header('Vary', 'Accept-Encoding, Authorization');
    if (!takesBrotli(c.req.header('accept-encoding')))
      return c.body(asBody(await promisify(brotliDecompress)(picture)));
    c.header('Content-Encoding', 'br');
    return c.body(asBody(picture));
  });
}

function takesBrotli(accepted = ''): boolean {
  return /(?:^|,)\s*br\s*(?:,|$)/.test(accepted);
}

function asBody(bytes: Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}
