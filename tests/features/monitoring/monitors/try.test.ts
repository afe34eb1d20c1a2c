import { afterAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { MonitorTestResult } from "../../../../src/features/monitoring/monitors/try-models";
import { makeIdentity } from "../../../support/certificates";
import { createMonitoringService, MONITORS } from "../monitoring-service";

/** POST /monitors/test, against a server of this test. */
const service = await createMonitoringService();
const { send, givenMonitor } = service;

type Asked = { path: string; authorization: string | null; token: string | null };

const asked: Asked[] = [];
/** Bodies with their types. */
const received: (string | null)[][] = [];
const peer = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  async fetch(request) {
    const { pathname } = new URL(request.url);
    asked.push({
      path: pathname,
      authorization: request.headers.get("authorization"),
      token: request.headers.get("x-token"),
    });
    if (request.method === "POST") received.push([request.headers.get("content-type"), await request.text()]);
    if (pathname === "/moved") return Response.redirect("/health", 302);
    if (pathname === "/down") return new Response("out of order", { status: 503 });
    return Response.json({ status: "ok", load: 0.5 });
  },
});
afterAll(async () => {
  await peer.stop(true);
  await service.close();
});

const url = (path: string) => `http://127.0.0.1:${peer.port}${path}`;

/** The limit of calls is the user's: each test but one has its own. */
async function tried(body: object): Promise<MonitorTestResult> {
  await service.database.sql`DELETE FROM tool_calls`;
  const answer = await send(`POST ${MONITORS}/test`, body);
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
  return MonitorTestResult.parse(answer.body);
}

