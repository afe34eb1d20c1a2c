import { afterAll, describe, expect, test } from "bun:test";
import { AuditLogList } from "../../../src/features/audit/models";
import { recordAudit } from "../../../src/features/audit/service";
import { createTestService, uniqueName } from "../../support/app";

/** What older clients use, and the filters and the cursor that came later. */
const service = await createTestService();
const { db } = service.database;
const token = await service.tokenOf(await service.givenAdmin());
afterAll(service.close);

const ADDRESS = "192.0.2.7";

type Given = {
  action: string;
  target?: string;
  detail?: string;
  actor?: { userId: number; username: string };
};

async function givenRow({ actor = { userId: 0, username: "" }, ...entry }: Given): Promise<void> {
  const by = actor.userId === 0 ? { userId: null, username: null } : actor;
  await recordAudit(
    { db, actor: { ...by, apiKeyId: null, sessionId: null, clientAddress: ADDRESS, requestId: "req-1" } },
    entry,
  );
}

async function list(query: string) {
  const answer = await service.call(`GET /api/v1/audit/logs?${query}`, { token });
  expect(answer.status).toBe(200);
  return AuditLogList.parse(answer.body);
}

const targets = async (query: string) => (await list(query)).records.map(({ target }) => target);

const csv = async (path: string) => {
  const answer = await service.call(`GET ${path}`, { token });
  expect(answer.status).toBe(200);
  return { ...answer, lines: answer.text.split("\r\n") };
};

describe("filters", () => {
  test("action: by its beginning, taken literally", async () => {
    const area = uniqueName("area");
    await givenRow({ action: `${area}.made`, target: "a" });
    await givenRow({ action: `${area}.gone`, target: "b" });
    await givenRow({ action: `${area}x.made`, target: "c" });
    expect(await targets(`action=${area}.`)).toEqual(["b", "a"]);
    expect(await targets(`action=${area}.gone`)).toEqual(["b"]);
    expect(await targets(`action=${area.slice(0, -1)}%25`)).toEqual([]);
  });

  test("target: the whole of it", async () => {
    const target = uniqueName("thing:");
    await givenRow({ action: "test.target", target });
    await givenRow({ action: "test.target", target: `${target}0` });
    expect(await targets(`target=${target}`)).toEqual([target]);
  });

  test("actor_user_id", async () => {
    await givenRow({ action: "test.actor", target: "hers", actor: { userId: 4711, username: "her" } });
    await givenRow({ action: "test.actor", target: "nobody's" });
    expect(await targets("actor_user_id=4711")).toEqual(["hers"]);
    expect((await service.call("GET /api/v1/audit/logs?actor_user_id=x", { token })).status).toBe(422);
  });

  test("start_time and end_time, both included", async () => {
    const action = uniqueName("test.time");
    await givenRow({ action });
    const { created_at: at } = (await list(`action=${action}`)).records[0] ?? { created_at: "" };
    const count = async (query: string) => (await list(`action=${action}&${query}`)).total;
    const later = new Date(Date.parse(at) + 1).toISOString();
    expect(await count(`start_time=${at}&end_time=${at}`)).toBe(1);
    expect(await count(`start_time=${later}`)).toBe(0);
    expect(await count("end_time=2020-01-01")).toBe(0);
    expect((await service.call("GET /api/v1/audit/logs?start_time=soon", { token })).status).toBe(422);
  });

  test("q: text anywhere, in any case, with % and _ and quotes as they stand", async () => {
    const action = uniqueName("test.text");
    await givenRow({ action, target: "Ümlaut", detail: "50% of_it 'quoted' \\ slash" });
    await givenRow({ action, target: "other", detail: "500 of it" });
    const found = (q: string) => targets(`action=${action}&q=${encodeURIComponent(q)}`);
    for (const q of ["ümlaut", "50%", "f_i", "'QUOTED'", "\\", "req-1' OR '1'='1"]) {
      expect([q, await found(q)]).toEqual([q, q.startsWith("req") ? [] : ["Ümlaut"]]);
    }
    expect(await found("192.0.2")).toEqual(["other", "Ümlaut"]);
    expect(await found("  ")).toEqual(["other", "Ümlaut"]);
    expect((await service.call(`GET /api/v1/audit/logs?q=${"x".repeat(201)}`, { token })).status).toBe(422);
  });

  test("category=login: sign-in events only; other values are ignored", async () => {
    const user = await service.givenUser();
    await service.sessionOf(user);
    await service.call("POST /api/v1/auth/login", { body: { username: user.username, password: "wrong" } });
    await service.createKey({ token: await service.tokenOf(user) });
    const actions = async (query: string) =>
      new Set((await list(`limit=500&${query}`)).records.map(({ action }) => action));
    const signIns = await actions("category=login");
    expect([...signIns]).toEqual(expect.arrayContaining(["auth.login_success", "auth.login_failed"]));
    expect([...signIns].filter((action) => !/^auth\.(?:login_|logout$)/.test(action))).toEqual([]);
    expect(await actions("category=other")).toContain("apikey.created");
  });

  test("all hold together", async () => {
    const [action, target] = [uniqueName("test.and"), uniqueName("and:")];
    await givenRow({ action, target, detail: "one" });
    await givenRow({ action, target, detail: "two" });
    expect((await list(`action=${action}&target=${target}&q=two&start_time=2020-01-01`)).total).toBe(1);
  });
});

