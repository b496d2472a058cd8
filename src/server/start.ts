import module from 'node:module';
import { join } from 'node:path';

// From Node 22.8 on, stores V8's compiled code next to the build, which makes the start faster.
(module as Partial<typeof module>).enableCompileCache?.(join(import.meta.dirname, '../.compile-cache'));
await import('./main.ts');
