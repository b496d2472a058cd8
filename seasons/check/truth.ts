import type { Assertion, Letter, SeasonFacts } from '../season.ts';
import { boundsOf, type Fault, type FaultKind, type SeasonOnPaper, speakerOf } from './fault.ts';
import { isOnPaper } from './voices.ts';

type Claim = { readonly letter: Letter; readonly assertion: Assertion };

/** What is asserted, lied about and proved: each by its quotation, each lie given away elsewhere. */
export function checkTruth(season: SeasonOnPaper): Fault[] {
  const claims = season.manifest.letters.flatMap((letter) =>
    letter.asserts.map((assertion): Claim => ({ letter, assertion })),
  );
  return [
    ...quotations(season),
    ...claims.flatMap((claim) => assertionFaults(season.facts, claim)),
    ...lieFaults(season.facts, claims),
    ...premiseFaults(season),
    ...trailFaults(season),
  ];
}

function quotations({ manifest, facts, texts, artifacts }: SeasonOnPaper): Fault[] {
  const ofTrails = facts.falseTrails.flatMap(({ closed }) => closed);
  return manifest.letters.flatMap((letter) =>
    [
      ...letter.asserts,
      ...letter.plants,
      ...(letter.ages ?? []),
      ...ofTrails.filter((quoted) => quoted.letter === letter.number),
    ]
      .filter((quoted) => !isOnPaper(letter, quoted, texts.get(letter.number), artifacts))
      .map(({ quote }) => fault('quotation', letter.number, `“${quote}” does not stand there.`)),
  );
}

function assertionFaults({ facts, lies }: SeasonFacts, { letter, assertion }: Claim): Fault[] {
  const fact = facts.find(({ id }) => id === assertion.fact);
  if (fact === undefined) return [fault('unknown name', letter.number, `${assertion.fact} is no fact.`)];
  const isFalse = assertion.says !== undefined && assertion.says !== fact.truth;
  const lie = lies.find(({ id }) => id === assertion.lie);
  if (isFalse && assertion.lie === undefined) {
    return [fault('unmarked lie', letter.number, `It says “${assertion.says}”; the truth is “${fact.truth}”.`)];
  }
  if (assertion.lie === undefined) return [];
  if (lie === undefined) return [fault('unknown name', letter.number, `${assertion.lie} is no lie.`)];
  if (!isFalse) return [fault('lie', letter.number, `${lie.id} is true as it is told.`)];
  if (lie.by !== speakerOf(letter, assertion)) return [fault('lie', letter.number, `${lie.id} is told by ${lie.by}.`)];
  return lie.fact === fact.id ? [] : [fault('lie', letter.number, `${lie.id} is about ${lie.fact}.`)];
}

/** A lie is told somewhere, and another hand says the truth in another letter. */
function lieFaults({ lies }: SeasonFacts, claims: readonly Claim[]): Fault[] {
  return lies.flatMap((lie) => {
    const told = claims.filter(({ assertion }) => assertion.lie === lie.id);
    if (told.length === 0) return [fault('lie', null, `${lie.id} is never told.`)];
    const isGivenAway = claims.some(
      ({ letter, assertion }) =>
        assertion.fact === lie.fact &&
        assertion.says === undefined &&
        speakerOf(letter, assertion) !== lie.by &&
        told.every((other) => other.letter.number !== letter.number),
    );
    return isGivenAway
      ? []
      : [fault('lie not contradicted', told[0]?.letter.number ?? null, `Nobody else says the truth about ${lie.id}.`)];
  });
}

/** At least two letters by different hands; the first early enough, none first in the last letter. */
function premiseFaults({ manifest, facts }: SeasonOnPaper): Fault[] {
  const { plantedBy } = boundsOf(manifest);
  const known = new Set(facts.premises.map(({ id }) => id));
  const strays = manifest.letters.flatMap(({ number, plants }) =>
    plants
      .filter(({ premise }) => !known.has(premise))
      .map(({ premise }) => fault('unknown name', number, `${premise} is no premise.`)),
  );
  const wanting = (['who', 'how', 'why'] as const).filter(
    (question) => !facts.premises.some(({ proves }) => proves === question),
  );
  return [
    ...strays,
    ...wanting.map((question) => fault('premise', null, `Nothing proves ${question}.`)),
    ...facts.premises.flatMap(({ id }) => {
      const plants = manifest.letters.flatMap((letter) =>
        letter.plants
          .filter(({ premise }) => premise === id)
          .map((plant) => ({ number: letter.number, hand: speakerOf(letter, plant) })),
      );
      const numbers = [...new Set(plants.map(({ number }) => number))].sort((a, b) => a - b);
      const hands = new Set(plants.map(({ hand }) => hand));
      const first = numbers[0] ?? Infinity;
      return [
        ...(numbers.length < 2 ? [`${id} stands in ${numbers.length} letters; two are wanted.`] : []),
        ...(hands.size < 2 ? [`${id} is planted by ${hands.size} hands; two are wanted.`] : []),
        ...(first > plantedBy ? [`${id} is planted first in letter ${first}, after ${plantedBy}.`] : []),
      ].map((says) => fault('premise', numbers[0] ?? null, says));
    }),
  ];
}

function trailFaults({ manifest, facts }: SeasonOnPaper): Fault[] {
  const { closedBy } = boundsOf(manifest);
  const numbers = new Set(manifest.letters.map(({ number }) => number));
  const people = new Set(facts.people.map(({ id }) => id));
  return facts.falseTrails.flatMap(({ id, accuses, opened, closed }) => {
    const last = Math.max(...closed.map(({ letter }) => letter));
    const first = Math.min(...opened);
    return [
      ...(people.has(accuses) ? [] : [`${id} accuses ${accuses}, who is nobody.`]),
      ...(opened.length === 0 ? [`${id} is never opened.`] : []),
      ...(closed.length === 0 ? [`${id} is never closed.`] : []),
      ...(closed.length > 0 && last > closedBy ? [`${id} is closed in letter ${last}, after ${closedBy}.`] : []),
      ...(closed.length > 0 && last < first ? [`${id} is closed before it is opened.`] : []),
      ...[...opened, ...closed.map(({ letter }) => letter)]
        .filter((number) => !numbers.has(number))
        .map((number) => `${id} names letter ${number}.`),
    ].map((says) => fault('false trail', null, says));
  });
}

function fault(kind: FaultKind, letter: number | null, says: string): Fault {
  return { kind, letter, says };
}
