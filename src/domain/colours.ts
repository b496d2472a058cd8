/**
 * What the house is printed in, for what no style sheet reaches: mails, printed matter, the card provider's fields, the browser's own
 * bar. The values are those of `web/ui/tokens.css`, which a test holds them to.
 */
export const COLOURS = {
  paper: '#faf4e6',
  paperBright: '#fffcf3',
  paperDim: '#cfc7b0',
  manila: '#ead9b5',
  ink: '#22252e',
  inkSoft: '#55503f',
  rule: '#b9a982',
  oxblood: '#74161f',
  bottle: '#1c3a2f',
  bottleDark: '#12281f',
  bottleLight: '#48634f',
  danger: '#9c1c1c',
} as const;
