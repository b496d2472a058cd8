import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { addressInput, type AddressInput } from '../../../contract/addresses.ts';
import { HIGHEST_BATCH } from '../../../contract/operator/fulfilment.ts';
import { type CalendarDate, isCalendarDate } from '../../../domain/calendar-date.ts';
import { ADDRESS_DOUBTS, type AddressDoubt } from '../../../domain/envelope.ts';
import { EXCLUSIONS, type Exclusion } from '../../../domain/mailing-decision.ts';
import type { CommerceContext } from '../../commerce/context.ts';
import { notFound } from '../../platform/errors/api-error.ts';
import { parseWith } from '../../platform/http/parse.ts';
import { streamFile, recordFileHashes } from '../../fulfilment/print/files.ts';
import { freezeRun } from '../../fulfilment/freeze/freeze.ts';
import { handOver } from '../../fulfilment/dispatch/hand-over.ts';
import { overrideHoliday } from '../../platform/business-calendar/holidays.ts';
import { findPieceByCode } from '../../fulfilment/pieces/pieces.ts';
import { listBatches, listFiles, type PrintFile, printRun, undoPrint } from '../../fulfilment/print/print.ts';
import { undoFreeze } from '../../fulfilment/freeze/reopen.ts';
import type { ReshipWay } from '../../fulfilment/reships/reships.ts';
import { countPieces, findRunOf, readRunCode, type Run, runCode } from '../../fulfilment/runs/runs.ts';
import { resolveSetAside } from '../../fulfilment/pieces/set-aside.ts';
import { planMailing } from '../../fulfilment/schedule/timetable.ts';
import { answerReship, reportTrouble } from '../../fulfilment/reships/trouble.ts';
import { pageOfHolidays, readCalendar } from '../calendar/calendar.ts';
import { atTerminal, type Commands, listing, type Options, pageListing } from './command.ts';
import type { OperatorAct } from '../../platform/audit-log/operator-log.ts';
import { OperatorError } from '../../platform/errors/operator-error.ts';
import { UUID } from '../../../contract/fields.ts';
import { eventIn } from '../paging/paging.ts';
import { countPiecesOf, findPiece, listEventsOfRun } from '../runs/fulfilment-queries.ts';
import { pageOfEvents, presentRunDetail } from '../runs/present-fulfilment.ts';
import { figuresInWords, pieceRow } from '../runs/rows.ts';
import { pageOfBatches, pageOfEnvelopesToPull, pageOfFiles, pageOfNumbered, pageOfRuns } from '../runs/runs.ts';
import { pageOfReships, pageOfTrouble } from '../trouble/trouble.ts';

const WAYS = ['now', 'with_next'] as const satisfies readonly ReshipWay[];

interface Call {
  readonly ctx: CommerceContext;
  readonly options: Options;
  readonly act: OperatorAct;
}

/** What stands behind `post`. */
export const FULFILMENT_SUBCOMMANDS: Readonly<Record<string, (call: Call) => Promise<string>>> = {
  runs: showRuns,
  show,
  letters: showLetters,
  plan,
  freeze,
  print,
  files: showFiles,
  pull: showPull,
  'hand-over': handOverTo,
  undo,
  'set-aside': showSetAside,
  resolve,
  lost: (call) => reportPiece(call, 'lost'),
  returned: (call) => reportPiece(call, 'returned'),
  trouble: showTrouble,
  reships: answerOrList,
  calendar,
  holidays,
};

