import { testSmallSoaks } from './small-soaks.ts';

testSmallSoaks('long');
