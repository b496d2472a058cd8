import PostalMime from 'postal-mime';
import type { Address, Email } from 'postal-mime';

export interface Delivery {
  readonly id: string;
  /** RFC 3339, UTC. */
  readonly receivedAt: string;
  readonly recipients: readonly string[];
  readonly raw: Uint8Array;
}

export interface Message {
  readonly id: string;
  readonly receivedAt: string;
  readonly messageId: string;
  readonly subject: string;
  readonly from: string;
  /** The envelope's addresses in lower case, whatever the headers say. */
  readonly to: readonly string[];
  readonly text: string;
  readonly html: string | null;
  /** Every http(s) link once, those of the HTML first. */
  readonly links: readonly string[];
  readonly headers: readonly { readonly name: string; readonly value: string }[];
}

export async function readMessage({ id, receivedAt, recipients, raw }: Delivery): Promise<Message> {
  const email = await PostalMime.parse(raw);
  return {
    id,
    receivedAt,
    messageId: email.messageId ?? '',
    subject: email.subject ?? '(no subject)',
    from: email.from ? writeAddress(email.from) : '(nobody)',
    to: recipients.map((recipient) => recipient.toLowerCase()),
    text: email.text ?? '',
    html: email.html ?? null,
    links: linksOf(email),
    headers: email.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
  };
}

function writeAddress({ name, address }: Address): string {
  return name ? `${name} <${address ?? ''}>` : (address ?? '');
}

function linksOf({ html = '', text = '' }: Email): string[] {
  const fromHtml = [...html.matchAll(/\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)].map((match) =>
    decodeEntities(match[1] ?? match[2] ?? ''),
  );
  const links = [...fromHtml, ...findUrls(text)].filter((link) => /^https?:\/\//i.test(link));
  return [...new Set(links)];
}

export function findUrls(text: string): string[] {
  return (text.match(/https?:\/\/[^\s<>"]+/gi) ?? []).map((url) => url.replace(/[.,;:!?)\]]+$/, ''));
}

const ENTITIES: Record<string, string> = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>' };

function decodeEntities(attribute: string): string {
  return attribute
    .replace(/&#x([0-9a-f]+);/gi, (_, hex: string) => String.fromCodePoint(parseInt(hex, 16)))
    .replace(/&#(\d+);/g, (_, decimal: string) => String.fromCodePoint(Number(decimal)))
    .replace(/&(amp|quot|apos|lt|gt);/g, (_, name: string) => ENTITIES[name] ?? '');
}
