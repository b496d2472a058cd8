import { postInterleavings } from './post-interleavings.ts';
import { postKilled } from './post-killed.ts';
import { postMillion } from './post-million.ts';
import { testSmall } from './small-proofs.ts';

// docs/proofs-post.md says what each shows at its full size.
testSmall([
  ['killed twice, a mailing day comes out as if nothing had happened', postKilled, 2],
  ['five months of twenty subscriptions bring the letters that the rules promise', postInterleavings, 20],
  ['a thousand pieces are planned, frozen and printed', postMillion, 1_000],
]);
