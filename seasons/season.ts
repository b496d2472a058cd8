/**
 * What a season is made of. `seasons/<name>/manifest.ts` exports `manifest`, `seasons/<name>/facts.ts` exports `facts`;
 * ids are the author's own short names, and `npm run season -- check` holds every one of them to its object.
 */
import type { AcceptedParts } from '../src/domain/typed-answer.ts';

/** `YYYY-MM-DD` in the story, or with the hour at which something happened: `1957-09-23T21:00`. */
export type StoryTime = `${number}-${number}-${number}` | `${number}-${number}-${number}T${number}:${number}`;
export type StoryDay = `${number}-${number}-${number}`;

export interface SeasonManifest {
  /** The folder below `seasons`. */
  readonly name: string;
  /** Where its files lie, absolute; below `seasons` unless it says so. */
  readonly folder?: string;
  /** The id under which the shop sells it: that of `public.ts`. */
  readonly product: string;
  readonly number: number;
  readonly title: string;
  /** The story's own year: a word first printed later is refused. */
  readonly year: number;
  readonly writers: Readonly<Record<string, Writer>>;
  readonly letters: readonly Letter[];
  readonly puzzles: readonly Puzzle[];
  /** What the account shows of the story, each line with the letter from which it may be known. */
  readonly caseFile: SeasonCase;
  /** Phrases that nothing a visitor can fetch may hold ("Copy never says"); compared without regard to case. */
  readonly guarded: readonly string[];
  /** By number of the letter: what its reader is told to look for once it should have come, and nothing of what is there. */
  readonly lookFor: Readonly<Record<number, string>>;
  /** What the season as a whole must keep; without it what is asked of twenty-four letters. */
  readonly bounds?: SeasonBounds;
  /** Words of the letters that the list of young words refuses wrongly, each with the reason. */
  readonly allowedWords?: Readonly<Record<string, string>>;
}

export interface SeasonBounds {
  readonly words: { readonly min: number; readonly max: number };
  /** Letters that bring something besides prose. */
  readonly lettersWithEnclosures: number;
  readonly puzzles: number;
  /** A premise is first planted by this letter. */
  readonly plantedBy: number;
  /** A false trail is closed by this letter. */
  readonly closedBy: number;
}

/** Whose hand a letter is in; the key is the person's id in `facts.people`. */
export interface Writer {
  readonly name: string;
  /** `seasons/<name>/stationery/<stationery>.typ`. */
  readonly stationery: string;
  /** Words and marks that this writer never uses. */
  readonly never: readonly string[];
}

export interface Letter {
  readonly number: number;
  readonly title: string;
  readonly writer: string;
  /** The name on the paper, for whom the letter was meant. Letter 1: the subscriber. */
  readonly to: string;
  /** The person whose pencil stands in the margins. */
  readonly annotatedBy?: string;
  readonly written: StoryTime;
  /** When the pencil in the margin was added; its notes may know what the writer could not. */
  readonly annotated?: StoryTime;
  /** Null where nothing was posted. `strikes` is what the ring shows, which may be a lie. */
  readonly postmark: Postmark | null;
  /** As `writer.stationery` unless a letter has paper of its own. */
  readonly stationery?: string;
  /** Sheets in the envelope, enclosures included, both sides printed: at most 3. */
  readonly sheets: number;
  /** Rigid or uneven in its envelope (a seal, a coin): the post asks more for it. */
  readonly isUneven?: true;
  readonly words: { readonly min: number; readonly max: number };
  readonly enclosures: readonly Enclosure[];
  readonly asserts: readonly Assertion[];
  readonly ages?: readonly AgeClaim[];
  readonly plants: readonly Plant[];
  /** What the reader believes after this letter and did not before. */
  readonly turns: string;
  /** Why one opens the next. */
  readonly hook: string;
}

export interface Postmark {
  readonly strikes: StoryTime;
  readonly place: string;
  /** When it was really struck, where that differs. */
  readonly truly?: StoryTime;
}

export interface Enclosure {
  /** As in `#enclosure("id")`: drawn by `artifacts/<id>.typ` from `artifacts/<id>.json`, if that exists. */
  readonly id: string;
  readonly kind:
    | 'telegram'
    | 'ledger'
    | 'tide table'
    | 'hymn sheet'
    | 'parish bulletin'
    | 'form'
    | 'map'
    | 'pay list'
    | 'recipe'
    | 'cutting'
    | 'mourning card'
    | 'engraving'
    | 'torn page'
    | 'stamps'
    | 'envelope'
    | 'other';
  readonly title: string;
  /** What the eye sees, for a person who cannot: complete enough to solve its puzzle. */
  readonly described: string;
  /** On a page of its own (default), or in the run of the letter. */
  readonly place?: 'page' | 'inline';
  /** The object of `facts.objects` that it is; its writer must have it in hand. */
  readonly object?: string;
}

