import type { CSSProperties } from 'react';
import { COLOURS } from '../domain/colours.ts';

/** Contrast with the background: ink 14:1, faded 5.8:1 on the page's background, stamp 10:1. */
export const INK = {
  desk: COLOURS.manila,
  paper: COLOURS.paper,
  ink: COLOURS.ink,
  faded: COLOURS.inkSoft,
  rule: COLOURS.rule,
  stamp: COLOURS.oxblood,
  onStamp: COLOURS.paperBright,
} as const;

/** Contrast with the background: ink 11:1, faded at least 7.3:1, stamp 8.9:1. */
export const NIGHT = {
  desk: COLOURS.bottleDark,
  paper: COLOURS.bottle,
  ink: COLOURS.paper,
  faded: COLOURS.paperDim,
  rule: COLOURS.bottleLight,
  stamp: COLOURS.manila,
} as const;

const SERIF = "Georgia, 'Iowan Old Style', 'Times New Roman', serif";

/** For programs with a dark scheme. `!important` overrides the inline styles of the light scheme. */
export const DARK_STYLES = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .desk { background-color: ${NIGHT.desk} !important; }
  .paper { background-color: ${NIGHT.paper} !important; border-color: ${NIGHT.rule} !important; }
  .ink { color: ${NIGHT.ink} !important; }
  .faded { color: ${NIGHT.faded} !important; }
  .rule { border-color: ${NIGHT.rule} !important; }
  .stamp { color: ${NIGHT.stamp} !important; border-color: ${NIGHT.stamp} !important; }
}
`;

const small: CSSProperties = { fontFamily: SERIF, fontSize: '14px', lineHeight: '22px', color: INK.faded };
/** Breaks long names. Each email program knows one of these properties. */
const unbroken: CSSProperties = { wordBreak: 'break-word', overflowWrap: 'anywhere' };
const smallCaps: CSSProperties = { textTransform: 'uppercase', letterSpacing: '0.14em' };

/** Inline, because several email programs drop the style element. */
export const styles = {
  body: { margin: 0, padding: 0, backgroundColor: INK.desk, WebkitTextSizeAdjust: '100%' },
  preview: {
    display: 'none',
    maxHeight: 0,
    maxWidth: 0,
    overflow: 'hidden',
    opacity: 0,
    fontSize: '1px',
    lineHeight: '1px',
  },
  fullWidth: { width: '100%' },
  desk: { width: '100%', backgroundColor: INK.desk },
  deskCell: { padding: '28px 12px 36px' },
  paper: {
    width: '100%',
    maxWidth: '560px',
    backgroundColor: INK.paper,
    border: `1px solid ${INK.rule}`,
    borderCollapse: 'separate',
    textAlign: 'left',
  },
  letterhead: { padding: '24px 28px 20px', borderBottom: `3px double ${INK.rule}` },
  masthead: { verticalAlign: 'middle' },
  clubName: { fontFamily: SERIF, fontSize: '24px', lineHeight: '27px', fontWeight: 'bold', color: INK.ink },
  tagline: { ...small, fontSize: '13px', lineHeight: '18px', fontStyle: 'italic', paddingTop: '6px' },
  postmarkCell: { width: '104px', verticalAlign: 'middle' },
  postmarkRing: {
    width: '100px',
    height: '100px',
    border: `2px solid ${INK.stamp}`,
    borderRadius: '50%',
    borderCollapse: 'separate',
    padding: '3px',
    color: INK.stamp,
    transform: 'rotate(-9deg)',
  },
  postmarkFace: {
    border: `1px solid ${INK.stamp}`,
    borderRadius: '50%',
    fontFamily: SERIF,
    color: INK.stamp,
    lineHeight: '12px',
  },
  postmarkSmall: { ...smallCaps, fontSize: '7px', letterSpacing: '0.08em' },
  postmarkWord: {
    ...smallCaps,
    letterSpacing: '0.04em',
    fontSize: '14px',
    lineHeight: '20px',
    fontWeight: 'bold',
    borderTop: `1px solid ${INK.stamp}`,
    borderBottom: `1px solid ${INK.stamp}`,
    margin: '4px 0',
  },
  content: { ...unbroken, padding: '28px 28px 32px' },
  heading: {
    margin: '0 0 20px',
    fontFamily: SERIF,
    fontSize: '26px',
    lineHeight: '32px',
    fontWeight: 'normal',
    color: INK.ink,
  },
  paragraph: { margin: '0 0 16px', fontFamily: SERIF, fontSize: '17px', lineHeight: '27px', color: INK.ink },
  aside: { ...small, margin: '24px 0 14px', padding: '16px 0 0', borderTop: `1px solid ${INK.rule}` },
  code: {
    margin: '8px 0 20px',
    padding: '16px 8px',
    border: `1px dashed ${INK.rule}`,
    fontFamily: "'Courier New', Courier, monospace",
    fontSize: '34px',
    lineHeight: '40px',
    letterSpacing: '0.2em',
    fontWeight: 'bold',
    textAlign: 'center',
    color: INK.ink,
  },
  buttonTable: { margin: '8px 0 20px' },
  buttonCell: { backgroundColor: INK.stamp },
  button: {
    display: 'inline-block',
    padding: '14px 24px',
    fontFamily: SERIF,
    fontSize: '17px',
    lineHeight: '22px',
    fontWeight: 'bold',
    color: INK.onStamp,
    backgroundColor: INK.stamp,
    textDecoration: 'none',
  },
  quietLink: { color: INK.stamp, textDecoration: 'underline' },
  facts: { width: '100%', margin: '4px 0 20px', borderTop: `1px solid ${INK.rule}`, borderCollapse: 'collapse' },
  factLabel: {
    ...small,
    width: '96px',
    textAlign: 'left',
    verticalAlign: 'top',
    padding: '9px 12px 9px 0',
    lineHeight: '24px',
    fontWeight: 'normal',
    fontStyle: 'italic',
    borderBottom: `1px solid ${INK.rule}`,
  },
  factValue: {
    verticalAlign: 'top',
    padding: '9px 0',
    fontFamily: SERIF,
    fontSize: '16px',
    lineHeight: '24px',
    color: INK.ink,
    borderBottom: `1px solid ${INK.rule}`,
  },
  signature: {
    margin: '24px 0 0',
    fontFamily: SERIF,
    fontSize: '17px',
    lineHeight: '27px',
    fontStyle: 'italic',
    color: INK.ink,
  },
  footer: {
    ...small,
    ...unbroken,
    maxWidth: '536px',
    padding: '20px 12px 0',
    fontSize: '13px',
    lineHeight: '21px',
    textAlign: 'center',
  },
  footerLink: { color: INK.faded, textDecoration: 'underline' },
} as const satisfies Record<string, CSSProperties>;
