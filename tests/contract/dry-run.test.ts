import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { createTestService, type Answer } from "../support/app";
import { readDocument, routesOf, type DocumentedRoute } from "../support/conformance";
import { startHttpServer } from "../support/http-server";
import { givenWrites, SECRET, type Write } from "./write-examples";

/** Walks the OpenAPI document: what knows `dry_run` changes nothing by it, and what does not know it says why, and refuses it. */
const service = await createTestService();
afterAll(service.close);
const { sql } = service.database;
const routes = routesOf(await readDocument(service.app));
const token = await service.tokenOf(await service.givenAdmin());

const API = "/api/v1";
const nameOf = ({ method, path }: DocumentedRoute) => `${method} ${path.replace(API, "")}`;
const knowsDryRun = ({ operation }: DocumentedRoute) =>
  operation.parameters?.some((given) => given.in === "query" && given.name === "dry_run") === true;
const writes = routes.filter(({ method }) => method !== "GET");

/** They are about files, or leave a run that is listed: their own tests try them. */
const OWN_TESTS: Record<string, string> = {
  "DELETE /exports/scheduled-backups/{filename}": "tests/features/backups/routes.test.ts",
  "POST /imports": "tests/features/imports/take.test.ts",
  "POST /imports/{run_id}/undo": "tests/features/imports/take.test.ts",
  "POST /configuration/applies/{apply_id}/undo": "tests/features/configuration/history.test.ts",
};
const tried = writes.filter((route) => knowsDryRun(route) && OWN_TESTS[nameOf(route)] === undefined);

const call = (what: string, body?: unknown, headers: Record<string, string> = {}) => {
  if (!what.startsWith("GET ") && !what.includes("dry_run=")) known = undefined;
  return service.call(what, { token, headers, ...(body === undefined ? {} : { body }) });
};

const examples = await givenWrites(service, token);
const pathOf = (name: string) => examples[name]?.path ?? "no example";
const sitePath = pathOf("PATCH /topology/sites/{site_id}");

function writeOf(route: DocumentedRoute): { name: string; method: string; write: Write } {
  const name = nameOf(route);
  const write = examples[name];
  if (write === undefined) throw new Error(`no example of ${name}`);
  return { name, method: route.method, write };
}

function withQuery(path: string, query: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}${query}`;
}

/** A hash of every table's rows, but for the list of what was run, where a tried import stands as well. */
async function hashTables(): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }[]>`
    SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
    WHERE schemaname NOT IN ('pg_catalog', 'information_schema') AND tablename <> 'operations' ORDER BY 1`;
  const hashOf = ({ name }: { name: string }) =>
    `SELECT '${name}' AS name, count(*) || coalesce(md5(string_agg(t::text, E'\\n' ORDER BY t::text)), '') AS hash FROM ${name} t`;
  const rows = await sql.unsafe<{ name: string; hash: string }[]>(tables.map(hashOf).join(" UNION ALL "));
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}

/** Of the tables as they were found last; undefined: they have been written to since. */
let known: Record<string, string> | undefined;

async function expectUnchangedBy(act: () => Promise<void>): Promise<void> {
  const before = known ?? (await hashTables());
  await act();
  known = await hashTables();
  expect(known).toEqual(before);
}

const change = z.strictObject({
  action: z.string(),
  target: z.string().nullable(),
  detail: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
  why_not_undoable: z.string().nullable(),
});
const Tried = z.strictObject({
  would_answer: z.unknown(),
  would_change: z.array(change),
  would_do: z.array(z.string()).optional(),
});

/** Older ones, such as most deletions, have an answer of their own. */
const hasCommonAnswer = ({ operation }: DocumentedRoute) =>
  operation.responses["200"]?.description.includes("`dry_run`: what would be") === true;

/** What is each user's own is in no audit log. */
const UNAUDITED = [
  "PATCH /topology/devices/{device_id}/favourite",
  "PATCH /monitors/{monitor_id}/favourite",
  "POST /auth/me/acknowledge-whats-new",
];

test("every write can be tried, or says why not", () => {
  const reasonOf = ({ operation }: DocumentedRoute) => operation["x-no-dry-run"];
  expect(tried.length).toBeGreaterThan(120);
  expect(
    writes.filter((route) => knowsDryRun(route) === (reasonOf(route) !== undefined)).map(nameOf),
  ).toEqual([]);
  const reasons = writes.map((route) => reasonOf(route) ?? "It has none, and needs none.");
  expect(reasons.filter((reason) => !/^[A-Z`].{15,}\.$/.test(reason))).toEqual([]);
});

test.each(Object.entries(OWN_TESTS))("%s is tried by tests of its own", (_, file) => {
  expect(existsSync(file) && readFileSync(file, "utf8").includes("dry_run")).toBe(true);
});

