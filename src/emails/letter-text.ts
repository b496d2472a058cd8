import type { Block, House, Letter } from './letter.ts';

/** The plain-text twin. Lines are left long: a wrapped link is a broken link, and mail programs wrap prose themselves. */
export function letterToText(letter: Letter, house: House): string {
  return [
    'THE DEAD LETTER CLUB',
    letter.heading,
    letter.salutation,
    ...letter.blocks.map(blockToText),
    'The Dead Letter Club',
    ['--', ...footerLines(letter, house)].join('\n'),
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

function footerLines({ because, turnOffUrl }: Letter, { siteUrl, supportEmail }: House): string[] {
  return [
    `You are reading this because ${because}.`,
    `A question? Write to ${supportEmail}.`,
    ...(turnOffUrl === undefined ? [] : [`Fewer letters like this one: ${turnOffUrl}`]),
    siteUrl,
  ];
}
