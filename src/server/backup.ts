import { backupFailure, runBackupCommand } from './backup-commands.ts';

try {
  process.stdout.write(`${await runBackupCommand(process.argv.slice(2), process.env)}\n`);
} catch (error) {
  process.stderr.write(`${backupFailure(error)}\n`);
  process.exitCode = 1;
}
