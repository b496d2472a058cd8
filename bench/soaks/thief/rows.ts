import { sql } from 'drizzle-orm';
import type { Database } from '../../../src/server/platform/db/database.ts';
import type { Change } from './things.ts';

/** The kind of change that a changed row in each table is; null if it doesn't change the account. */
const TABLES: Readonly<Record<string, Change | null>> = {
  'auth.audit_log': null,
  'auth.flow_state': null,
  'auth.identities': 'ways in',
  'auth.mfa_factors': 'ways in',
  'auth.one_time_tokens': null,
  'auth.security_changes': null,
  'auth.sessions': null,
  'public.address_moves': 'letters',
  'public.bulk_action_rows': null,
  'public.cancel_reasons': 'season',
  'public.card_failures': null,
  'public.card_snapshots': null,
  'public.cards_on_file': 'purchases',
  'public.case_note_books': 'profile',
  'public.case_notes': 'profile',
  'public.case_letter_faults': 'letters',
  'public.case_opened_hints': 'letters',
  'public.case_opened_letters': null,
  'public.case_theories': 'letters',
  'public.case_theory_steps': 'letters',
  'public.checkouts': 'purchases',
  'public.customer_notes': null,
  'public.customer_tags': null,
  'public.delivery_holds': 'letters',
  'public.disputes': 'money',
  'public.free_months': 'money',
  'public.gifts': 'purchases',
  'public.invoices': 'money',
  'public.dispute_responses': null,
  'public.issued_intents': null,
  'public.mailing_events': 'letters',
  'public.mailing_exclusions': null,
  'public.mailing_pieces': 'letters',
  'public.operator_log': null,
  'public.operators': 'ways in',
  'public.payment_warnings': 'money',
  'public.case_blocks': 'profile',
  'public.case_invitations': 'profile',
  'public.case_seats': 'profile',
  'public.refund_requests': 'money',
  'public.refunds': 'money',
  'public.reships': 'letters',
  'public.shipping_addresses': 'letters',
  'public.stripe_changes': 'season',
  'public.stripe_intents': null,
  'public.stripe_seen': null,
  'public.stripe_subscriptions': 'season',
  'public.subscriber_import_rows': null,
  'public.subscription_viewers': 'purchases',
  'public.subscriptions': 'season',
  'public.temporary_addresses': 'letters',
  'public.user_seasons': 'season',
};

/** Ignored columns: times of the last change or use, and the last used code. */
const TRACES = ['updated_at', 'read_at', 'last_sign_in_at', 'last_used_step', 'last_challenged_at', 'set_up_at'];

interface Part {
  readonly change: Change;
  readonly query: string;
}

/** Looks at all rows of one user in one statement. */
export class UserRows {
  readonly #parts: readonly Part[];
  readonly #db: Database;
  /** Prepared, since planning it each time would cost the most. */
  readonly #statement: string;

  private constructor(db: Database, parts: readonly Part[]) {
    this.#db = db;
    this.#parts = parts;
    this.#statement = `select array[${parts.map(({ query }) => `(${query})`).join(', ')}] as hashes`;
  }

  /** @throws Error when a table exists that `TABLES` lacks */
  static async open(db: Database): Promise<UserRows> {
    const { rows } = await db.execute<{ name: string; columns: string[] }>(
      sql`select table_schema || '.' || table_name as name, array_agg(column_name::text) as columns
          from information_schema.columns where table_schema in ('auth', 'public') group by 1`,
    );
    const own = rows.filter(({ columns }) => columns.includes('user_id') || columns.includes('subscription_id'));
    const unknown = own.filter(({ name }) => !(name in TABLES)).map(({ name }) => name);
    if (unknown.length > 0) throw new Error(`Say what a change of ${unknown.join(', ')} is, in TABLES.`);
    const parts = own.flatMap(({ name, columns }) => {
      const change = TABLES[name] ?? null;
      return change === null ? [] : [partOf(name, columns, change)];
    });
    return new UserRows(db, [...parts, ...ofAccount()]);
  }

  /** @returns a hash of the rows, part by part */
  async snapshot(userId: string): Promise<readonly string[]> {
    const { rows } = await this.#db.$client.query<{ hashes: string[] }>({
      name: 'rows-of-a-user',
      text: this.#statement,
      values: [userId],
    });
    return rows[0]?.hashes ?? [];
  }

  /** Which kinds of change lie between two snapshots of one user. */
  changesBetween(before: readonly string[], after: readonly string[]): Change[] {
    const changed = this.#parts.filter((_part, index) => before[index] !== after[index]);
    return [...new Set(changed.map(({ change }) => change))];
  }
}

function partOf(table: string, columns: readonly string[], change: Change): Part {
  const bySubscription = 't.subscription_id in (select id from public.subscriptions where user_id = $1)';
  const where = columns.includes('user_id') ? 't.user_id = $1' : bySubscription;
  return { change, query: hashOf(`${table} t where ${where}`, `to_jsonb(t) - ${arrayOf(TRACES)}`) };
}

/** The account's own rows: what opens it, and what its owner writes about themselves. */
function ofAccount(): readonly Part[] {
  const waysIn = ['email', 'password_hash', 'email_confirmed_at', 'banned_until', 'deleted_at', 'app_metadata'];
  const columns = waysIn.map((name) => `t.${name}`).join(', ');
  const profile = 'jsonb_build_array(t.full_name, t.preferences, t.email, t.stripe_customer_id)';
  return [
    { change: 'ways in', query: hashOf('auth.users t where t.id = $1', `jsonb_build_array(${columns})`) },
    { change: 'profile', query: hashOf('auth.users t where t.id = $1', 't.user_metadata') },
    { change: 'profile', query: hashOf('public.user_profiles t where t.id = $1', profile) },
    { change: 'deletion', query: `select count(*)::text from auth.users where id = $1` },
  ];
}

function hashOf(from: string, value: string): string {
  return `select md5(coalesce(string_agg(h, ' ' order by h), '')) from (select (${value})::text as h from ${from}) r`;
}

function arrayOf(names: readonly string[]): string {
  return `array[${names.map((name) => `'${name}'`).join(', ')}]`;
}
