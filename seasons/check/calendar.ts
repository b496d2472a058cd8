import { calendarDate, dayOfWeek, isCalendarDate } from '../../src/domain/calendar-date.ts';
import type { Letter } from '../season.ts';
import type { Fault, SeasonOnPaper } from './fault.ts';
import { beginOf, endOf } from './fault.ts';

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const DAY = '(sun|mon|tues?|wed(?:nes)?|thurs?|fri|sat(?:ur)?)(?:day)?\\.?';
const MONTH = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?';
const NUMBER = '(\\d{1,2})(?:st|nd|rd|th)?';
const YEAR = '(?:,? (\\d{4}))?';
/** "Saturday, September 21, 1957", "SAT SEP 21", "Saturday the 21st of September". */
const DATED = [
  new RegExp(`\\b${DAY},? ${MONTH} ${NUMBER}\\b${YEAR}`, 'gi'),
  new RegExp(`\\b${DAY},? (?:the )?${NUMBER} (?:of )?${MONTH}${YEAR}`, 'gi'),
];
const BARE = new RegExp(`\\b${DAY},? the ${NUMBER}\\b(?! (?:of )?${MONTH})`, 'gi');

/** Each weekday that stands beside a date, against the calendar; a date without a year is of the year it is written in. */
export function checkCalendar({ manifest, texts }: SeasonOnPaper): Fault[] {
  return manifest.letters.flatMap((letter) => {
    const text = texts.get(letter.number);
    if (text === undefined) return [];
    const words = [text.writer, text.margin, ...letter.enclosures.map(({ described }) => described)].join('\n');
    return [...weekdays(letter, words), ...dateline(letter, text), ...postmark(letter)];
  });
}

function weekdays(letter: Letter, text: string): Fault[] {
  const flat = text.replaceAll(/\s+/g, ' ');
  const found = [
    ...[...flat.matchAll(DATED[0] ?? BARE)].map(([words, day, month, number, year]) => ({
      words,
      day,
      month,
      number,
      year,
    })),
    ...[...flat.matchAll(DATED[1] ?? BARE)].map(([words, day, number, month, year]) => ({
      words,
      day,
      month,
      number,
      year,
    })),
    ...[...flat.matchAll(BARE)].map(([words, day, number]) => ({
      words,
      day,
      month: undefined,
      number,
      year: undefined,
    })),
  ];
  return found.flatMap(({ words, day = '', month, number = '', year }) => {
    const dates = datesOf(letter, flat, { month, number, year });
    if (dates.length === 0) return [fault(letter, 'weekday', `“${words}” is no date.`)];
    const weekday = DAYS.findIndex((name) => name.startsWith(day.toLowerCase().slice(0, 3)));
    if (dates.some((date) => dayOfWeek(calendarDate(date)) === weekday)) return [];
    return [fault(letter, 'weekday', `“${words}”: ${dates.join(' or ')} is no ${DAYS[weekday]}.`)];
  });
}

/** The dates that may be meant: a month that is not named is that of writing, or the one before or after it. */
function datesOf(
  letter: Letter,
  text: string,
  { month, number, year }: { month: string | undefined; number: string; year: string | undefined },
): string[] {
  const written = letter.written.slice(0, 10);
  const mentioned = [...text.matchAll(/\b(1[89]\d\d)\b/g)].map(([, found = '']) => found);
  const years = year === undefined ? [written.slice(0, 4)] : [year];
  const named = MONTHS.findIndex((name) => month !== undefined && name.startsWith(month.toLowerCase().slice(0, 3)));
  const own = Number(written.slice(5, 7)) - 1;
  const months = named === -1 ? [own, own - 1, own + 1] : [named];
  const build = (inYears: readonly string[]) =>
    inYears
      .flatMap((y) => months.map((m) => `${y}-${String(m + 1).padStart(2, '0')}-${number.padStart(2, '0')}`))
      .filter(isCalendarDate);
  const here = build(years);
  // A year that the letter names elsewhere may be meant, when it is not the one of writing.
  return year === undefined && named !== -1
    ? [...here, ...build([...new Set(mentioned)].filter((y) => y !== years[0] && isNear(text, y, number)))]
    : here;
}

const NEAR = 240;

function isNear(text: string, year: string, number: string): boolean {
  return [...text.matchAll(new RegExp(`\\b${number}\\b`, 'g'))].some(({ index }) =>
    text.slice(Math.max(0, index - NEAR), index + NEAR).includes(year),
  );
}

function dateline(
  letter: Letter,
  { calls }: { calls: readonly { name: string; bodies: readonly string[] }[] },
): Fault[] {
  const lines = calls
    .filter(({ name }) => name === 'dateline')
    .map(({ bodies: [body = ''] }) => body.replaceAll(/\s+/g, ' '));
  const dated = lines.filter((line) => new RegExp(`${MONTH} ${NUMBER}`, 'i').test(line));
  if (dated.length === 0) return [];
  const [year = '', month = '', day = ''] = letter.written.slice(0, 10).split('-');
  const name = MONTHS[Number(month) - 1]?.slice(0, 3) ?? '';
  const wanted = new RegExp(`\\b${name}[a-z]*\\.? ${Number(day)}(?:st|nd|rd|th)?\\b(?:,? (\\d{4}))?`, 'i');
  const found = dated.map((line) => wanted.exec(line)).find((match) => match !== null);
  if (found === undefined)
    return [fault(letter, 'dateline', `The manifest says ${letter.written}, the letter “${dated.join('”, “')}”.`)];
  return found[1] === undefined || found[1] === year ? [] : [fault(letter, 'dateline', `Another year: “${found[0]}”.`)];
}

/** Nothing is struck before it was written; a strike that lies says when it was really made. */
function postmark(letter: Letter): Fault[] {
  if (letter.postmark === null) return [];
  const { strikes, truly = strikes } = letter.postmark;
  const faults: Fault[] = [];
  if (endOf(truly) < beginOf(letter.written))
    faults.push(fault(letter, 'postmark', `Struck at ${truly}, written at ${letter.written}.`));
  if (letter.postmark.truly === strikes) faults.push(fault(letter, 'postmark', 'Its true time is the one it shows.'));
  return faults;
}

function fault({ number }: Letter, kind: Fault['kind'], says: string): Fault {
  return { kind, letter: number, says };
}
