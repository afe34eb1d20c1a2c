import { afterAll, describe, expect, test } from "bun:test";
import { AuditLogList } from "../../src/features/audit/models";
import { createTestService, uniqueAddress } from "../support/app";

/** Calls of a key, failed keys of an address, and the `apikey.auth_failed` that they end in. */
const service = await createTestService();
const { database } = service;
const adminToken = await service.tokenOf(await service.givenAdmin());
afterAll(service.close);

const ME = "GET /api/v1/auth/me";
const UNKNOWN_KEY = `svc_${"A".repeat(12)}_${"S".repeat(43)}`;
const RATE_LIMITED = { status: 429, body: { detail: "API key rate limit exceeded" } };
const LOCKED_OUT = { status: 429, body: { detail: "Too many failed API key attempts" } };
const REJECTED = { status: 401, body: { detail: "Invalid, expired, or revoked API key" } };

const newKey = async (on = service) => on.apiKeyOf(await on.givenUser());

const times = <T>(count: number, work: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, work));

const countOf = (answers: { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

async function lockAudit(peer: string) {
  const { body } = await service.call("GET /api/v1/audit/logs?limit=500", { token: adminToken });
  return AuditLogList.parse(body).records.filter((record) => record.target === `ip:${peer}`);
}

describe("API-key calls: 120 calls per 60 seconds per key", () => {
  test("120 calls pass and the next gets 429 `API key rate limit exceeded` with Retry-After, on every route together", async () => {
    const { key } = await newKey();
    const routes = [ME, "GET /api/v1/api-keys", "GET /api/v1/topology/devices"];
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, call) =>
        service.call(routes[call % 3] ?? ME, { key, peer: uniqueAddress() }),
      ),
    );
    expect(countOf(answers, 200)).toBe(120);
    for (const route of routes) {
      const refused = await service.call(route, { key });
      expect(refused).toMatchObject(RATE_LIMITED);
      expect(Number(refused.headers.get("Retry-After"))).toBeWithin(1, 61);
    }
  });

  test("of 150 parallel calls exactly 120 pass", async () => {
    const { key } = await newKey();
    const answers = await times(150, () => service.call(ME, { key }));
    expect([countOf(answers, 200), countOf(answers, 429)]).toEqual([120, 30]);
  });

  test("of parallel calls to two replicas exactly 120 pass", async () => {
    const { key } = await newKey();
    const replica = await createTestService({ database });
    const [here, there] = await Promise.all([
      times(80, () => service.call(ME, { key })),
      times(80, () => replica.call(ME, { key })),
    ]);
    expect(countOf([...here, ...there], 200)).toBe(120);
  });

  test("the window is per key: another key of the same user has its own calls", async () => {
    const user = await service.givenUser();
    const token = await service.tokenOf(user);
    const [spent, other] = [await service.createKey({ token }), await service.createKey({ token })];
    await times(121, () => service.call(ME, { key: spent.key }));
    expect(await service.call(ME, { key: spent.key })).toMatchObject(RATE_LIMITED);
    expect((await service.call(ME, { key: other.key })).status).toBe(200);
    expect((await service.call(ME, { token })).status).toBe(200);
  });

  test("after 60 seconds the key has its 120 calls again", async () => {
    const { key, id } = await newKey();
    await times(121, () => service.call(ME, { key }));
    const age = (seconds: number) => database.sql`
      UPDATE api_key_windows SET started_at = now() - make_interval(secs => ${seconds}) WHERE key_id = ${id}`;
    await age(58);
    expect(await service.call(ME, { key })).toMatchObject(RATE_LIMITED);
    await age(60);
    const answers = await times(121, () => service.call(ME, { key }));
    expect([countOf(answers, 200), countOf(answers, 429)]).toEqual([120, 1]);
  });

  test("refused calls do not prolong the window", async () => {
    const { key, id } = await newKey();
    await times(130, () => service.call(ME, { key }));
    await database.sql`UPDATE api_key_windows SET started_at = now() - interval '50 seconds' WHERE key_id = ${id}`;
    const refused = await service.call(ME, { key });
    expect(Number(refused.headers.get("Retry-After"))).toBeWithin(1, 11);
  });

  test("API_KEY_RATE_LIMIT_MAX_CALLS and API_KEY_RATE_LIMIT_WINDOW_SECONDS set the limit", async () => {
    const settings = { API_KEY_RATE_LIMIT_MAX_CALLS: "2", API_KEY_RATE_LIMIT_WINDOW_SECONDS: "7" };
    const small = await createTestService({ database, settings });
    const { key } = await newKey(small);
    const answers = await times(5, () => small.call(ME, { key }));
    expect([countOf(answers, 200), countOf(answers, 429)]).toEqual([2, 3]);
    expect(Number((await small.call(ME, { key })).headers.get("Retry-After"))).toBeWithin(1, 8);
  });

  test("calls that the owner's role does not permit are calls too", async () => {
    const small = await createTestService({ database, settings: { API_KEY_RATE_LIMIT_MAX_CALLS: "3" } });
    const { key } = await newKey(small);
    await times(3, () => small.call("GET /api/v1/auth/users", { key }));
    expect(await small.call(ME, { key })).toMatchObject(RATE_LIMITED);
  });
});

