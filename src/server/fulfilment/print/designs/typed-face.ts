import type { Font } from 'fontkit';
import { fontFile, type Face, type Typeface } from '../../../platform/typesetting/type-case.ts';

/** Tried in this order. Together, the last two have every character of `PRINTABLE`. */
const FACES = ['typed', 'typed-names', 'latin', 'han'] as const satisfies readonly Face[];
/** The ascent of Courier Prime, in ems above the baseline. */
const ASCENT = 0.75;

/** Our typewriter font, and fonts of the same width for characters that it lacks. */
export async function typedFace(pdf: PDFKit.PDFDocument): Promise<Typeface> {
  const { create } = await import('fontkit');
  const loaded = FACES.map((face) => {
    // The order of the fonts in the PDF is part of its bytes.
    pdf.registerFont(face, fontFile(face)).font(face);
    return { face, font: create(fontFile(face)) as Font };
  });
  const faces = new Map<string, Face>();
  const fontOf = (character: string): Face => {
    const known = faces.get(character);
    if (known !== undefined) return known;
    const codePoint = character.codePointAt(0) ?? 0;
    const found = loaded.find(({ font }) => font.hasGlyphForCodePoint(codePoint))?.face ?? 'latin';
    faces.set(character, found);
    return found;
  };
  return { fontOf, ascent: ASCENT };
}
