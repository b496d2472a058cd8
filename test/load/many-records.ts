import type { Pool } from 'pg';
import { unlimitedClient } from './unlimited-client.ts';

/** Fills the other tables with twenty thousand rows each. */
export async function addManyRecords(pool: Pool): Promise<void> {
  await pool.query(`insert into address_versions (address_id, address, valid_until)
    select id, '{}', now() from shipping_addresses`);
  // The rows' runs and users don't exist: replicas skip foreign keys.
  const filling = await unlimitedClient(pool);
  await filling.query(`set session_replication_role = replica;
    insert into case_theories (user_id, season_id, words, letters, updated_at)
    select gen_random_uuid(), 'season-1', '', 1, now() from generate_series(1, 20000);
    insert into case_theory_steps (user_id, season_id, letters)
    select gen_random_uuid(), 'season-1', 1 from generate_series(1, 20000);
    insert into case_opened_hints select gen_random_uuid(), 'season-1', 'a', 1, now() from generate_series(1, 20000);
    insert into case_opened_letters select gen_random_uuid(), 'season-1', 1, now() from generate_series(1, 20000);
    insert into case_letter_faults
    select gen_random_uuid(), gen_random_uuid(), 'season-1', 1, '', now(), now() from generate_series(1, 20000);
    insert into case_note_books select gen_random_uuid(), 'season-1', 1 from generate_series(1, 20000);
    insert into case_notes select gen_random_uuid(), 'season-1', gen_random_uuid(), 1, 'letter', '', '', false, 1, '[]', 1, now()
    from generate_series(1, 20000);
    insert into case_seats
    select gen_random_uuid(), gen_random_uuid(), 'season-1', gen_random_uuid(), 1, '', number || '', true, now()
    from generate_series(1, 20000) as number;
    insert into case_invitations
    select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), number || '', now(), now(), gen_random_uuid()
    from generate_series(1, 20000) as number;
    insert into case_blocks select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), '', now()
    from generate_series(1, 20000);
    insert into gifts
      (id, user_id, recipient_name, recipient_email, start_date, plan_type, notify_recipient, shipping_address_id, announced_at, created_at, updated_at)
    select gen_random_uuid(), gen_random_uuid(), 'Mara ' || number, 'mara-' || number || '@example.com', now(), 'monthly', true,
      gen_random_uuid(), now(), now(), now() from generate_series(1, 20000) as number;
    insert into customer_tags select gen_random_uuid(), 'press', 'clerk', now() from generate_series(1, 20000);
    insert into customer_notes select gen_random_uuid(), gen_random_uuid(), 'Moves in May.', 'clerk', now() from generate_series(1, 20000);
    insert into bulk_actions select gen_random_uuid(), 'tag', 'clerk', null, '', '{}', 1, now() - number * interval '1 minute', now()
    from generate_series(1, 20000) as number;
    insert into bulk_action_rows select gen_random_uuid(), gen_random_uuid(), 'skipped', '' from generate_series(1, 20000);
    insert into dispute_responses select 'dp_' || number, gen_random_uuid(), 'file_1', '{}', 'clerk', now(), now()
    from generate_series(1, 20000) as number;
    insert into refund_requests select gen_random_uuid(), gen_random_uuid(), 'in_' || number, 500, 0, now()
    from generate_series(1, 20000) as number;
    insert into season_waits
    select gen_random_uuid(), 'season-2', number || '@example.com', now() from generate_series(1, 20000) as number;
    insert into cancel_reasons select gen_random_uuid(), 'price', null, now() - number * interval '1 minute'
    from generate_series(1, 20000) as number;
    insert into disputes (stripe_dispute_id, subscription_id, amount_cents, reason, status, created_at, read_at)
    select number || '', gen_random_uuid(), 1500, '', 'won', now(), now() from generate_series(1, 20000) as number;
    insert into mailing_batches (run_id, number, first_number, last_number, printed_at)
    select gen_random_uuid(), 1, 1, 500, now() from generate_series(1, 20000);
    insert into mailing_files (run_id, batch, name, kind, letter, part, first_number, last_number, pieces)
    select gen_random_uuid(), 1, 'labels.pdf', 'labels', 1, 1, 1, 500, 500 from generate_series(1, 20000);
    insert into mailing_events (at, event, run_id, piece_id, subscription_id, letter, attempt, detail)
    select now(), 'lost', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 1, 1, '{}' from generate_series(1, 20000);
    insert into operator_log (id, operator, action, detail, created_at)
    select gen_random_uuid(), 'clerk', 'mail_retried', '{}', now() - number * interval '1 minute' from generate_series(1, 20000) as number;
    insert into piece_codes select gen_random_uuid(), uuid_send(gen_random_uuid()), null from generate_series(1, 20000);
    insert into printer_batches (run_id, batch, send_on, cents, sent_at)
      select gen_random_uuid(), 1, '2026-11-27', 100, now() from generate_series(1, 20000);
    insert into printer_letters (piece_id, run_id, batch, state, key)
      select gen_random_uuid(), gen_random_uuid(), 1, 'accepted', gen_random_uuid() from generate_series(1, 20000);
    insert into watched_pieces
    select gen_random_uuid(), case when number % 2 = 0 then 'quiet' else 'coming_back' end, now() - number * interval '1 minute'
    from generate_series(1, 600) as number;
    set session_replication_role = default`);
  await filling.query(`insert into mailing_scans
    select '901234567' || lpad(number::text, 6, '0'), '2026-11-20', '918', '040', '1', '00310', '04614', '', 'PORTLAND', 'ME', '04101',
      '', 'A', false, now() from generate_series(1, 20000) as number`);
  // With pending entries, PostgreSQL estimates that a full-text index costs more than a full scan.
  await filling.query(`select gin_clean_pending_list(indexrelid) from pg_index join pg_class on pg_class.oid = indexrelid
    where relam = (select oid from pg_am where amname = 'gin');
    analyze`);
  await filling.end();
}
