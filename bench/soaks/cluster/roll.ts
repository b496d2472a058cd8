import type { Build } from './builds.ts';
import type { Program } from './program.ts';

export interface Builds {
  buildOf(program: Program): Build;
  /** From the program's next start on. */
  give(program: Program, build: Build): void;
}

/** SIGTERM and a start with the other build, one process after another. @throws Error when one does not end with 0 */
export async function rollAll(programs: readonly Program[], builds: Builds): Promise<void> {
  for (const program of programs) {
    builds.give(program, builds.buildOf(program) === 'one' ? 'other' : 'one');
    const code = await program.stop();
    if (code !== 0) throw new Error(`${program.name} has ended with ${code}: see ${program.logPath}`);
    await program.start();
  }
}
