/** A failure whose message is a sentence for the person at the keyboard; no stack is shown for it. */
export class StartError extends Error {}
