import { afterAll, expect, test, setDefaultTimeout } from "bun:test";
import { fuzzApi, givenFuzzCaller } from "../support/api-fuzz";
import { createTestService } from "../support/app";
import { readDocument } from "../support/conformance";
import { patient } from "../support/patience";

setDefaultTimeout(patient(120_000));

/**
 * A sample of what `bun run test:faults api-fuzz` sends: values from the document's own schemas, right, nearly right
 * and hostile.
 */
const SEED = 20_261_122;
const RUNS = 2;

const service = await createTestService();
const document = await readDocument(service.app);
afterAll(service.close);

test.each(["SuperAdmin", "Viewer"])(
  `as %s no value makes an answer that is a failure or not as documented (seed ${SEED})`,
  async (role) => {
    const credentials = await givenFuzzCaller(service, role);
    const { findings, statuses } = await fuzzApi(service, document, { seed: SEED, runs: RUNS, credentials });
    expect(findings).toEqual([]);
    expect(statuses.get(422)).toBeGreaterThan(40);
    expect(statuses.get(role === "Viewer" ? 403 : 200)).toBeGreaterThan(40);
  },
);
