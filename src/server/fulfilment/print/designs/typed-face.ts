import { fontFile, type Face, type Typeface } from '../../../platform/typesetting/type-case.ts';

/** Tried in this order. Together, the last two have every character of `PRINTABLE`. */
const FACES = ['typed', 'typed-names', 'latin', 'han'] as const satisfies readonly Face[];
/** The ascent of Courier Prime, in ems above the baseline. */
const ASCENT = 0.75;

interface LoadedFont {
  readonly font: { hasGlyphForCodePoint: (codePoint: number) => boolean };
}

/** Our typewriter font, and fonts of the same width for characters that it lacks. */
export function typedFace(pdf: PDFKit.PDFDocument): Typeface {
  const loaded = FACES.map((face) => ({ face, font: loadedFont(pdf.registerFont(face, fontFile(face)), face) }));
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

function loadedFont(pdf: PDFKit.PDFDocument, face: Face): LoadedFont['font'] {
  return (pdf.font(face) as unknown as { readonly _font: LoadedFont })._font.font;
}
