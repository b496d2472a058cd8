/** What an operator is told instead of a stack trace: a finished sentence. */
export class OperatorError extends Error {}
