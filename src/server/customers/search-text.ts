import { and, type SQL, sql, type SQLWrapper } from 'drizzle-orm';

/** Texts that operators search, each with a trigram index. Every word has a space before it, the first one too. */
export function profileSearchText(t: { readonly fullName: SQLWrapper; readonly email: SQLWrapper }): SQL {
  return sql`(' ' || coalesce(${t.fullName}, '') || ' ' || ${t.email})`;
}

type Line = 'fullName' | 'addressLine1' | 'addressLine2' | 'city' | 'postalCode';

export function addressSearchText(t: Readonly<Record<Line, SQLWrapper>>): SQL {
  return sql`(' ' || ${t.fullName} || ' ' || ${t.addressLine1} || ' ' || coalesce(${t.addressLine2}, '') || ' ' || ${t.city} || ' ' || ${t.postalCode})`;
}

/** Unique, so that a page of addresses in this order is one range of its index. */
export function placeOrder(t: Readonly<Record<'country' | 'stateProvince' | 'city' | 'id', SQLWrapper>>): SQL {
  return sql`(${t.country} || ' ' || ${t.stateProvince} || ' ' || lower(${t.city}) || ' ' || ${t.id}::text)`;
}

const SHORT = 3;

/**
 * A trigram needs three characters. A shorter word is searched with a space before it, which every word of the text
 * has.
 */
export function hasWords(text: SQL, q: string): SQL | undefined {
  const words = q.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  if (words.length === 0) return sql`false`;
  return and(
    ...words.map((word) => {
      const literal = word.replace(/[\\%_]/g, '\\$&');
      return sql`${text} ilike ${Array.from(word).length < SHORT ? `% ${literal}%` : `%${literal}%`}`;
    }),
  );
}