describe("POST /monitors/test", () => {
  test("shows the answer, each assertion and the time, and keeps nothing", async () => {
    const tables = async () => {
      const { sql } = service.database;
      const [row] = await sql`SELECT (SELECT count(*) FROM monitors)::int AS monitors,
        (SELECT count(*) FROM check_results)::int AS results, (SELECT count(*) FROM audit_log)::int AS audits`;
      return row;
    };
    const before = await tables();
    const result = await tried({
      url: url("/health"),
      keyword: "status",
      json_path: "$.status",
      expected_value: "ok",
    });
    expect(result).toMatchObject({
      status: "up",
      error: null,
      status_code: 200,
      response_size_bytes: 26,
      cert_expires_at: null,
      assertion_detail: "Response assertions passed",
      excerpt: { body: '{"status":"ok","load":0.5}' },
    });
    expect(result.response_time_ms).toBeGreaterThan(0);
    expect(result.assertions.length).toBeGreaterThanOrEqual(3);
    expect(result.assertions.every(({ passed }) => passed)).toBe(true);
    expect(await tables()).toEqual(before);
  });

  test("an assertion that fails is shown beside those that hold", async () => {
    const result = await tried({
      url: url("/health"),
      keyword: "status",
      json_path: "$.load",
      json_operator: "gt",
      expected_value: "0.9",
    });
    expect(result).toMatchObject({
      status: "down",
      error: "JSON $.load: expected gt 0.9, found 0.5",
      assertion_detail: "JSON assertion failed at $.load",
    });
    expect(result.assertions.filter(({ passed }) => !passed)).toHaveLength(1);
  });

  test("a status that is not accepted is down; upside down it is up", async () => {
    const down = await tried({ url: url("/down") });
    expect(down).toMatchObject({
      status: "down",
      status_code: 503,
      assertion_detail: "HTTP 503 is outside accepted status codes",
    });
    expect(await tried({ url: url("/down"), upside_down: true })).toMatchObject({
      status: "up",
      error: null,
    });
    expect(await tried({ url: url("/up"), upside_down: true })).toMatchObject({
      status: "down",
      error: "Inverted monitor expected the request to fail",
    });
  });

  test.each([
    ["json", '{ "a" : [1, 2] }', "application/json", '{"a":[1,2]}'],
    [
      "form",
      '{"a": "x y", "n": 7, "list": [1, 2]}',
      "application/x-www-form-urlencoded",
      "a=x+y&n=7&list=1&list=2",
    ],
    ["text", "plain", "text/plain; charset=utf-8", "plain"],
    ["xml", "<a/>", "application/xml", "<a/>"],
  ])("sends a body as %s", async (encoding, body, type, sent) => {
    await tried({ url: url("/post"), http_method: "POST", request_body: body, body_encoding: encoding });
    expect(received.at(-1)).toEqual([type, sent]);
  });

  test.each([
    ["json", "{", "The request body is not JSON"],
    ["form", "[1]", "The request body of a form must be a JSON object"],
  ])("a body that is no %s is not sent: nothing is known then", async (encoding, body, error) => {
    const count = asked.length;
    const fields = { url: url("/post"), http_method: "POST", request_body: body, body_encoding: encoding };
    expect(await tried(fields)).toMatchObject({ status: "unknown", error, assertions: [] });
    expect(asked).toHaveLength(count);
  });

  test("shows where the answer led, and the certificate", async () => {
    expect(await tried({ url: url("/moved") })).toMatchObject({ status: "up", redirects: [url("/health")] });
    const notAfter = new Date(Date.now() + 3 * 86_400_000);
    const { certificate: cert, key } = await makeIdentity("localhost", { notAfter });
    const secure = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      tls: { cert, key },
      fetch: () => new Response("x"),
    });
    const secureUrl = `https://127.0.0.1:${secure.port}/`;
    const refused = await tried({ url: secureUrl });
    expect(refused.status).toBe("down");
    expect(refused.error).toContain("certificate");
    const trusting = await tried({ url: secureUrl, verify_tls: false });
    expect(trusting).toMatchObject({ status: "up", cert_issuer: expect.stringContaining("localhost") });
    const expiry = Date.parse(trusting.cert_expires_at ?? "");
    expect(Math.abs(expiry - notAfter.getTime())).toBeLessThan(2000);
    await secure.stop(true);
  });

  test("where nobody listens it is down, and says so", async () => {
    expect(await tried({ url: "http://127.0.0.1:9/" })).toMatchObject({
      status: "down",
      status_code: null,
      error: expect.stringContaining("refused"),
    });
  });

  test("link-local and metadata addresses are never asked", async () => {
    const result = await tried({ url: "http://169.254.169.254/latest/meta-data" });
    expect(result.status).not.toBe("up");
    expect(result.status_code).toBeNull();
    expect(result.error).toContain("cannot be targets");
  });

  test("of a stored monitor: its secrets are used, with the changes that are sent, and stay as they are", async () => {
    const { id } = await givenMonitor({
      url: url("/stored"),
      auth_type: "basic",
      auth_username: "watcher",
      auth_password: "stored secret",
      request_headers: { "X-Token": "stored header" },
    });
    const basic = (password: string) => `Basic ${btoa(`watcher:${password}`)}`;
    const result = await tried({ monitor_id: id });
    expect(asked.at(-1)).toEqual({
      path: "/stored",
      authorization: basic("stored secret"),
      token: "stored header",
    });
    expect(JSON.stringify(result)).not.toContain("stored secret");
    await tried({ monitor_id: id, url: url("/changed"), auth_password: "typed", request_headers: {} });
    expect(asked.at(-1)).toEqual({ path: "/changed", authorization: basic("typed"), token: null });
    await tried({ monitor_id: id, auth_type: "none" });
    expect(asked.at(-1)).toMatchObject({ path: "/stored", authorization: null });
    expect((await send(`GET ${MONITORS}/${id}`)).body).toMatchObject({ url: url("/stored") });
  });

  test("refuses what is no monitor: 422; an unknown one: 404; secrets that cannot be read: 409", async () => {
    await service.database.sql`DELETE FROM tool_calls`;
    expect(await send(`POST ${MONITORS}/test`, {})).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["body", "url"], msg: "Field required" }] },
    });
    expect(await send(`POST ${MONITORS}/test`, { url: url("/"), auth_type: "mtls" })).toMatchObject({
      status: 422,
      body: { detail: [{ msg: "Value error, mTLS monitors require a client certificate and private key" }] },
    });
    expect(await send(`POST ${MONITORS}/test`, { monitor_id: 987_654_321 })).toMatchObject({
      status: 404,
      body: { detail: "Monitor not found" },
    });
    const { id } = await givenMonitor({ bearer_token: "x" });
    await service.database.sql`UPDATE monitors SET bearer_token = 'gAAAA' WHERE id = ${id}`;
    expect((await send(`POST ${MONITORS}/test`, { monitor_id: id })).status).toBe(409);
  });

  test("a user has as many calls as of the tools, then 429", async () => {
    await service.database.sql`DELETE FROM tool_calls`;
    const statuses: number[] = [];
    for (let index = 0; index < 21; index += 1)
      statuses.push((await send(`POST ${MONITORS}/test`, { url: url("/") })).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    const refused = await send(`POST ${MONITORS}/test`, { url: url("/") });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  });

  test("needs the right to change monitoring", async () => {
    const answer = await service.call(`POST ${MONITORS}/test`, {
      token: service.viewerToken,
      body: { url: url("/") },
    });
    expect(answer).toMatchObject({ status: 403, body: { detail: "Insufficient permissions" } });
  });
});

test("a JSON path that names more than one value, or none that there could be, is refused", async () => {
  for (const path of ["$.a[*]", "$..a", "a.b", "$.[", "$[?@.a]"]) {
    const body = { name: "m", url: url("/"), json_path: path };
    const answer = await send(`POST ${MONITORS}`, body);
    const Refusal = z.object({ detail: z.tuple([z.object({ loc: z.array(z.string()), msg: z.string() })]) });
    expect({ path, status: answer.status }).toEqual({ path, status: 422 });
    expect(Refusal.parse(answer.body).detail[0]).toMatchObject({
      loc: ["body", "json_path"],
      msg: expect.stringContaining("the JSON path"),
    });
  }
});
