import type { Block, EmailBranding, EmailContent } from './content.ts';

/** Lines aren't wrapped, since a wrapped link would not work. */
export function emailToText(content: EmailContent, branding: EmailBranding): string {
  return [
    'THE DEAD LETTER CLUB',
    content.heading,
    content.salutation,
    ...content.blocks.map(blockToText),
    'The Dead Letter Club',
    ['--', ...footerLines(content, branding)].join('\n'),
  ]
    .filter((part) => part !== null)
    .join('\n\n')
    .concat('\n');
}

function blockToText(block: Block): string {
  if (block.kind === 'facts') return block.rows.map(([label, value]) => `${label}: ${value}`).join('\n');
  if (block.kind === 'link') return `${block.label}:\n${block.href}`;
  if (block.kind === 'code') return `    ${block.code}`;
  return block.text;
}

function footerLines(
  { because, turnOffUrl }: EmailContent,
  { siteUrl, supportEmail, seller, unsubscribeUrl }: EmailBranding,
): string[] {
  return [
    `You are reading this because ${because}.`,
    `Questions? Email ${supportEmail}.`,
    ...(turnOffUrl === undefined ? [] : [`Choose your emails: ${turnOffUrl}`]),
    ...(unsubscribeUrl === undefined ? [] : [`Unsubscribe from these emails: ${unsubscribeUrl}`]),
    siteUrl,
    seller.join(', '),
  ];
}