export const FULFILMENT_COMMANDS: Commands = {
  post: {
    usage: [
      'post runs                                what lies in the sorting office',
      'post show --run CODE                     one run: its plan, its files, what happened to it',
      'post letters --run CODE [--list pile|waiting|set_aside]   what lies in it',
      'post plan --run F20261127                opens and plans a run: F for a Friday, L for first letters',
      'post freeze --run CODE                   addresses the letters',
      'post set-aside --run CODE                addresses that somebody has to look at',
      'post resolve --piece ID --as send|skip   what becomes of one',
      `post resolve --piece ID --as fix --address '{"city":"Akureyri"}' [--later yes]   written anew, for later letters as well`,
      'post print --run CODE [--to FOLDER]      makes a batch of what is not printed, and its files',
      'post files --run CODE [--batch N]        what was printed of it; or the files of one batch',
      'post pull --run CODE [--batch N] [--on 2026-11-27]   envelopes that must not leave with it',
      'post hand-over --run CODE [--batch N] [--on 2026-11-27]   the post has taken it',
      'post undo --run CODE [--batch N]         takes back the newest batch, or else the freezing',
      'post lost|returned --piece CODE [--again now|with_next]   a letter that was posted',
      'post trouble --list lost|returned|set_aside   letters that did not go the straight way',
      'post reships [--reship ID --as yes|no [--again now|with_next]]   letters asked for again',
      'post calendar                            the mailing days ahead, and the holidays',
      'post holidays [--day 2026-11-27 --as closed|open|usual --note WHY]   corrections to the calendar',
    ].join('\n  npm run operator -- '),
    async run(ctx, options, operator, [name = '']) {
      const subcommand = Object.hasOwn(FULFILMENT_SUBCOMMANDS, name) ? FULFILMENT_SUBCOMMANDS[name] : undefined;
      if (subcommand === undefined)
        throw new OperatorError(`Say what: post ${Object.keys(FULFILMENT_SUBCOMMANDS).join(', ')}.`);
      return await subcommand({ ctx, options, act: atTerminal(operator, options['note'] ?? null) });
    },
  },
};

async function showRuns({ ctx, options }: Call): Promise<string> {
  const { db } = ctx;
  const { items, next } = await pageOfRuns(ctx, 'open', options['after']);
  const counts = await countPiecesOf(
    db,
    items.filter(({ state }) => state !== 'planned').map(({ id }) => id),
  );
  return pageListing({
    title: 'Runs:',
    page: { items, next },
    rowOf: (run) => [
      runCode(run),
      run.state,
      `to the post on ${run.handOverOn}`,
      figuresInWords(run, counts.get(run.id) ?? {}),
    ],
    none: 'The sorting office is empty.',
  });
}

async function plan({ ctx, options, act }: Call): Promise<string> {
  const run = await planMailing(ctx, codeIn(options), act);
  return `${await sentence(ctx, run)}\n${leftOut(run.plan?.excluded ?? {})}`;
}

async function freeze({ ctx, options, act }: Call): Promise<string> {
  return await sentence(ctx, await freezeRun(ctx, (await runIn(ctx, options)).id, act));
}

async function print({ ctx, options, act }: Call): Promise<string> {
  const run = await printRun(ctx, (await runIn(ctx, options)).id, act);
  for (const { number } of await listBatches(ctx.db, run.id)) {
    await recordFileHashes(ctx, { runId: run.id, batch: number });
  }
  const files = await listFiles(ctx.db, run.id);
  const { to } = options;
  if (to !== undefined) {
    await mkdir(to, { recursive: true });
    for (const file of files) {
      const path = join(to, `${runCode(run)}-${file.batch}-${file.name}`);
      await pipeline(streamFile(ctx.db, run, file), createWriteStream(path));
    }
  }
  const rows = files.map((file) => fileRow(file.batch, file));
  return `${await sentence(ctx, run)}\n${listing('Files:', rows, 'There is nothing to print.')}`;
}

async function showPull({ ctx, options }: Call): Promise<string> {
  const which = { batch: batchIn(options), on: onIn(options), after: options['after'] };
  return pageListing({
    title: 'Pull these out of the pile, they must not leave:',
    page: await pageOfEnvelopesToPull(ctx, await runIn(ctx, options), which),
    rowOf: ({ code, letter }) => [code, `letter ${letter}`],
    none: 'No envelope has to be pulled.',
  });
}

async function handOverTo({ ctx, options, act }: Call): Promise<string> {
  const { id: runId } = await runIn(ctx, options);
  const batch = batchIn(options);
  const on = onIn(options);
  const { run, pieces, pull } = await handOver(ctx, { runId, batch, on }, act);
  return `${pieces} letters are on their way. ${await sentence(ctx, run)}\n${listing(
    'Pull these out of the pile, they must not leave:',
    pull.map(({ number, letter }) => [number, `letter ${letter}`]),
    'No envelope has to be pulled.',
  )}`;
}

function onIn({ on }: Options): CalendarDate | null {
  return on === undefined ? null : dayOf(on, '--on');
}

function batchIn({ batch }: Options): number | null {
  if (batch === undefined) return null;
  if (!/^\d{1,5}$/.test(batch) || Number(batch) > HIGHEST_BATCH)
    throw new OperatorError('Say which batch by its number: --batch 1.');
  return Number(batch);
}

