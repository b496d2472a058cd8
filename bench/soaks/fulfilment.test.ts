import { fulfilmentInterleavings } from './fulfilment-interleavings.ts';
import { fulfilmentKilled } from './fulfilment-killed.ts';
import { fulfilmentMillion } from './fulfilment-million.ts';
import { testSmall } from './small-proofs.ts';

// docs/proofs-post.md says what each shows at its full size.
testSmall([
  ['killed twice, a mailing day comes out as if nothing had happened', fulfilmentKilled, 2],
  ['five months of twenty subscriptions bring the letters that the rules promise', fulfilmentInterleavings, 20],
  ['a thousand pieces are planned, frozen and printed', fulfilmentMillion, 1_000],
]);
