import { expect, test } from "bun:test";
import { fuzzApi, givenFuzzCaller } from "../support/api-fuzz";
import { createTestService } from "../support/app";
import { readDocument } from "../support/conformance";

/** Requests to each route, per seed and role. */
const RUNS = 60;
const SEEDS = [1, 20_261_123];

test.each(SEEDS.flatMap((seed) => ["SuperAdmin", "Viewer"].map((role) => [seed, role] as const)))(
  "seed %d, as %s: no value makes an answer that is a failure or not as documented",
  async (seed, role) => {
    const service = await createTestService();
    const document = await readDocument(service.app);
    const credentials = await givenFuzzCaller(service, role);
    const { findings, statuses } = await fuzzApi(service, document, { seed, runs: RUNS, credentials });
    expect(findings).toEqual([]);
    expect(statuses.get(422)).toBeGreaterThan(RUNS * 20);
    expect(statuses.get(role === "Viewer" ? 403 : 200)).toBeGreaterThan(RUNS * 20);
    await service.close();
  },
  900_000,
);
