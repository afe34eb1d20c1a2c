import { afterAll, expect, test } from "bun:test";
import { z } from "zod";
import { statementsDuring } from "../../support/statements";
import { Created, createUndoService } from "./undo-service";

const service = await createUndoService();
afterAll(service.close);
const { post, get, write, undo } = service;
const { sql } = service.database;

const Pools = z.array(Created);

/** Reads of a table that only a preview makes, during a dry run. */
async function readsDuring(entry: number, table: string): Promise<string[]> {
  const statements = await statementsDuring(sql, () => undo(entry, "?dry_run=true"));
  return statements.filter((text) => text.startsWith("select ") && text.includes(` from "${table}"`));
}

test("what goes with a pool of public addresses is looked up once in the undo of the pool", async () => {
  const entry = await write("POST /ipam/external/pools", { name: "carrier", cidr: "20.1.0.0/24" });
  const [pool] = Pools.parse(await get("/ipam/external/pools"));
  await post("/ipam/external/assignments", { pool_id: pool?.id, ip_address: "20.1.0.1", label: "mx" });
  expect(await readsDuring(entry, "external_assignments")).toHaveLength(1);
});

test("what goes with a device is looked up once in the undo of the device", async () => {
  const entry = await write("POST /topology/devices", { display_name: "nas" });
  expect(await readsDuring(entry, "tool_results")).toHaveLength(1);
});