/** The quote stands in the letter (text, margin or enclosure), marks of emphasis aside. */
interface Quoted {
  readonly quote: string;
  /** Set where the pencil says it, not the writer. */
  readonly by?: string;
}

export interface Assertion extends Quoted {
  readonly fact: string;
  /** What the letter says it to be, where that is not the truth. Needs `lie`. */
  readonly says?: string;
  /** The id in `facts.lies`, or `error` for an honest mistake with its own entry there. */
  readonly lie?: string;
}

export interface AgeClaim extends Quoted {
  readonly person: string;
  readonly age: number;
  /** Of when it speaks, where not of the day of writing. */
  readonly on?: StoryDay;
}

export interface Plant extends Quoted {
  readonly premise: string;
}

export interface Puzzle {
  readonly id: string;
  readonly letter: number;
  readonly title: string;
  readonly asks: string;
  /** As a solver would write it on paper. The test of the puzzle computes it back from the artifact. */
  readonly solution: string;
  /** From a nudge to nearly all. */
  readonly hints: readonly [string, string, string];
  /** The letter from which its solution may be shown, where that is not its own. */
  readonly answeredFrom?: number;
  /** What a reader can type to have it checked. */
  readonly typed?: TypedAnswer;
}

export interface TypedAnswer {
  /** Says which parts of the answer to type, and in which order. */
  readonly label: string;
  readonly accepts: readonly AcceptedParts[];
}

export interface SeasonCase {
  readonly characters: readonly CaseSubject[];
  readonly places: readonly CaseSubject[];
  readonly timeline: readonly DatedLine[];
  /** The hours of the timeline that make up the table of the night. */
  readonly night?: { readonly title: string; readonly from: StoryTime; readonly until: StoryTime };
  readonly theory: TheoryOptions;
}

/** The quote stands in that letter; the words in which it is said name nothing that a later letter brings. */
export interface KnownLine extends Quoted {
  readonly letter: number;
  readonly says: string;
}

export interface DatedLine extends KnownLine {
  readonly at: StoryTime;
}

export interface CaseSubject {
  readonly id: string;
  /** Shown from the first of the lines on. */
  readonly name: string;
  readonly lines: readonly KnownLine[];
}

export interface TheoryOption extends Quoted {
  readonly id: string;
  /** From which it may be chosen. */
  readonly letter: number;
  readonly label: string;
}

export type TheoryPart = 'who' | 'how' | 'why';

export interface TheoryOptions extends Readonly<Record<TheoryPart, readonly TheoryOption[]>> {
  /** By id; the last is the fullest. */
  readonly right: Readonly<Record<TheoryPart, readonly string[]>>;
}

export interface SeasonFacts {
  readonly people: readonly Person[];
  readonly places: readonly Place[];
  readonly facts: readonly Fact[];
  readonly objects: readonly StoryObject[];
  readonly lies: readonly Lie[];
  readonly premises: readonly Premise[];
  readonly falseTrails: readonly FalseTrail[];
}

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly born: StoryDay;
  readonly died?: StoryTime;
  readonly trade: string;
}

export interface Place {
  readonly id: string;
  readonly name: string;
  readonly what: string;
}

/** Something that is true: an event when `at` is set. */
export interface Fact {
  readonly id: string;
  readonly says: string;
  /** The truth in a word or two, which an assertion's `says` would contradict. */
  readonly truth: string;
  readonly at?: StoryTime;
  readonly place?: string;
  /** By person, from when that person knows it; a person who is not named never does. `all`: from then on, each person does. */
  readonly known: Readonly<Record<string, StoryTime>>;
}

export interface StoryObject {
  readonly id: string;
  readonly what: string;
  readonly held: readonly { readonly by: string; readonly from: StoryTime; readonly until?: StoryTime }[];
}

export interface Lie {
  readonly id: string;
  readonly by: string;
  readonly fact: string;
  readonly kind: 'lie' | 'error' | 'concealment';
  readonly why: string;
}

/** What the proof needs. Planted by at least two hands, first by letter 18, never first in the last. */
export interface Premise {
  readonly id: string;
  readonly says: string;
  readonly proves: 'who' | 'how' | 'why';
}

export interface FalseTrail {
  readonly id: string;
  readonly accuses: string;
  readonly opened: readonly number[];
  /** From the paper, by letter 22. */
  readonly closed: readonly ({ readonly letter: number } & Quoted)[];
}

export function defineManifest<const T extends SeasonManifest>(manifest: T): T {
  return manifest;
}
