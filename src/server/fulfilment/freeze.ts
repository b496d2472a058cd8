import { nextRunState } from '../../domain/run-state.ts';
import { type SQL, sql } from 'drizzle-orm';
import { COUNTRIES, SHIPPING_COUNTRIES } from '../../domain/countries.ts';
import { type AddressDoubt, LATIN, OTHER_SCRIPTS, PRINTED, READ_HERE } from '../../domain/envelope.ts';
import type { FulfilmentContext } from './runs/fulfilment-context.ts';
import type { Transaction } from '../platform/db/database.ts';
import { addressKeySql, checkedKeys } from '../customers/address-checks/address-key.sql.ts';
import { ApiError } from '../platform/api-error.ts';
import { ADDRESS_COLUMNS, frozenAddressOf } from './pieces/frozen-address.sql.ts';
import { type Actor, recordRunEvent } from './runs/events.ts';
import { countPlan, decide } from './planning/plan.ts';
import { listBatches } from './print/print.ts';
import { countPieces, lockRun, type Run, updateRun } from './runs/runs.ts';

/** Must differ from the number of every other advisory lock (decision 064). */
const LEDGER_LOCK = 1_957_1122;

/**
 * Plans a run for the last time. Its pieces get numbers, and the addresses that were valid at the freeze instant.
 * @throws ApiError not_found, too_early
 */
