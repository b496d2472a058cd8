import { runShop } from './run.ts';
import { BUILT } from './shop.ts';

await runShop(BUILT);
