import { expect, test } from "bun:test";
import { recordStartedVersion } from "#features/system";
import { createTestService } from "../../support/app";

const ME = "GET /api/v1/auth/me";
const ACKNOWLEDGE = "POST /api/v1/auth/me/acknowledge-whats-new";

test("a user who was there before the version is told of it until it is acknowledged, once for ever; others never", async () => {
  const service = await createTestService({ settings: { APP_VERSION: "v9.2.0" } });
  const pending = async (token: string) => {
    const { body } = await service.call(ME, { token });
    return Object(body).whats_new_pending;
  };
  const { db } = service.database;
  const before = await service.givenUser();
  const token = await service.tokenOf(before);
  expect(await pending(token)).toBe(false);

  await Bun.sleep(5);
  await recordStartedVersion({ db }, "9.2.0");
  expect(await pending(token)).toBe(true);
  await Bun.sleep(5);
  const after = await service.tokenOf(await service.givenUser());
  expect(await pending(after)).toBe(false);

  await service.call(ACKNOWLEDGE, { token, body: { version: "9.1.0" } });
  expect(await pending(token)).toBe(true);
  await service.call(ACKNOWLEDGE, { token, body: { version: "9.2.0" } });
  expect(await pending(token)).toBe(false);
  expect(await pending(await service.tokenOf(before))).toBe(false);

  // Every later start, of a replica too.
  await recordStartedVersion({ db }, "9.2.0");
  expect(await pending(token)).toBe(false);
  expect(await pending(after)).toBe(false);

  const upgraded = await createTestService({
    database: service.database,
    settings: { APP_VERSION: "9.3.0" },
  });
  await recordStartedVersion({ db }, "9.3.0");
  for (const each of [token, after]) {
    expect((await upgraded.call(ME, { token: each })).body).toMatchObject({ whats_new_pending: true });
  }
  await upgraded.close();
  await service.close();
});
