import module from 'node:module';
import { join } from 'node:path';

// Node 22.8 and later store what V8 compiles beside the build.
(module as Partial<typeof module>).enableCompileCache?.(join(import.meta.dirname, '../.compile-cache'));
await import('./main.ts');