async function undo({ ctx, options, act }: Call): Promise<string> {
  const run = await runIn(ctx, options);
  const taken =
    run.state === 'printed' ? await undoPrint(ctx, run.id, act, batchIn(options)) : await undoFreeze(ctx, run.id, act);
  return await sentence(ctx, taken);
}

async function show({ ctx, options }: Call): Promise<string> {
  const { db } = ctx;
  const run = await runIn(ctx, options);
  const { plan: planned, printed } = await presentRunDetail(db, run.id);
  return [
    await sentence(ctx, run),
    listing(
      'Due:',
      Object.entries(planned.due).map(([letter, count]) => [count, `of letter ${letter}`]),
      'Nobody is due.',
    ),
    leftOut(planned.excluded),
    printed.newest === null
      ? 'Nothing is printed.'
      : `Printed: ${printed.newest.number} batches, of which ${printed.undispatched} are in the house.`,
    pageListing({
      title: 'What happened:',
      page: await pageOfEvents(db, await listEventsOfRun(db, run.id, eventIn(options['after']))),
      rowOf: ({ at, event, actor, detail }) => [at, event, actor, JSON.stringify(detail)],
      none: 'Nothing yet.',
    }),
  ].join('\n');
}

function leftOut(excluded: Readonly<Record<string, number>>): string {
  const rows = Object.entries(excluded).map(([why, count]) => [count, EXCLUSIONS[why as Exclusion]]);
  return listing('Left out:', rows, 'Nobody is left out.');
}

function fileRow(batch: number, { name, pieces, sha256 }: Pick<PrintFile, 'name' | 'pieces' | 'sha256'>) {
  return [`batch ${batch}`, name, `${pieces} pieces`, sha256];
}

/** What was printed of a run; or what one batch of it consists of. */
async function showFiles({ ctx, options }: Call): Promise<string> {
  const { id: runId } = await runIn(ctx, options);
  const batch = batchIn(options);
  if (batch === null) {
    return pageListing({
      title: 'Batches:',
      page: await pageOfBatches(ctx.db, runId, options['after']),
      rowOf: ({ number, firstNumber, lastNumber, printedAt, handedOverAt }) => [
        `batch ${number}`,
        `numbers ${firstNumber} to ${lastNumber}`,
        `printed ${printedAt}`,
        handedOverAt === null ? 'in the house' : `handed over ${handedOverAt}`,
      ],
      none: 'Nothing is printed.',
    });
  }
  return pageListing({
    title: 'Files:',
    page: await pageOfFiles(ctx.db, { runId, batch }, options['after']),
    rowOf: (file) => fileRow(batch, file),
    none: 'There is nothing to print.',
  });
}

async function showLetters({ ctx, options }: Call): Promise<string> {
  const which = options['list'] === undefined ? 'pile' : chosen(options, 'list', ['pile', 'waiting', 'set_aside']);
  return pageListing({
    title: 'Letters:',
    page: await pageOfNumbered(ctx.db, (await runIn(ctx, options)).id, which, options['after']),
    rowOf: pieceRow,
    none: 'There is none.',
  });
}

async function showSetAside({ ctx, options }: Call): Promise<string> {
  return pageListing({
    title: 'Set aside:',
    page: await pageOfNumbered(ctx.db, (await runIn(ctx, options)).id, 'set_aside', options['after']),
    rowOf: ({ id, letter, envelope, reason }) => [
      id,
      `letter ${letter}`,
      envelope.join(', '),
      ADDRESS_DOUBTS[reason as AddressDoubt],
    ],
    none: 'No address has to be looked at.',
  });
}

async function showTrouble({ ctx, options }: Call): Promise<string> {
  return pageListing({
    title: 'Trouble, the latest first:',
    page: await pageOfTrouble(ctx.db, chosen(options, 'list', ['lost', 'returned', 'set_aside']), options['after']),
    rowOf: pieceRow,
    none: 'There is none.',
  });
}

async function resolve({ ctx, options, act }: Call): Promise<string> {
  const kind = chosen(options, 'as', ['send', 'skip', 'fix']);
  const piece = required(options, 'piece');
  if (!UUID.test(piece)) throw new OperatorError('Say which one by its id: --piece.');
  const forLater = options['later'] === 'yes';
  await resolveSetAside(
    ctx,
    piece,
    kind === 'fix' ? { kind, address: await correctedAddress(ctx, piece, options), forLater } : { kind },
    act,
  );
  return kind === 'skip' ? 'It stays in the house until that subscriber’s next mailing day.' : 'It is on the pile.';
}

