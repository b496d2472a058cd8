import { Client } from 'pg';
import { addDays, newYorkDate } from '../src/domain/calendar-date.ts';

/** Puts a letter of somebody's oldest subscription into the post as of some days ago; it takes two to five days. */
export async function handOverLetter(email: string, letter: number, daysAgo: number): Promise<void> {
  const client = new Client({ connectionString: process.env['DATABASE_URL'] });
  await client.connect();
  const handedOverOn = addDays(newYorkDate(new Date()), -daysAgo);
  try {
    await client.query(
      `insert into mailing_pieces (id, subscription_id, letter, attempt, state, nominal_on, handed_over_on, arrives_from, arrives_by, address, country, created_at, updated_at)
       select gen_random_uuid(), s.id, $2, 1, 'handed_over', $3, $3, $4, $5,
         jsonb_build_object('fullName', a.full_name, 'addressLine1', a.address_line_1, 'addressLine2', a.address_line_2, 'city', a.city, 'stateProvince', a.state_province, 'postalCode', a.postal_code, 'country', a.country, 'countryName', a.country_name),
         a.country, now(), now()
       from subscriptions s join user_profiles p on p.id = s.user_id join shipping_addresses a on a.id = s.shipping_address_id
       where p.email = $1 order by s.created_at limit 1`,
      [email, letter, handedOverOn, addDays(handedOverOn, 2), addDays(handedOverOn, 5)],
    );
  } finally {
    await client.end();
  }
}
