import { cardTesting } from './card-testing.ts';
import { cutReplies } from './cut-replies.ts';
import { histories } from './histories.ts';
import { lastCode } from './last-code.ts';
import { outage } from './outage.ts';
import { reconciler } from './reconciler.ts';
import { season } from './season.ts';
import { testSmall } from './small-proofs.ts';

// docs/proofs.md says what each shows at its full size.
testSmall([
  ['a season of eight people ends with the same books on both sides', season, 8],
  ['twelve lives of a subscription end the same, however their events come', histories, 12],
  ['twelve lost answers of the provider charge nobody twice', cutReplies, 12],
  ['a code for one goes to one of ten', lastCode, 10],
  ['five thieves find out about five cards each and twenty together', cardTesting, 5],
  ['of two hundred subscriptions four have drifted, and nothing else is read', reconciler, 200],
  ['three seconds without the provider lose nothing', outage, 3],
]);