/** What is named is written anew; the other lines stay. */
async function correctedAddress({ db }: CommerceContext, piece: string, options: Options): Promise<AddressInput> {
  const row = await findPiece(db, piece);
  if (row === null) throw notFound('piece');
  try {
    const lines: unknown = JSON.parse(required(options, 'address'));
    return parseWith(addressInput, { ...row.piece.address, ...(lines as object) });
  } catch (error) {
    if (error instanceof SyntaxError) throw new OperatorError(`Say it like this: --address '{"city":"Akureyri"}'.`);
    throw error;
  }
}

async function reportPiece({ ctx, options, act }: Call, cause: 'lost' | 'returned'): Promise<string> {
  const piece = await findPieceByCode(ctx.db, required(options, 'piece'));
  const sendAgain: ReshipWay | null = options['again'] === undefined ? null : chosen(options, 'again', WAYS);
  await reportTrouble(ctx, piece.id, { cause, sendAgain, reason: act.note }, act);
  return `Letter ${piece.letter} is ${cause}. ${sendAgain === null ? 'It is not sent again.' : 'It is sent again.'}`;
}

async function answerOrList({ ctx, options, act }: Call): Promise<string> {
  const { reship, after } = options;
  if (reship === undefined) {
    return pageListing({
      title: 'Asked for again:',
      page: await pageOfReships(ctx.db, after),
      rowOf: ({ id, letter, cause, recipient, subscriptionId }) => [
        id,
        `letter ${letter}`,
        cause,
        recipient,
        subscriptionId,
      ],
      none: 'Nobody is waiting for an answer.',
    });
  }
  if (!UUID.test(reship)) throw new OperatorError('Say which one by its id: --reship.');
  const approve = chosen(options, 'as', ['yes', 'no']) === 'yes';
  const way = options['again'] === undefined ? null : chosen(options, 'again', WAYS);
  await answerReship(ctx, reship, { approve, way }, act);
  return approve ? 'It is sent again.' : 'It is not sent again.';
}

async function calendar({ ctx }: Call): Promise<string> {
  const { mailings, holidays: federal } = await readCalendar(ctx);
  return [
    listing(
      'Mailing days:',
      mailings.map(({ nominalOn, handOverOn, freezesAt }) => [
        nominalOn,
        `to the post on ${handOverOn}`,
        `freezes ${freezesAt}`,
      ]),
      '',
    ),
    listing(
      'Federal holidays:',
      federal.map(({ day, name }) => [day, name]),
      '',
    ),
  ].join('\n');
}

async function holidays({ ctx, options, act }: Call): Promise<string> {
  if (options['day'] !== undefined) {
    const day = dayOf(options['day'], '--day');
    const as = chosen(options, 'as', ['closed', 'open', 'usual']);
    await overrideHoliday(ctx, { day, isHoliday: as === 'usual' ? null : as === 'closed', note: act.note ?? '' }, act);
  }
  return pageListing({
    title: 'Beside the federal holidays:',
    page: await pageOfHolidays(ctx, options['after']),
    rowOf: ({ day, isHoliday, note }) => [day, isHoliday ? 'closed' : 'open', note],
    none: 'The post keeps the federal holidays, and no others.',
  });
}

async function sentence({ db }: CommerceContext, run: Run): Promise<string> {
  const counts = run.state === 'planned' ? {} : await countPieces(db, run.id);
  return `${runCode(run)} is ${run.state.replaceAll('_', ' ')}: ${figuresInWords(run, counts)}.`;
}

function codeIn(options: Options) {
  const read = readRunCode(required(options, 'run'));
  if (read === null) throw new OperatorError('A run is called like F20261127 or L20261123.');
  return read;
}

async function runIn({ db }: CommerceContext, options: Options): Promise<Run> {
  const { kind, nominalOn } = codeIn(options);
  const run = await findRunOf(db, kind, nominalOn);
  if (run === null) throw notFound('run');
  return run;
}

function required(options: Options, name: string): string {
  const value = options[name];
  if (!value) throw new OperatorError(`Say which one: --${name}.`);
  return value;
}

function chosen<T extends string>(options: Options, name: string, among: readonly T[]): T {
  const found = among.find((each) => each === options[name]);
  if (found === undefined) throw new OperatorError(`Say how: --${name} ${among.join(' or ')}.`);
  return found;
}

function dayOf(text: string, name: string): CalendarDate {
  if (!isCalendarDate(text)) throw new OperatorError(`Say the day like this: ${name} 2026-11-27.`);
  return text;
}
