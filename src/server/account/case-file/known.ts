import type { CaseFileReply } from '../../../contract/case-file.ts';
import type { CaseSubject, KnownLine } from '../../../../seasons/season.ts';
import type { CaseFile } from './letters-at-hand.ts';

/** What the letters at hand say (rules/case-file 4). */
export function knownOf({
  season: { caseFile },
  atHand,
}: CaseFile): Pick<CaseFileReply, 'characters' | 'places' | 'timeline'> {
  const isKnown = ({ letter }: KnownLine): boolean => atHand.has(letter);
  const linesOf = ({ lines }: CaseSubject) => lines.filter(isKnown).map(({ letter, says }) => ({ letter, says }));
  const subjects = (all: readonly CaseSubject[]) =>
    all
      .map((subject) => ({ id: subject.id, name: subject.name, lines: linesOf(subject) }))
      .filter(({ lines }) => lines.length > 0);
  return {
    characters: subjects(caseFile.characters),
    places: subjects(caseFile.places),
    timeline: caseFile.timeline
      .filter(isKnown)
      .map(({ at, letter, says }) => ({ at, letter, says }))
      .toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : one.letter - other.letter)),
  };
}
