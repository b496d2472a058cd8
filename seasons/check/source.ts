/** Who speaks: the writer, or the pencil in the margin. */
export type Voice = 'writer' | 'margin';

export interface Call {
  readonly name: string;
  /** What stands between the parentheses, as written. */
  readonly args: string;
  readonly bodies: readonly string[];
  /** Names of the calls around it. */
  readonly within: readonly string[];
}

export interface LetterText {
  readonly writer: string;
  readonly margin: string;
  readonly calls: readonly Call[];
}

const NAME = /[a-zA-Z][\w-]*/y;
const CLOSING: Readonly<Record<string, string>> = { '[': ']', '(': ')' };

/** Reads a letter's source in the words of VOCABULARY.md into plain text. @throws Error for a bracket that is not closed */
export function readSource(source: string): LetterText {
  const calls: Call[] = [];
  const spoken: Record<Voice, string[]> = { writer: [], margin: [] };
  const body = source
    .replaceAll(/^#(import|show|set|let)\b.*$/gm, '')
    .replaceAll(/(^|\s)\/\/.*$/gm, '$1')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '');
  collect(body, 'writer', []);
  return { writer: plain(spoken.writer), margin: plain(spoken.margin), calls };

  function collect(text: string, voice: Voice, within: readonly string[]): void {
    for (let at = 0; at < text.length;) {
      const sign = text[at] ?? '';
      if (sign === '\\') {
        const next = text[at + 1] ?? '';
        spoken[voice].push(/\s|^$/.test(next) ? '\n' : next);
        at += 2;
      } else if (sign === '#') {
        at = call(text, at + 1, voice, within);
      } else {
        spoken[voice].push(sign === '_' || sign === '*' ? '' : sign);
        at += 1;
      }
    }
  }

  function call(text: string, from: number, voice: Voice, within: readonly string[]): number {
    NAME.lastIndex = from;
    const name = NAME.exec(text)?.[0] ?? '';
    let at = from + name.length;
    let args = '';
    const bodies: string[] = [];
    if (text[at] === '(') {
      const end = closing(text, at);
      args = text.slice(at + 1, end);
      at = end + 1;
    }
    while (text[at] === '[') {
      const end = closing(text, at);
      bodies.push(text.slice(at + 1, end));
      at = end + 1;
    }
    if (text[at] === ';') at += 1;
    calls.push({ name, args, bodies, within });
    const voiceWithin: Voice = name === 'margin' ? 'margin' : voice;
    const isInline = name === 'struck' || name === 'pencilled';
    for (const body of bodies) {
      spoken[voiceWithin].push(isInline ? '' : ' ');
      collect(body, voiceWithin, [...within, name]);
      spoken[voiceWithin].push(isInline ? '' : ' ');
    }
    return at;
  }
}

/** The bracket that closes the one at `from`. */
function closing(text: string, from: number): number {
  const open = text[from] ?? '';
  const close = CLOSING[open] ?? '';
  for (let at = from + 1, depth = 1; at < text.length; at++) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === open) depth += 1;
    else if (text[at] === close && --depth === 0) return at;
  }
  throw new Error(`A ${open} is not closed: ${text.slice(from, from + 40)}`);
}

function plain(parts: readonly string[]): string {
  return parts
    .join('')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .trim();
}

/** For comparing a quotation: case, breaks and the shapes of quotation marks do not count. */
export function normalized(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[_*]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

export function countWords(text: string): number {
  return (text.match(/[\p{L}\p{N}][\p{L}\p{N}’'.,:\-/]*/gu) ?? []).length;
}
