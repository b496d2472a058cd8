import { type SQL, sql } from 'drizzle-orm';
import { hasWords, profileSearchText } from '../../customers/search-text.ts';
import { userProfiles } from '../../customers/schema.ts';

/** The ids of customers whose name or email has these words: at most a thousand, so that a short word costs little. */
export function customersNamed(q: string): SQL {
  return sql`(select ${userProfiles.id} from ${userProfiles} where ${hasWords(profileSearchText(userProfiles), q)} limit 1000)`;
}

/** For example 1500 for '$15' or '15.00'. Null if the text is no amount. */
export function centsIn(q: string): number | null {
  const [, dollars, cents = '00'] = /^\$?(\d{1,6})(?:\.(\d\d))?$/.exec(q.replaceAll(',', '')) ?? [];
  return dollars === undefined ? null : Number(dollars + cents);
}
