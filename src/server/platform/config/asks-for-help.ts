/** Whether a program should only print its help: `help` as first argument, or `--help` anywhere. */
export function asksForHelp(args: readonly (string | undefined)[]): boolean {
  return args[0] === 'help' || args.includes('--help') || args.includes('-h');
}