describe("fault 56: invalid API-key lookups: 10 failures per source IP, then 15-minute lockout of that IP", () => {
  const fail = (peer: string, key = UNKNOWN_KEY) => service.call(ME, { key, peer });

  test("ten failures get 401, the eleventh 429 with a Retry-After of 15 minutes", async () => {
    const peer = uniqueAddress();
    for (let failure = 1; failure <= 10; failure++) expect(await fail(peer)).toMatchObject(REJECTED);
    const refused = await fail(peer);
    expect(refused).toMatchObject(LOCKED_OUT);
    expect(Number(refused.headers.get("Retry-After"))).toBeWithin(890, 901);
  });

  test("malformed, unknown, wrong, expired and revoked keys count alike", async () => {
    const peer = uniqueAddress();
    const [expired, revoked, wrong] = [await newKey(), await newKey(), await newKey()];
    await database.sql`UPDATE api_keys SET expires_at = now() - interval '1 ms' WHERE id = ${expired.id}`;
    await database.sql`UPDATE api_keys SET revoked_at = now() WHERE id = ${revoked.id}`;
    const bad = [
      "",
      "nonsense",
      UNKNOWN_KEY,
      expired.key,
      revoked.key,
      `${wrong.key.slice(0, -43)}${"S".repeat(43)}`,
    ];
    for (const key of [...bad, ...bad.slice(0, 4)]) expect(await fail(peer, key)).toMatchObject(REJECTED);
    expect(await fail(peer)).toMatchObject(LOCKED_OUT);
  });

  test("of 30 parallel bad keys ten get 401, twenty 429, and `apikey.auth_failed` is recorded exactly once", async () => {
    const peer = uniqueAddress();
    const answers = await times(30, () => fail(peer));
    expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([10, 20]);
    expect(await lockAudit(peer)).toMatchObject([
      { action: "apikey.auth_failed", actor_user_id: null, ip_address: peer, detail: "attempts=10" },
    ]);
  });

  test("`apikey.auth_failed` names the request that crossed the threshold", async () => {
    const peer = uniqueAddress();
    for (let failure = 1; failure <= 9; failure++) await fail(peer);
    const last = await fail(peer);
    expect(await lockAudit(peer)).toMatchObject([{ request_id: last.headers.get("X-Request-Id") }]);
  });

  test("`apikey.auth_failed` is not recorded before the threshold, and not again during the lockout", async () => {
    const peer = uniqueAddress();
    for (let failure = 1; failure <= 9; failure++) await fail(peer);
    expect(await lockAudit(peer)).toEqual([]);
    await fail(peer);
    expect(await lockAudit(peer)).toHaveLength(1);
    for (let failure = 1; failure <= 12; failure++) await fail(peer);
    expect(await lockAudit(peer)).toHaveLength(1);
  });

  test("tries during the lockout do not prolong it; afterwards counting begins anew", async () => {
    const peer = uniqueAddress();
    await times(10, () => fail(peer));
    const [before] = await database.sql`SELECT locked_until FROM lockouts WHERE subject = ${peer}`;
    await times(5, () => fail(peer));
    const [after] = await database.sql`SELECT locked_until FROM lockouts WHERE subject = ${peer}`;
    expect(after).toEqual(before);
    await database.sql`UPDATE lockouts SET locked_until = date_trunc('milliseconds', now()) WHERE subject = ${peer}`;
    const answers = await times(11, () => fail(peer));
    expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([10, 1]);
    expect(await lockAudit(peer)).toHaveLength(2);
  });

  test("a success clears the failures of its address", async () => {
    const peer = uniqueAddress();
    const { key } = await newKey();
    await times(9, () => fail(peer));
    expect((await service.call(ME, { key, peer })).status).toBe(200);
    const answers = await times(10, () => fail(peer));
    expect(countOf(answers, 401)).toBe(10);
  });

  test("a key over its call limit is no failed lookup", async () => {
    const small = await createTestService({ database, settings: { API_KEY_RATE_LIMIT_MAX_CALLS: "1" } });
    const peer = uniqueAddress();
    const { key } = await newKey(small);
    await times(15, () => small.call(ME, { key, peer }));
    expect(await small.call(ME, { key, peer })).toMatchObject(RATE_LIMITED);
  });

  test("another address is not locked out", async () => {
    const peer = uniqueAddress();
    await times(11, () => fail(peer));
    expect(await fail(uniqueAddress())).toMatchObject(REJECTED);
    const { key } = await newKey();
    expect((await service.call(ME, { key, peer: uniqueAddress() })).status).toBe(200);
  });

  test("IPv6 counts per /64", async () => {
    for (let host = 1; host <= 10; host++)
      expect(await fail(`2001:db8:0:7::${host}`)).toMatchObject(REJECTED);
    expect(await fail("2001:db8:0:7:ffff:ffff:ffff:ffff")).toMatchObject(LOCKED_OUT);
    expect(await fail("2001:db8:0:8::1")).toMatchObject(REJECTED);
    expect(await lockAudit("2001:db8:0:7::/64")).toMatchObject([{ ip_address: "2001:db8:0:7::10" }]);
  });

  test("an IPv4 client of a dual-stack socket counts as its IPv4 address", async () => {
    const peer = uniqueAddress();
    await times(10, () => fail(`::ffff:${peer}`));
    expect(await fail(peer)).toMatchObject(LOCKED_OUT);
  });

  test("the lockout holds on every replica", async () => {
    const peer = uniqueAddress();
    await times(10, () => fail(peer));
    const replica = await createTestService({ database });
    expect(await replica.call(ME, { key: UNKNOWN_KEY, peer })).toMatchObject(LOCKED_OUT);
  });

  test("API_KEY_MAX_FAILED_LOOKUPS and API_KEY_LOOKUP_LOCKOUT_MINUTES set the limit", async () => {
    const settings = { API_KEY_MAX_FAILED_LOOKUPS: "1", API_KEY_LOOKUP_LOCKOUT_MINUTES: "2" };
    const strict = await createTestService({ database, settings });
    const peer = uniqueAddress();
    expect(await strict.call(ME, { key: UNKNOWN_KEY, peer })).toMatchObject(REJECTED);
    const refused = await strict.call(ME, { key: UNKNOWN_KEY, peer });
    expect(refused).toMatchObject(LOCKED_OUT);
    expect(Number(refused.headers.get("Retry-After"))).toBeWithin(110, 121);
  });
});
