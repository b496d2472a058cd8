import { createRequire } from 'node:module';
import { runShop } from './run.ts';

const tsx = createRequire(import.meta.url).resolve('tsx/cli');

process.env['DEV'] = '1';
await runShop({
  server: [tsx, 'watch', '--clear-screen=false', 'src/server/main.ts'],
  standIns: ['--import', 'tsx', 'fakes/main.ts'],
});
