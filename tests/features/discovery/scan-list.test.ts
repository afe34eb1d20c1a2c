import { afterAll, expect, test } from "bun:test";
import { z } from "zod";
import { DiscoveryScanRead } from "../../../src/features/discovery/scans/models";
import { createTestService } from "../../support/app";

const service = await createTestService();
const { sql } = service.database;
afterAll(service.close);

test("the latest scans are those that began last, whatever their ids", async () => {
  const token = await service.tokenOf(await service.givenUser({ role: "NetworkAdmin" }));
  await sql`INSERT INTO discovery_scans (target, scan_type, host_count, status, state, created_at)
    SELECT '10.9.0.' || day, 'ping', 1, 'completed', 'completed', now() - make_interval(days => day)
    FROM generate_series(1, 25) day`;
  const { body } = await service.call("GET /api/v1/discovery/scans?include_results=false", { token });
  const targets = z
    .array(DiscoveryScanRead)
    .parse(body)
    .map(({ target }) => target);
  expect(targets).toEqual(Array.from({ length: 20 }, (_, index) => `10.9.0.${index + 1}`));
});
