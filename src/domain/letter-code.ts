const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const BITS = 80n;
const CHARACTERS = 16;

export function writeLetterCode(bits: bigint): string {
  let code = '';
  for (let shift = BITS - 5n; shift >= 0n; shift -= 5n) code += ALPHABET[Number((bits >> shift) & 31n)];
  return code;
}

/** Reads a code that was typed or scanned, alone or inside its URL. Null if the text can't be a code. */
export function readLetterCode(text: string): bigint | null {
  const written = text
    .trim()
    .toUpperCase()
    .replace(/^.*\/L\//, '')
    .replaceAll('-', '')
    .replaceAll(/[IL]/g, '1')
    .replaceAll('O', '0');
  if (written.length !== CHARACTERS) return null;
  let bits = 0n;
  for (const character of written) {
    const value = ALPHABET.indexOf(character);
    if (value === -1) return null;
    bits = (bits << 5n) | BigInt(value);
  }
  return bits;
}

/** 'ABCD-EFGH-JKMN-PQRS', which is easier to type. */
export function letterCodeInGroups(code: string): string {
  return (code.match(/.{4}/g) ?? []).join('-');
}

/** The URL of a letter code in capitals, which make a smaller QR code. */
export function letterCodeAddress(site: string, code: string): string {
  return `${site}/l/${code}`.toUpperCase();
}
