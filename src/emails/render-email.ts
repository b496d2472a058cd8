import { seasonInProse } from '../../seasons/shelf.ts';
import { EMAILS, type EmailData, type EmailKind, type Kind } from './catalogue.ts';
import type { Email, EmailBranding } from './content.ts';
import { emailToHtml } from './email-html.tsx';
import { emailToText } from './email-text.ts';

/** The stored data has the catalogue's name of a season; emails write its name as in prose (rules/pages 21). */
function inProse<Data extends object>(data: Data): Data {
  if (!('seasonName' in data) || typeof data.seasonName !== 'string') return data;
  return { ...data, seasonName: seasonInProse(data.seasonName) };
}

/** Pure: the same data gives the same bytes. */
export function renderEmail<K extends EmailKind>(kind: K, data: EmailData<K>, branding: EmailBranding): Email {
  const write = EMAILS[kind].write as Kind<EmailData<K>>['write'];
  const content = write(inProse(data), branding);
  return { subject: content.subject, html: emailToHtml(content, branding), text: emailToText(content, branding) };
}
