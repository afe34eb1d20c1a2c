import { and, asc, count, desc, inArray, sql, type SQL } from "drizzle-orm";
import { z } from "@hono/zod-openapi";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db } from "#platform/database";
import {
  EVERY_ROW,
  isOfWholeList,
  keysOf,
  keyText,
  toPage,
  type Keys,
  type Page,
} from "#platform/http/paging";
import { canonicalAddress } from "#platform/ip";
import { addressOrder, devices, NO_ADDRESS } from "../tables";
import { selectDevices, toDeviceReads } from "./device-rows";
import { deviceFilter } from "./filters";
import { SORTS, type DeviceListQuery, type Sort } from "./list-models";
import type { DeviceRead } from "./models";

const addressKey = addressOrder(devices.address);
const changeKey = sql<string>`to_char(${devices.updatedAt} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const text = keyText;
const addressText = text.refine((key) => key === NO_ADDRESS || canonicalAddress(key) === key);
const instant = z.iso.datetime();
const id = z.int();

type Ordering = {
  columns: readonly (SQL | PgColumn)[];
  /** What a cursor keeps of a row. */
  keys: readonly SQL<string | number>[];
  schema: z.ZodType<Keys>;
  /** How a key is written in a comparison with its column. */
  types: readonly string[];
};

const keyOf = (column: PgColumn | SQL) => sql<string>`${column}`;
const idKey = sql<number>`${devices.id}::int`;
const byName = { keys: [addressKey, idKey], types: ["text", "inet", "bigint"] };

const ORDERINGS: Record<Sort, Ordering> = {
  hostname: {
    columns: [devices.hostnameKey, addressKey, devices.id],
    keys: [keyOf(devices.hostnameKey), ...byName.keys],
    schema: z.tuple([text, addressText, id]),
    types: byName.types,
  },
  name: {
    columns: [devices.nameKey, addressKey, devices.id],
    keys: [keyOf(devices.nameKey), ...byName.keys],
    schema: z.tuple([text, addressText, id]),
    types: byName.types,
  },
  ip_address: {
    columns: [addressKey, devices.id],
    keys: byName.keys,
    schema: z.tuple([addressText, id]),
    types: ["inet", "bigint"],
  },
  updated_at: {
    columns: [devices.updatedAt, devices.id],
    keys: [changeKey, idKey],
    schema: z.tuple([instant, id]),
    types: ["timestamptz", "bigint"],
  },
  id: { columns: [devices.id], keys: [idKey], schema: z.tuple([id]), types: ["bigint"] },
};

const SortName = z.enum(SORTS);

/**
 * A page of the devices that all filters let through; without a limit all that follow the cursor, or all of them; as
 * `userId` sees them.
 */
export async function listDevices(
  { db }: { db: Db },
  userId: number,
  query: DeviceListQuery,
): Promise<Page<DeviceRead>> {
  const isDescending = query.sort.startsWith("-");
  const ordering = ORDERINGS[SortName.parse(query.sort.replace(/^-/, ""))];
  const direction = isDescending ? desc : asc;
  const order = ordering.columns.map((column) => direction(column));
  const filter = deviceFilter(query);
  if (isOfWholeList(query)) {
    const rows = await selectDevices(db, userId)
      .where(filter)
      .orderBy(...order);
    return { rows: await toDeviceReads(db, rows), total: rows.length, next: undefined };
  }
  const { limit = EVERY_ROW } = query;
  const name = `devices ${query.sort}`;
  const after = keysOf(query.cursor, { order: name, schema: ordering.schema });
  const where = and(filter, after && afterKeys(ordering, after, isDescending));
  // By itself, so that PostgreSQL walks the index of the order and joins to the page alone.
  const ids = db
    .select({ id: devices.id })
    .from(devices)
    .where(where)
    .orderBy(...order)
    .limit(limit + 1);
  const [rows, [counted]] = await Promise.all([
    selectDevices(db, userId, placeOf(ordering))
      .where(inArray(devices.id, ids))
      .orderBy(...order),
    db.select({ total: count() }).from(devices).where(filter),
  ]);
  const keysOfRow = (row: (typeof rows)[number]) => row.place ?? [];
  const page = toPage(rows, { order: name, limit, total: counted?.total ?? 0, keysOfRow });
  return { ...page, rows: await toDeviceReads(db, page.rows) };
}

function placeOf({ keys }: Ordering): SQL<Keys> {
  return sql<Keys>`jsonb_build_array(${sql.join([...keys], sql`, `)})`;
}

/** Rows behind the given keys in the ordering. */
function afterKeys({ columns, types }: Ordering, keys: Keys, isDescending: boolean): SQL {
  const values = keys.map((key, index) => sql`${key}::${sql.raw(types[index] ?? "text")}`);
  const [left, right] = [sql.join([...columns], sql`, `), sql.join(values, sql`, `)];
  return isDescending ? sql`(${left}) < (${right})` : sql`(${left}) > (${right})`;
}
