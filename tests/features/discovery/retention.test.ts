import { afterAll, beforeEach, expect, test } from "bun:test";
import pino from "pino";
import { z } from "zod";
import { openDeletionClock } from "#platform/deletion-clock";
import { discoveryJobs, removeOldScans } from "../../../src/features/discovery/jobs";
import { createTestService } from "../../support/app";

const service = await createTestService();
const { sql, db } = service.database;
afterAll(service.close);
beforeEach(async () => {
  await sql`DELETE FROM discovery_scans`;
});

test("scans by hand go after 90 days, but for the latest 20", async () => {
  await sql`INSERT INTO discovery_scans (target, scan_type, host_count, status, state, created_at)
    SELECT '10.0.0.1', 'ping', 1, 'completed', 'completed', now() - make_interval(days => 100 - day, hours => 1)
    FROM generate_series(1, 30) day`;
  expect(await removeOldScans(db, new Date())).toBe(10);
  expect(await removeOldScans(db, new Date())).toBe(0);
});

test("of a schedule's scans the latest 20 are kept, also while the clock is not believed", async () => {
  const token = await service.tokenOf(await service.givenUser({ role: "NetworkAdmin" }));
  const body = { name: "Watch", target: "10.0.0.1", interval_minutes: 60 };
  const answer = await service.call("POST /api/v1/discovery/schedules", { token, body });
  const { id } = z.looseObject({ id: z.int() }).parse(answer.body);
  await sql`INSERT INTO discovery_scans (schedule_id, target, scan_type, host_count, status, state)
    SELECT of, '10.0.0.1', 'ping', 1, 'completed', 'completed'
    FROM generate_series(1, 25), unnest(ARRAY[${id}::bigint, NULL]) of`;
  const deletions = openDeletionClock({ db, log: pino({ level: "silent" }) });
  const job = discoveryJobs({ db, deletions }).find(({ name }) => name === "discovery.retention");
  await job?.run({ token: 1, signal: new AbortController().signal });
  const kept = await sql`
    SELECT schedule_id IS NULL AS "isByHand", count(*)::int AS scans FROM discovery_scans GROUP BY 1 ORDER BY 1`;
  expect(kept).toMatchObject([
    { isByHand: false, scans: 20 },
    { isByHand: true, scans: 25 },
  ]);
});
