import { faults } from './faults.ts';
import { testSmall } from './small-proofs.ts';

// docs/proofs.md says what it shows at its full size.
testSmall([['two thousand requests are answered in spite of each fault', faults, 2_000]]);
