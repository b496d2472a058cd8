/** Whether a program at a terminal is only to say what it does: `help`, or `--help` anywhere. */
export function asksForHelp(args: readonly (string | undefined)[]): boolean {
  return args[0] === 'help' || args.includes('--help') || args.includes('-h');
}
