import { expect, test } from "bun:test";
import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { join } from "node:path";
import { devices } from "#tables/topology";
import { DEVICE_MOVERS } from "../../../../src/composition/device-movers";
import { OWN_MOVERS } from "../../../../src/features/topology/merge/service";

/** Columns that name a device as it was when they were written, and stay so. */
const HISTORY = ["outbox.device_id"];

const SOURCES = join(import.meta.dir, "../../../../src");

async function tablesOf(): Promise<PgTable[]> {
  const files = ["features/*/tables.ts", "platform/tables/*.ts"]
    .flatMap((pattern) => [...new Bun.Glob(pattern).scanSync({ cwd: SOURCES })])
    .sort();
  const modules = await Promise.all(files.map((file) => import(join(SOURCES, file))));
  const found = modules.flatMap((module: Record<string, unknown>) => Object.values(module));
  return [...new Set(found.filter((value) => is(value, PgTable)))];
}

/** `table.column` of what references devices, or is called as such columns are. */
function namingDevices(table: PgTable): string[] {
  const { name, columns, foreignKeys } = getTableConfig(table);
  const referring = foreignKeys.flatMap((key) => {
    const { foreignTable, columns: own } = key.reference();
    return foreignTable === devices ? own.map((column) => column.name) : [];
  });
  const called = columns.map((column) => column.name).filter((column) => /device_?id$/i.test(column));
  return [...new Set([...referring, ...called])].map((column) => `${name}.${snakeCase(column)}`);
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

test("a merge of devices sees to every column that names one: whoever adds such a column gives it a mover", async () => {
  const columns = (await tablesOf()).flatMap(namingDevices).filter((column) => !HISTORY.includes(column));
  const moved = [...OWN_MOVERS, ...DEVICE_MOVERS].flatMap((mover) => mover.columns);
  expect(columns.length).toBeGreaterThan(10);
  expect([...moved].sort()).toEqual([...new Set(columns)].sort());
});
