export interface EmailBranding {
  readonly siteUrl: string;
  readonly supportEmail: string;
  readonly seller: readonly string[];
  readonly unsubscribeUrl?: string | undefined;
  /** What the shop adds to the email about a failed payment; empty for nothing. */
  readonly retryNotice?: string;
}

export interface Email {
  readonly subject: string;
  readonly html: string;
  /** The email as plain text, with the same words and every link of the HTML. */
  readonly text: string;
}

export interface EmailContent {
  readonly subject: string;
  /** The text that an inbox shows next to the subject. */
  readonly preview: string;
  readonly postmark: string;
  readonly heading: string;
  /** Null if another person may have typed the name (see `salutation`). */
  readonly salutation: string | null;
  readonly blocks: readonly Block[];
  readonly because: string;
  readonly turnOffUrl?: string;
}

export type Block =
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'aside'; readonly text: string }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'link'; readonly prominence: 'button' | 'quiet'; readonly label: string; readonly href: string }
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [label: string, value: string])[] };

export function paragraph(text: string): Block {
  return { kind: 'paragraph', text };
}

export function aside(text: string): Block {
  return { kind: 'aside', text };
}

export function button(label: string, href: string): Block {
  return { kind: 'link', prominence: 'button', label, href };
}

export function quietLink(label: string, href: string): Block {
  return { kind: 'link', prominence: 'quiet', label, href };
}

export function facts(...rows: readonly (readonly [label: string, value: string])[]): Block {
  return { kind: 'facts', rows };
}

export function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

/** 'Dear Odile,'. If the name looks like a web address it is left out, since email programs would make it a link. */
export function salutation(name: string | null): string {
  return `Dear ${printableName(name) ?? 'reader'},`;
}

export function printableName(name: string | null): string | null {
  const looksLikeAddress = /:\/\/|@|[\p{L}\p{N}-]{2,}\.\p{L}{2,}/u;
  const usable = name?.trim();
  return usable && !looksLikeAddress.test(usable) ? usable : null;
}

export function inWords(minutes: number): string {
  const [amount, unit] = minutes >= 60 && minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute'];
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
}

const NEW_YORK_INSTANT = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  dateStyle: 'long',
  timeStyle: 'short',
});

/** Writes an RFC 3339 instant as 'November 21, 2026 at 11:04 AM, New York time' (rules/pages 13). */
export function inNewYork(instant: string): string {
  return `${NEW_YORK_INSTANT.format(new Date(instant)).replaceAll('\u202F', ' ')}, New York time`;
}

export function undoBlocks(undoUrl: string): readonly Block[] {
  return [
    paragraph(
      'If it wasn’t you, undo the change. The link below undoes this change and any later ones, signs out every device, ' +
        'and lets you choose a new password. It first opens a page where you confirm. You can use the link once, within seven days of the change.',
    ),
    button('It wasn’t me: undo it', undoUrl),
  ];
}
