import { eq, sql } from 'drizzle-orm';
import { SETTING_DEFAULTS, type SettingName } from '../../domain/shop-settings.ts';
import { type OperatorAct, writeOperatorLog } from './operator-log.ts';
import type { Config } from './config/config.ts';
import type { Db } from './db/database.ts';
import { shopSettings } from './schema.ts';

export interface ShopSettings {
  readonly supportEmail: string;
  readonly responseTime: string;
  readonly responseAtLatest: string;
  /** Empty if no banner is shown. */
  readonly promoBanner: string;
  /** In the email about a payment that failed; empty for none. */
  readonly retryNotice: string;
  readonly returnAddress: readonly string[];
  /** Printing and paper of one letter, in dollars such as 0.85; empty if unknown. */
  readonly printCost: string;
}

type Given = { readonly email?: Pick<Config['email'], 'supportEmail'>; readonly returnAddress?: readonly string[] };

export type SettingRow = typeof shopSettings.$inferSelect;

/** The settings of the environment, or else the defaults. */
export function settingsOfConfig({ email, returnAddress = [] }: Given): ShopSettings {
  return { ...SETTING_DEFAULTS, supportEmail: email?.supportEmail ?? '', returnAddress };
}

export async function listSettingRows(db: Db): Promise<SettingRow[]> {
  return await db.select().from(shopSettings);
}

/** Settings that an owner changed replace the environment's. */
export async function readSettings(db: Db, config: Given): Promise<ShopSettings> {
  return withRows(settingsOfConfig(config), await listSettingRows(db));
}

/** Before the first migration there is no table, and PostgreSQL would log an error. */
export async function readSettingsIfMigrated(db: Db, config: Given): Promise<ShopSettings> {
  const { rows } = await db.execute<{ exists: boolean }>(
    sql`select to_regclass('shop_settings') is not null as exists`,
  );
  return rows[0]?.exists === true ? await readSettings(db, config) : settingsOfConfig(config);
}

function withRows(settings: ShopSettings, rows: readonly SettingRow[]): ShopSettings {
  const changed = rows.map(({ name, value }) => [name, name === 'returnAddress' ? value.split('\n') : value] as const);
  return { ...settings, ...Object.fromEntries(changed) };
}

interface Change extends OperatorAct {
  readonly name: SettingName;
  readonly now: Date;
}

export async function saveSetting(db: Db, value: string, { name, now, ...act }: Change): Promise<void> {
  await db.transaction(async (tx) => {
    const row = { value, changedBy: act.operator, changedAt: now };
    await tx
      .insert(shopSettings)
      .values({ name, ...row })
      .onConflictDoUpdate({ target: shopSettings.name, set: row });
    const entry = { ...act, action: 'setting_changed', subject: `setting:${name}`, detail: { name, value } } as const;
    await writeOperatorLog(tx, { ...entry, subscriptionId: null }, now);
  });
}

export async function deleteSetting(db: Db, { name, now, ...act }: Change): Promise<void> {
  await db.transaction(async (tx) => {
    const { rowCount } = await tx.delete(shopSettings).where(eq(shopSettings.name, name));
    if (rowCount === 0) return;
    const entry = { ...act, action: 'setting_cleared', subject: `setting:${name}`, detail: { name } } as const;
    await writeOperatorLog(tx, { ...entry, subscriptionId: null }, now);
  });
}
