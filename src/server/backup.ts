import { backupFailure, runBackupCommand } from './backup-commands.ts';
import { printable } from './platform/logging/printable.ts';

try {
  process.stdout.write(`${printable(await runBackupCommand(process.argv.slice(2), process.env))}\n`);
} catch (error) {
  process.stderr.write(`${printable(backupFailure(error))}\n`);
  process.exitCode = 1;
}
