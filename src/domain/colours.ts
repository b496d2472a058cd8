/** The values of web/ui/tokens.css, for emails, print and Stripe's fields. A test checks that both are equal. */
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