describe.each(tried.map((route) => [nameOf(route), route] as const))("%s", (_, route) => {
  test("dry_run=true says what would be, and leaves every table as it was", async () => {
    const { name, method, write } = writeOf(route);
    const headers = { "Idempotency-Key": `dry-${name.replaceAll(/[^a-z]/g, "")}` };
    const what = `${method} ${API}${withQuery(write.path, "dry_run=true")}`;
    let answer: Answer | undefined;
    await expectUnchangedBy(async () => {
      answer = await call(what, write.body, headers);
    });
    if (answer === undefined) throw new Error("no answer");
    expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
    expect(answer.headers.get("ETag")).toBeNull();
    expect(answer.headers.get("X-Audit-Id")).toBeNull();
    expect(answer.text).not.toContain(SECRET);
    if (!hasCommonAnswer(route)) return;
    const { would_change: changes, would_do: acts = [] } = Tried.parse(answer.body);
    if (!UNAUDITED.includes(name)) expect(changes.length + acts.length).toBeGreaterThan(0);
    expect(acts.length > 0).toBe(route.operation["x-acts-outside"] !== undefined);
  });

  test("a dry_run that is no boolean, or comes twice, is refused", async () => {
    const { method, write } = writeOf(route);
    for (const query of ["dry_run=perhaps", "dry_run=false&dry_run=true"]) {
      const answer = await call(`${method} ${API}${withQuery(write.path, query)}`, write.body);
      expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ["query", "dry_run"] }] } });
    }
  });
});

describe("a dry run", () => {
  test("shows the object as it would be, and what it was", async () => {
    const answer = await call(`PATCH ${API}${sitePath}?dry_run=true`, { name: "roof" });
    const shown = {
      would_answer: { name: "roof" },
      would_change: [{ action: "topology.site_updated", before: { name: "attic" }, after: { name: "roof" } }],
    };
    expect(answer.body).toMatchObject(shown);
    expect((await call(`GET ${API}${sitePath}`)).body).toMatchObject({ name: "attic" });
  });

  test("says before anything is written what nothing would take back", async () => {
    const whyNot = async (method: string, path: string, body: unknown) => {
      const answer = await call(`${method} ${API}${path}?dry_run=true`, body);
      return Tried.parse(answer.body).would_change.map(({ action, why_not_undoable: why }) => [action, why]);
    };
    const user = pathOf("PATCH /auth/users/{user_id}");
    expect(await whyNot("PATCH", sitePath, { name: "roof" })).toEqual([["topology.site_updated", null]]);
    expect(await whyNot("PATCH", user, { display_name: "Somebody else" })).toEqual([
      [
        "auth.user_updated",
        "a change of an account ends sessions and mailed links: change the account again",
      ],
    ]);
  });

  test("shows changes of other things too", async () => {
    const answer = await call(`POST ${API}/topology/groups?dry_run=true`, {
      name: "branch",
      ip_range: "192.0.2.0/24",
      vlan_id: "99",
    });
    const { would_change: changes } = Tried.parse(answer.body);
    expect(changes.map(({ action }) => action).sort()).toEqual([
      "ipam.subnet_updated",
      "topology.group_created",
    ]);
  });

  test.each([
    ["404", `PATCH ${API}/topology/sites/987654321`, { name: "x" }, 404],
    ["404 of a reference", `POST ${API}/topology/devices`, { name: "x", site_id: 987654321 }, 404],
    ["409", `POST ${API}/topology/sites`, { name: "attic" }, 409],
    ["409 of an address", `POST ${API}/ipam/reservations`, { ip_address: "192.0.2.9", label: "x" }, 409],
    ["409 of an overlap", `POST ${API}/ipam/external/pools`, { name: "x", cidr: "8.8.8.0/29" }, 409],
    ["422", `POST ${API}/ipam/subnets`, { name: "x", cidr: "nonsense" }, 422],
    [
      "422 of the whole",
      `PATCH ${API}${pathOf("PATCH /ipam/subnets/{subnet_id}")}`,
      { dhcp_start: "192.0.2.9" },
      422,
    ],
  ] as const)("is refused as the write is: %s", async (_, what, body, status) => {
    const real = await call(what, body);
    const tried = await call(`${what}?dry_run=true`, body);
    expect(real.status).toBe(status);
    expect({ status: tried.status, body: tried.body }).toEqual({ status: real.status, body: real.body });
  });

  test("is refused as the write is: 412", async () => {
    const headers = { "If-Match": '"old"' };
    const path = `${API}${sitePath}`;
    const tried = await call(`PATCH ${path}?dry_run=true`, { name: "x" }, headers);
    expect(tried.status).toBe(412);
    expect(tried.body).toEqual((await call(`PATCH ${path}`, { name: "x" }, headers)).body);
  });

  test("needs the right to write", async () => {
    const viewer = await service.tokenOf(await service.givenUser());
    const answer = await service.call(`POST ${API}/topology/sites?dry_run=true`, {
      token: viewer,
      body: { name: "x" },
    });
    expect(answer.status).toBe(403);
  });

  test("leaves an Idempotency-Key unused", async () => {
    const headers = { "Idempotency-Key": "first-tried" };
    const body = { name: "tried, then made" };
    await call(`POST ${API}/topology/sites?dry_run=true`, body, headers);
    const made = await call(`POST ${API}/topology/sites`, body, headers);
    expect([made.status, made.headers.get("Idempotent-Replayed")]).toEqual([201, null]);
  });

  test("shows no secret that was made for it", async () => {
    const key = await call(`POST ${API}/api-keys?dry_run=true`, { name: "tried" });
    expect(key.body).toMatchObject({ would_answer: { name: "tried", key: "(none: a dry run)" } });
    const path = pathOf("POST /monitors/{monitor_id}/push-token");
    const pushToken = await call(`POST ${API}${path}?dry_run=true`);
    expect(pushToken.body).toMatchObject({
      would_answer: { token: "(none: a dry run)", path: "(none: a dry run)" },
    });
  });

  test("of a message says who would be told, and sends nothing", async () => {
    const receiver = startHttpServer();
    const profile = await call(`POST ${API}/admin/notification-profiles`, {
      name: "heard",
      provider: "ntfy",
      config: { ntfy_url: receiver.url },
    });
    const path = `${API}/admin/notification-profiles/${z.looseObject({ id: z.int() }).parse(profile.body).id}/test`;
    const tried = await call(`POST ${path}?dry_run=true`);
    expect(tried.body).toMatchObject({
      would_answer: null,
      would_do: [expect.stringContaining("send a test message")],
    });
    expect(receiver.received).toHaveLength(0);
    expect((await call(`POST ${path}`)).body).toMatchObject({ status: "ok" });
    expect(receiver.received).toHaveLength(1);
  });

  test("of a user takes nothing that others wait for beyond its answer", async () => {
    const path = pathOf("PATCH /auth/users/{user_id}");
    const tries = Array.from({ length: 6 }, () =>
      call(`PATCH ${API}${path}?dry_run=true`, { role: "NetworkAdmin" }),
    );
    const real = await call(`PATCH ${API}${path}`, { role: "SecurityAnalyst" });
    expect(real.status).toBe(200);
    for (const { status } of await Promise.all(tries)) expect(status).toBe(200);
    const [held] =
      await sql`SELECT count(*)::int AS count FROM pg_locks WHERE mode = 'ShareRowExclusiveLock'`;
    expect(held).toEqual({ count: 0 });
  });

  test("counts for no limit of scans", async () => {
    const body = { target: "127.0.0.1", scan_type: "ping" };
    for (const _ of [1, 2]) {
      const tried = await call(`POST ${API}/discovery/scans?dry_run=true`, body);
      expect(tried).toMatchObject({ status: 200, body: { would_do: ["scan 127.0.0.1 (ping)"] } });
    }
    const refused = await call(`POST ${API}/discovery/scans?dry_run=true`, { ...body, target: "nonsense" });
    expect(refused.status).toBe(400);
  });

  test("of many at once gives each its own changes, and none is left", async () => {
    await expectUnchangedBy(async () => {
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          call(`POST ${API}/topology/sites?dry_run=true`, { name: `parallel ${index}` }),
        ),
      );
      for (const [index, answer] of answers.entries()) {
        const targets = Tried.parse(answer.body).would_change.map(({ target }) => target);
        expect(targets).toEqual([`site:parallel ${index}`]);
      }
    });
  });
});

