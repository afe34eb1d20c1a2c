import { afterAll, expect, test } from "bun:test";
import { Dependencies } from "../../../../src/features/monitoring/engine/dependencies";
import { openEngineStore } from "../../../../src/features/monitoring/engine/store";
import { createMonitoringService } from "../monitoring-service";

const service = await createMonitoringService();
const { givenMonitor, givenTarget, database } = service;
const { sql } = database;
const store = openEngineStore(database);
afterAll(() => service.close());

const SURROUNDINGS = {
  dependencies: new Dependencies({ links: [], roots: [] }),
  statuses: new Map(),
  watchesSinceMs: 0,
  isNetworkDown: false,
  inMaintenance: new Set<number>(),
};

const UP = { status: "up", latencyMs: 1, statusCode: null, error: null, details: {} } as const;

async function givenClaimed() {
  const monitor = await givenMonitor();
  const id = await givenTarget({
    kind: "monitor",
    monitorId: monitor.id,
    checkedAt: new Date(Date.now() - 60_000),
  });
  const [row] = await sql<{ token: number }[]>`
    UPDATE check_targets SET leased_until = now() + interval '5 seconds' WHERE id = ${id}
    RETURNING claim_token::float8 AS token`;
  return { id, token: row?.token ?? 0, dueInMs: 0 };
}

test("a target that a long transaction has locked holds up neither results of others nor their leases", async () => {
  const [locked, free] = [await givenClaimed(), await givenClaimed()];
  const atMs = await store.clockMs();
  const results = [locked, free].map(({ id, token }) => ({ id, token, atMs, outcome: UP }));
  await sql.begin(async (tx) => {
    await tx`SELECT FROM check_targets WHERE id = ${locked.id} FOR UPDATE`;
    expect((await store.renew([locked, free])).map(({ id }) => id)).toEqual([free.id]);
    const { decided, locked: later } = await store.record(results, SURROUNDINGS);
    expect(decided.map(({ row }) => row.id)).toEqual([free.id]);
    expect(later).toEqual([locked.id]);
  });
  const { decided, locked: later } = await store.record(results, SURROUNDINGS);
  expect(decided.map(({ row }) => row.id)).toEqual([locked.id]);
  expect(later).toEqual([]);
});
