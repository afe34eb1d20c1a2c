import { afterAll, expect, test } from "bun:test";
import { createTestService, uniqueAddress } from "../support/app";

const service = await createTestService();
afterAll(service.close);

const ME = "GET /api/v1/auth/me";

test("fault 36: a malformed key is 401 without a query of the keys", async () => {
  const wellFormed = `svc_${"A".repeat(12)}_${"S".repeat(43)}`;
  await service.database.sql`ALTER TABLE api_keys RENAME TO away`;
  try {
    // There are no keys to be asked for: whatever looks them up fails.
    expect((await service.call(ME, { key: wellFormed, peer: uniqueAddress() })).status).toBe(500);
    for (const key of ["", "svc_", wellFormed.slice(0, -1), `${wellFormed}S`, "x".repeat(5000)]) {
      expect(await service.call(ME, { key, peer: uniqueAddress() })).toMatchObject({
        status: 401,
        body: { detail: "Invalid, expired, or revoked API key" },
      });
    }
  } finally {
    await service.database.sql`ALTER TABLE away RENAME TO api_keys`;
  }
});
