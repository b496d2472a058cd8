import type { CaseFileReply } from '../../../contract/case-file.ts';
import type { CaseSubject, KnownLine, SeasonCase } from '../../../../seasons/season.ts';
import type { CaseFile } from './letters-at-hand.ts';

/** The facts told by letters that the user has opened here or confirmed (rules/case-file 4). */
export function knownOf(
  { season: { caseFile }, atHand }: CaseFile,
  hasRead: (letter: number) => boolean,
): Pick<CaseFileReply, 'characters' | 'places' | 'timeline' | 'night'> {
  const isKnown = ({ letter }: KnownLine): boolean => atHand.has(letter) && hasRead(letter);
  const linesOf = ({ lines }: CaseSubject) => lines.filter(isKnown).map(({ letter, says }) => ({ letter, says }));
  const subjects = (all: readonly CaseSubject[]) =>
    all
      .map((subject) => ({ id: subject.id, name: subject.name, lines: linesOf(subject) }))
      .filter(({ lines }) => lines.length > 0);
  const timeline = caseFile.timeline
    .filter(isKnown)
    .map(({ at, letter, says }) => ({ at, letter, says }))
    .toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : one.letter - other.letter));
  return {
    characters: subjects(caseFile.characters),
    places: subjects(caseFile.places),
    timeline,
    night: nightOf(caseFile.night, timeline),
  };
}

function nightOf(night: SeasonCase['night'], timeline: CaseFileReply['timeline']): CaseFileReply['night'] {
  if (night === undefined) return null;
  const { title, from, until } = night;
  return { title, moments: timeline.filter(({ at }) => at.includes('T') && from <= at && at <= until) };
}