export async function freezeRun(ctx: FulfilmentContext, runId: string, actor: Actor): Promise<Run> {
  return await ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LEDGER_LOCK})`);
    const run = await lockRun(tx, runId);
    const frozenState = nextRunState(run.state, 'freeze');
    if (frozenState === null) return run;
    const now = ctx.clock.now();
    if (now < run.freezesAt) {
      throw new ApiError('too_early', 'Addresses may still change: this run cannot be frozen before its time.');
    }
    const asOf = run.freezesAt;
    await decide(tx, run, asOf);
    const plan = await countPlan(tx);
    await insertPieces(tx, run, asOf, now);
    await recordExclusions(tx, run);
    await recordSetAside(tx, run, now);
    const counts = await countPieces(tx, runId);
    const isEmpty = Object.keys(counts).length === 0;
    const outcome: Partial<Run> = isEmpty
      ? { state: 'handed_over', handedOverAt: now, finalCounts: {} }
      : { state: frozenState };
    const frozen = { plan, frozenAt: now, ...outcome };
    await updateRun(tx, runId, frozen);
    await recordRunEvent(tx, 'frozen', { runId, actor, at: now, detail: counts });
    return { ...run, ...frozen };
  });
}

/**
 * Numbers are ordered by letter, country and postal code. Ids are hashes, so freezing a run again gives the same
 * pieces.
 */
async function insertPieces(tx: Transaction, { id, nominalOn }: Run, asOf: Date, now: Date): Promise<void> {
  const at = now.toISOString();
  await tx.execute(sql`
    insert into mailing_pieces
      (id, subscription_id, run_id, letter, attempt, state, number, nominal_on, address, country, routing, reason, card, created_at, updated_at)
    select md5(concat(${id}::text, j.subscription_id, j.letter, '-', j.attempt))::uuid, j.subscription_id, ${id}, j.letter, j.attempt,
      case when j.kind = 'waiting' then 'waiting' when j.doubt is null then 'frozen' else 'set_aside' end,
      case when j.kind = 'due' and j.doubt is null then row_number() over (
        partition by j.kind = 'due' and j.doubt is null
        order by j.letter, concat(j.country <> 'US', j.country, j.postal_code) collate "C", j.subscription_id, j.attempt
      ) end,
      ${nominalOn}, ${ADDRESS}, j.country, j.routing, j.doubt, j.card, ${at}, ${at}
    from (
      select a.*, book.routing, ${DOUBT} as doubt
      from (${addressedPieces(asOf)} offset 0) a
      left join (${PATTERNS}) known on known.country = a.country
      left join (${checkedKeys}) book on a.country = 'US' and book.key = ${sql.raw(addressKeySql('a'))}
      offset 0
    ) j`);
}

function addressedPieces(asOf: Date): SQL {
  const at = asOf.toISOString();
  return sql`
    select d.subscription_id, d.letter, d.attempt, d.kind, ${LINES},
      case when d.letter = 1 and g.id is not null then
        jsonb_build_object('to', g.recipient_name, 'from', giver.full_name, 'message', ${MESSAGE}) end as card,
      case when back.addresses is null then false else ${ADDRESS_OF_COPY} = any (back.addresses) end as came_back
    from run_decisions d
    join subscriptions s on s.id = d.subscription_id
    left join (
      select distinct on (subscription_id) subscription_id, address_id from address_moves
      where valid_until >= ${at} order by subscription_id, valid_until, id
    ) moved on moved.subscription_id = s.id
    join shipping_addresses a on a.id = coalesce(moved.address_id, s.shipping_address_id)
    left join (
      select distinct on (address_id) address_id, address from address_versions
      where valid_until >= ${at} order by address_id, valid_until, id
    ) before on before.address_id = a.id
    left join lateral (
      select address from temporary_addresses
      where subscription_id = s.id and d.letter between from_letter and to_letter
        and created_at < ${at} and (withdrawn_at is null or withdrawn_at >= ${at})
      order by created_at desc, id desc limit 1
    ) elsewhere on true
    left join gifts g on g.id = s.gift_id
    left join user_profiles giver on giver.id = g.user_id
    left join (
      select coalesce(owned.user_id, owned.id) as owner, array_agg(p.address) as addresses
      from mailing_pieces p join subscriptions owned on owned.id = p.subscription_id
      where p.state = 'returned' and p.reason is distinct from 'address_confirmed' group by 1
    ) back on back.owner = coalesce(s.user_id, s.id)
    where d.kind <> 'excluded'`;
}

/** Reduces several blank lines to one, in messages from before blank lines were limited. */
const MESSAGE = sql.raw(String.raw`regexp_replace(g.message, '(\r?\n[ \t]*){3,}', E'\n\n', 'g')`);

const COPY = 'coalesce(elsewhere.address, before.address)';
const LINES = sql.raw(
  Object.entries(ADDRESS_COLUMNS)
    .map(([field, column]) => `case when ${COPY} is null then a.${column} else ${COPY} ->> '${field}' end as ${column}`)
    .join(', '),
);
const ADDRESS = frozenAddressOf('j');
const ADDRESS_OF_COPY = sql`coalesce(elsewhere.address, before.address, ${frozenAddressOf('a')})`;

const LINES_READ_HERE = READ_HERE.map((field) => `a.${ADDRESS_COLUMNS[field]}`);
/** Tests all lines together first, since few addresses contain other scripts. */
const IN_OTHER_SCRIPT =
  `concat(${LINES_READ_HERE.join(', ')}) ~ '[${OTHER_SCRIPTS}]' and (` +
  LINES_READ_HERE.map((line) => `${line} ~ '[${OTHER_SCRIPTS}]' and ${line} !~ '[${LATIN}]'`).join(' or ') +
  ')';

/** Must agree with `addressDoubt` of domain/envelope; freeze.test.ts checks it. */
const DOUBT = sql.raw(`case
  when known.pattern is null then ${doubt('other_country')}
  when btrim(a.full_name) = '' or btrim(a.address_line_1) = '' or btrim(a.city) = '' then ${doubt('incomplete')}
  when a.postal_code !~ known.pattern then ${doubt('postal_code')}
  when concat(a.full_name, a.address_line_1, a.address_line_2, a.city, a.state_province, a.postal_code) ~ '[^${PRINTED}]'
    then ${doubt('characters')}
  when ${IN_OTHER_SCRIPT} then ${doubt('script')}
  when a.came_back then ${doubt('returned_before')}
  when book.is_bad then ${doubt('undeliverable')}
end`);

function doubt(name: AddressDoubt): string {
  return `'${name}'`;
}

const LISTED_COUNTRIES = SHIPPING_COUNTRIES.filter((code) => code !== 'OTHER');
const PATTERNS = sql`select * from (values ${sql.join(
  LISTED_COUNTRIES.map((code) => sql`(${code}, ${COUNTRIES[code].postalCode.pattern.source})`),
  sql`, `,
)}) as patterns (country, pattern)`;

async function recordExclusions(tx: Transaction, { id }: Run): Promise<void> {
  await tx.execute(sql`
    insert into mailing_exclusions (run_id, subscription_id, reason)
    select ${id}, d.subscription_id, d.reason
    from run_decisions d join subscriptions s on s.id = d.subscription_id
    where d.kind = 'excluded' and d.reason not in ('refunded', 'season_complete')
      and not (d.reason = 'not_paid' and s.status = 'cancelled')
    on conflict do nothing`);
}

async function recordSetAside(tx: Transaction, { id }: Run, now: Date): Promise<void> {
  await tx.execute(sql`
    insert into mailing_events (at, event, run_id, piece_id, subscription_id, letter, attempt, detail)
    select ${now.toISOString()}, 'set_aside', run_id, id, subscription_id, letter, attempt, jsonb_build_object('reason', reason)
    from mailing_pieces where run_id = ${id} and state = 'set_aside'`);
}

/**
 * Undoes a freeze if nothing is printed. Only an operator can then freeze the run again (decision 061).
 * @throws ApiError not_found, wrong_state
 */
export async function undoFreeze(ctx: FulfilmentContext, runId: string, actor: Actor): Promise<Run> {
  return await ctx.db.transaction(async (tx) => {
    const run = await lockRun(tx, runId);
    const state = nextRunState(run.state, 'reopen');
    if (state === null || (await listBatches(tx, runId)).length > 0) {
      throw new ApiError('wrong_state', 'Only a run that is frozen, with nothing printed, can be opened again.');
    }
    const now = ctx.clock.now();
    const detail = await countPieces(tx, runId);
    await tx.execute(sql`delete from mailing_pieces where run_id = ${runId}`);
    await tx.execute(sql`delete from mailing_exclusions where run_id = ${runId}`);
    const planned = { state, reopenedAt: now, frozenAt: null };
    await updateRun(tx, runId, planned);
    await recordRunEvent(tx, 'reopened', { runId, actor, at: now, detail });
    return { ...run, ...planned };
  });
}
