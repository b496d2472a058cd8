import type { AgeClaim, Letter, Person } from '../season.ts';
import { beginOf, type Fault, saidAt, type SeasonOnPaper, speakerOf } from './fault.ts';
import { normalized } from './source.ts';
import { voicesOf } from './voices.ts';

const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
/** What is said about an age without a claim in the manifest is not checked, so it is not allowed. */
const AGE_WORDS = /\b(?:[\w-]+ years? (?:old|of age)|aged [\w-]+|[\w-]+-years?-old)\b/gi;

/** Ages follow from births, and no person knows, or writes, what that person cannot. */
export function checkPeople(season: SeasonOnPaper): Fault[] {
  const people = new Map(season.facts.people.map((person) => [person.id, person]));
  return season.manifest.letters.flatMap((letter) => [
    ...ages(season, letter, people),
    ...knowledge(season, letter),
    ...deaths(letter, people),
  ]);
}

function ages(season: SeasonOnPaper, letter: Letter, people: ReadonlyMap<string, Person>): Fault[] {
  const claims = letter.ages ?? [];
  const faults = claims.flatMap((claim) => ageFault(letter, claim, people));
  const text = season.texts.get(letter.number);
  const said = [
    ...normalized(text?.writer ?? '').matchAll(AGE_WORDS),
    ...normalized(text?.margin ?? '').matchAll(AGE_WORDS),
  ];
  const unclaimed = said.filter(([words]) => !claims.some(({ quote }) => normalized(quote).includes(words)));
  return [
    ...faults.map((says): Fault => ({ kind: 'age', letter: letter.number, says })),
    ...unclaimed.map(([words]): Fault => ({
      kind: 'age',
      letter: letter.number,
      says: `“${words}” is in no claim of an age.`,
    })),
  ];
}

function ageFault(letter: Letter, claim: AgeClaim, people: ReadonlyMap<string, Person>): string[] {
  const person = people.get(claim.person);
  if (person === undefined) return [`${claim.person} is nobody in the facts.`];
  const on = claim.on ?? letter.written.slice(0, 10);
  const age = Number(on.slice(0, 4)) - Number(person.born.slice(0, 4)) - (on.slice(5) < person.born.slice(5) ? 1 : 0);
  if (age !== claim.age) return [`${person.name} is ${age} on ${on}, not ${claim.age}.`];
  const words = normalized(claim.quote);
  return [String(age), inWords(age)].some((number) => new RegExp(`\\b${number}\\b`).test(words))
    ? []
    : [`“${claim.quote}” does not say ${age}.`];
}

/** 58 -> fifty-eight. */
export function inWords(number: number): string {
  if (number < 20) return ONES[number] ?? '';
  if (number > 99) return String(number);
  const ones = number % 10;
  return `${TENS[Math.floor(number / 10)]}${ones === 0 ? '' : `-${ONES[ones]}`}`;
}

function knowledge({ facts }: SeasonOnPaper, letter: Letter): Fault[] {
  const byId = new Map(facts.facts.map((fact) => [fact.id, fact]));
  return letter.asserts.flatMap((assertion): Fault[] => {
    const fact = byId.get(assertion.fact);
    if (fact === undefined) return [];
    const speaker = speakerOf(letter, assertion);
    const at = saidAt(letter, assertion);
    const [known] = [fact.known[speaker], fact.known['all']].filter((time) => time !== undefined).sort();
    // A lie about a fact needs no knowledge of it, a truth does.
    if (assertion.says !== undefined && known === undefined) return [];
    if (known === undefined) return [fault(letter, `${speaker} never learns that ${fact.says}`)];
    if (at < beginOf(known))
      return [fault(letter, `${speaker} writes at ${at} and learns at ${known} that ${fact.says}`)];
    if (fact.at !== undefined && assertion.says === undefined && at < beginOf(fact.at)) {
      return [fault(letter, `At ${at} it has not happened yet (${fact.at}): ${fact.says}`)];
    }
    return [];
  });
}

function fault({ number }: Letter, says: string): Fault {
  return { kind: 'knowledge', letter: number, says };
}

function deaths(letter: Letter, people: ReadonlyMap<string, Person>): Fault[] {
  return voicesOf(letter).flatMap(({ person: id, at }): Fault[] => {
    const person = people.get(id);
    if (person === undefined)
      return [{ kind: 'unknown name', letter: letter.number, says: `${id} is nobody in the facts.` }];
    if (person.died !== undefined && at > person.died) {
      return [
        {
          kind: 'the dead write',
          letter: letter.number,
          says: `${person.name} died at ${person.died} and writes at ${at}.`,
        },
      ];
    }
    if (at.slice(0, 10) < person.born)
      return [{ kind: 'the dead write', letter: letter.number, says: `${person.name} is not born yet.` }];
    return [];
  });
}
