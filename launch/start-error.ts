/** Its message is a sentence for the user; no stack is shown. */
export class StartError extends Error {}
