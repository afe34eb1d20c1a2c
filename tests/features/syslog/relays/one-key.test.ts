import { afterAll, expect, test } from "bun:test";
import { createTestService, type TestService } from "../../../support/app";
import { givenRelayKey, reportOf, send } from "../../../support/relay-sender";

/** One key, and two processes that are asked with it at the same moment. */
const settings = { API_KEY_RATE_LIMIT_MAX_CALLS: "10000" };
const one = await createTestService({ settings });
const another = await createTestService({ database: one.database, settings });
afterAll(async () => {
  await another.close();
  await one.close();
});
const ROUNDS = 12;

let count = 0;
const newId = () => (++count).toString(16).padStart(12, "0");

async function sendBoth(key: string, ids: readonly [string, string]) {
  const asked: [TestService, string][] = [
    [one, ids[0]],
    [another, ids[1]],
  ];
  return Promise.all(asked.map(([service, id]) => send(service, key, { report: reportOf(id) })));
}

test("of two new ids one is entered, and the other is refused as one that comes later is", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const key = await givenRelayKey(one);
    const ids = [newId(), newId()] as const;
    const answers = await sendBoth(key, [...ids]);
    expect(answers.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([200, 403]);
    const entered = answers[0]?.status === 200 ? ids[0] : ids[1];
    const other = entered === ids[0] ? ids[1] : ids[0];
    expect(answers.find(({ status }) => status === 403)?.body).toEqual({
      detail: `This API key sends as relay ${entered}, not as ${other}: each relay wants a key of its own`,
    });
  }
});