test("dry runs of one user in great number leave a place to those of another", async () => {
  const neighbour = await service.tokenOf(await service.givenAdmin());
  known = undefined;
  const greedy = Array.from({ length: 90 }, (_, index) =>
    call(`POST ${API}/topology/sites?dry_run=true`, { name: `greedy ${index}` }),
  );
  const answer = await service.call(`POST ${API}/topology/sites?dry_run=true`, {
    token: neighbour,
    body: { name: "modest" },
  });
  expect(answer.status).toBe(200);
  const statuses = (await Promise.all(greedy)).map(({ status }) => status);
  expect(statuses).toContain(200);
  expect(statuses).toContain(503);
});

const unaware = routes.filter((route) => !knowsDryRun(route));

test.each(unaware.map((route) => [nameOf(route), route] as const))(
  "%s knows no dry run: 422, and nothing is done",
  async (_, route) => {
    const path = route.path.replaceAll(/\{\w+\}/g, "987654321");
    await expectUnchangedBy(async () => {
      for (const value of ["true", "false", ""]) {
        const body = route.operation.requestBody === undefined ? undefined : {};
        const { status, body: refusal } = await call(`${route.method} ${path}?dry_run=${value}`, body);
        const detail = [{ loc: ["query", "dry_run"], type: "extra_forbidden" }];
        expect({ path, status, refusal }).toMatchObject({ status: 422, refusal: { detail } });
      }
    });
  },
);