describe("paging", () => {
  test("limit and offset; the total counts all that match", async () => {
    const action = uniqueName("test.page");
    for (let row = 1; row <= 5; row++) await givenRow({ action, target: `row:${row}` });
    expect(await list(`action=${action}&limit=2&offset=3`)).toMatchObject({
      total: 5,
      limit: 2,
      offset: 3,
      records: [{ target: "row:2" }, { target: "row:1" }],
      next_cursor: null,
    });
  });

  test("fault 57: a walk by cursor neither skips nor repeats while rows are added", async () => {
    const action = uniqueName("test.walk");
    for (let row = 1; row <= 25; row++) await givenRow({ action, target: `row:${row}` });
    const seen: (string | null)[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const page: AuditLogList = await list(
        `action=${action}&limit=4${cursor === "" ? "" : `&cursor=${cursor}`}`,
      );
      seen.push(...page.records.map(({ target }) => target));
      await givenRow({ action, target: "late" });
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(Array.from({ length: 25 }, (_, index) => `row:${25 - index}`));
  });

  test.each([
    "limit=0",
    "limit=501",
    "limit=-1",
    "limit=1e9",
    "offset=-1",
    "cursor=x",
    "cursor=",
    "cursor=YmVmb3JlOjA",
  ])("%s is 422", async (query) => {
    expect((await service.call(`GET /api/v1/audit/logs?${query}`, { token })).status).toBe(422);
  });
});

describe("GET /audit/logs/export: the login history", () => {
  test("is a CSV file with its columns and results, newest first", async () => {
    const user = await service.givenUser();
    const who = { userId: user.id, username: user.username };
    await givenRow({ action: "auth.login_failed", target: "user:mallory", detail: "attempts=1" });
    await givenRow({ action: "auth.login_blocked", target: "user:mallory" });
    await givenRow({ action: "auth.login_success", target: `user:${user.username}`, actor: who });
    await givenRow({ action: "auth.logout", target: `user:${user.username}`, actor: who });
    await givenRow({ action: "apikey.created", actor: who });
    const { headers, lines } = await csv("/api/v1/audit/logs/export");
    expect(headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(headers.get("Content-Disposition")).toMatch(
      /^attachment; filename="netatlas-login-history-\d{8}-\d{6}\.csv"$/,
    );
    const withoutTime = lines.slice(1, 5).map((line) => line.slice(line.indexOf(",") + 1));
    expect(lines[0]).toBe("time,user,result,ip_address");
    expect(withoutTime).toEqual([
      `${user.username},Logout,${ADDRESS}`,
      `${user.username},Success,${ADDRESS}`,
      `mallory,Blocked (rate limit),${ADDRESS}`,
      `mallory,Failed,${ADDRESS}`,
    ]);
    expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z,/);
    const own = await csv(`/api/v1/audit/logs/export?actor_user_id=${user.id}`);
    expect(own.lines).toHaveLength(4);
  });

  test("fault 49: a name that a spreadsheet would take for a formula is text", async () => {
    await givenRow({ action: "auth.login_failed", target: "user:=cmd|'/C calc'!A0" });
    const { lines } = await csv("/api/v1/audit/logs/export");
    expect(lines[1]).toContain(",'=cmd|'/C calc'!A0,Failed,");
  });

  test("is audited, and holds at most 5,000 rows", async () => {
    await service.database.sql`
      INSERT INTO audit_log (action, target) SELECT 'auth.login_failed', 'user:many' FROM generate_series(1, 5001)`;
    const { lines } = await csv("/api/v1/audit/logs/export");
    expect(lines).toHaveLength(5002);
    expect((await list("limit=1")).records).toMatchObject([
      { action: "export.login_history", detail: "rows=5000" },
    ]);
  });
});

describe("GET /audit/export: every matching row", () => {
  test("is a CSV file of all pages with all columns, and is audited", async () => {
    const action = uniqueName("test.export");
    await service.database.sql`
      INSERT INTO audit_log (action, target, after) SELECT ${action}, 'row:' || n, '{"=a": 1}' FROM generate_series(1, 1234) n`;
    const { headers, lines } = await csv(`/api/v1/audit/export?action=${action}`);
    expect(headers.get("Content-Disposition")).toMatch(/filename="netatlas-audit-log-\d{8}-\d{6}\.csv"/);
    expect(lines[0]).toBe(
      "id,created_at,actor_user_id,actor_username,api_key_id,session_id,ip_address,request_id,action,target,detail,before,after",
    );
    const rows = lines.slice(1, -1).map((line) => line.split(",")[9]);
    expect(rows).toEqual(Array.from({ length: 1234 }, (_, index) => `row:${1234 - index}`));
    expect(lines[1]).toEndWith(',"{""=a"":1}"');
    expect((await list("limit=1")).records).toMatchObject([
      { action: "export.audit_log", detail: "rows=1234" },
    ]);
  });
});

describe("fault 43: one row for each of these, with actor, address, request and target", () => {
  const newest = async (action: string) => (await list(`limit=1&action=${action}`)).records[0];

  test("login, failed login, role change, key made, key revoked", async () => {
    const admin = await service.givenAdmin();
    const user = await service.givenUser();
    const peer = "198.51.100.77";
    const count = async () => (await list("limit=1")).total;
    const start = await count();
    const who = { username: admin.username, password: admin.password };
    const login = await service.call("POST /api/v1/auth/login", { body: who, peer });
    const hers = { actor_user_id: admin.id, actor_username: admin.username, ip_address: peer };
    expect(await newest("auth.login_success")).toMatchObject({
      ...hers,
      target: `user:${admin.username}`,
      request_id: login.headers.get("X-Request-Id"),
      session_id: expect.any(String),
    });
    await service.call("POST /api/v1/auth/login", { body: { ...who, password: "wrong" }, peer });
    expect(await newest("auth.login_failed")).toMatchObject({
      actor_user_id: null,
      ip_address: peer,
      target: `user:${admin.username}`,
    });
    const bearer = String(Object(login.body).access_token);
    await service.call(`PATCH /api/v1/auth/users/${user.id}`, {
      token: bearer,
      body: { role: "SecurityAnalyst" },
      peer,
    });
    expect(await newest("auth.user_updated")).toMatchObject({ ...hers, target: `user:${user.username}` });
    const made = await service.call("POST /api/v1/api-keys", {
      token: bearer,
      body: { name: "audited" },
      peer,
    });
    const { id, key } = Object(made.body);
    expect(await newest("apikey.created")).toMatchObject({
      ...hers,
      target: `apikey:${id}`,
      api_key_id: null,
    });
    await service.call(`DELETE /api/v1/api-keys/${id}`, { key, peer });
    expect(await newest("apikey.revoked")).toMatchObject({ ...hers, target: `apikey:${id}`, api_key_id: id });
    expect(await count()).toBe(start + 5);
  });

  test("no route changes or removes a row", async () => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      expect((await service.call(`${method} /api/v1/audit/logs`, { token })).status).toBe(405);
      expect((await service.call(`${method} /api/v1/audit/logs/1`, { token })).status).toBe(404);
    }
  });
});
