import { IMPORT_PART_LENGTH } from './imports.ts';

export function importParts(text: string): string[] {
  const parts: string[] = [];
  for (let rest = text; rest !== '';) {
    const end = rest.length <= IMPORT_PART_LENGTH ? rest.length : rest.lastIndexOf('\n', IMPORT_PART_LENGTH - 1) + 1;
    const cut = end === 0 ? IMPORT_PART_LENGTH : end;
    parts.push(rest.slice(0, cut));
    rest = rest.slice(cut);
  }
  return parts;
}
