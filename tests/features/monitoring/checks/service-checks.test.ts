import { afterAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { PortTargetOut } from "../../../../src/features/monitoring/checks/models";
import { ALIAS, CHECKS, createMonitoringService } from "../monitoring-service";

const service = await createMonitoringService();
const { send, givenCheck, givenTarget, givenDevice, auditOf } = service;
afterAll(service.close);

const UNKNOWN = 987_654_321;
const NOT_FOUND = { status: 404, body: { detail: "Port target not found" } };

const create = (body: object) => send(`POST ${CHECKS}`, { port: 80, label: "check", ...body });
const change = (id: number, body: object, headers = {}) => send(`PATCH ${CHECKS}/${id}`, body, headers);
const list = async (query = "") => z.array(PortTargetOut).parse((await send(`GET ${CHECKS}${query}`)).body);

describe("POST /monitoring/service-checks", () => {
  test("makes a TCP check of every device with the usual values", async () => {
    const answer = await send(`POST ${CHECKS}`, { port: "8443", label: " admin page " });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        device_id: null,
        port: 8443,
        label: "admin page",
        check_type: "tcp",
        http_path: null,
        http_method: "GET",
        expected_status_min: 200,
        expected_status_max: 399,
        timeout_seconds: null,
        verify_tls: false,
        follow_redirects: true,
        enabled: true,
        options: {},
        interval_seconds: null,
        retry_interval_seconds: null,
        failures_to_down: 2,
        successes_to_up: 1,
        last_result: null,
        targets: { up: 0, down: 0, unknown: 0, unreachable: 0, maintenance: 0, paused: 0 },
      },
    });
  });

  test("keeps every field of an HTTP check, and tells the engine once", async () => {
    const fields = {
      device_id: await givenDevice(),
      port: 8080,
      label: "health",
      check_type: "http",
      http_path: "/health?full=1",
      http_method: "HEAD",
      expected_status_min: 204,
      expected_status_max: 204,
      timeout_seconds: 2.5,
      verify_tls: true,
      follow_redirects: false,
      enabled: false,
      interval_seconds: 30,
      retry_interval_seconds: 5,
      failures_to_down: 4,
      successes_to_up: 3,
    };
    const before = service.changes();
    expect(await create(fields)).toMatchObject({ status: 201, body: fields });
    expect(service.changes()).toBe(before + 1);
  });

  test("a method in lower case and a blank path are what they mean", async () => {
    const answer = await create({ check_type: "https", http_method: "options", http_path: "  " });
    expect(answer.body).toMatchObject({ http_method: "OPTIONS", http_path: null });
  });

  test.each(["tcp", "udp"])(
    "fields that only HTTP has get their usual values in a %s check",
    async (kind) => {
      const answer = await create({
        check_type: kind,
        http_path: "/x",
        http_method: "POST",
        expected_status_min: 500,
        expected_status_max: 400,
        timeout_seconds: 9,
        verify_tls: true,
        follow_redirects: false,
      });
      expect(answer).toMatchObject({
        status: 201,
        body: {
          http_path: null,
          http_method: "GET",
          expected_status_min: 200,
          expected_status_max: 399,
          timeout_seconds: null,
          verify_tls: false,
          follow_redirects: true,
        },
      });
    },
  );

  test.each([
    ["dns", 53],
    ["smtp", 25],
    ["imap", 143],
    ["ssh", 22],
    ["ntp", 123],
  ])("a %s check without a port is of port %d", async (kind, port) => {
    const options = kind === "dns" ? { name: "www.example.com" } : {};
    const answer = await send(`POST ${CHECKS}`, { label: kind, check_type: kind, options });
    expect(answer).toMatchObject({ status: 201, body: { port } });
  });

  test.each([
    ["port", {}, "Field required"],
    ["port", { check_type: "http" }, "Field required"],
    ["port", { port: 0 }, "Input should be greater than or equal to 1"],
    ["port", { port: 65_536 }, "Input should be less than or equal to 65535"],
    ["label", { port: 1, label: "" }, "String should have at least 1 character"],
    ["label", { port: 1, label: "x".repeat(61) }, "String should have at most 60 characters"],
    ["http_path", { port: 1, http_path: "health" }, "Value error, HTTP path must start with /"],
    ["http_path", { port: 1, http_path: "/a b" }, "Value error, HTTP path contains invalid characters"],
    ["http_path", { port: 1, http_path: "/a#b" }, "Value error, HTTP path contains invalid characters"],
    ["http_path", { port: 1, http_path: "/a\r\nb" }, "Value error, HTTP path contains invalid characters"],
    ["http_path", { port: 1, http_path: `/${"x".repeat(200)}` }, "String should have at most 200 characters"],
    [
      "http_method",
      { port: 1, http_method: "TRACE" },
      "Value error, http_method must be one of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']",
    ],
    [
      "expected_status_min",
      { port: 1, check_type: "http", expected_status_min: 300, expected_status_max: 299 },
      "Value error, expected_status_min must be <= expected_status_max",
    ],
    [
      "expected_status_max",
      { port: 1, expected_status_max: 600 },
      "Input should be less than or equal to 599",
    ],
    ["timeout_seconds", { port: 1, timeout_seconds: 31 }, "Input should be less than or equal to 30"],
    ["device_id", { port: 67, check_type: "dhcp" }, "Value error, DHCP checks must target a specific device"],
    ["port", { port: 68, check_type: "dhcp", device_id: 1 }, "Value error, DHCP checks use server port 67"],
    ["interval_seconds", { port: 1, interval_seconds: 19 }, "Input should be greater than or equal to 20"],
    ["failures_to_down", { port: 1, failures_to_down: 0 }, "Input should be greater than or equal to 1"],
  ])("refuses a wrong %s: %j", async (field, wrong, msg) => {
    const answer = await send(`POST ${CHECKS}`, { label: "check", ...wrong });
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ["body", field], msg }] } });
  });

  test("refuses a kind that there is none of, and a device that does not exist", async () => {
    expect(await create({ check_type: "gopher" })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["body", "check_type"], type: "literal_error" }] },
    });
    expect(await create({ device_id: UNKNOWN })).toMatchObject({
      status: 404,
      body: { detail: "Device not found" },
    });
  });

  test("needs the right to change monitoring; reading does not", async () => {
    const answer = await service.call(`POST ${CHECKS}`, {
      token: service.viewerToken,
      body: { port: 1, label: "x" },
    });
    expect(answer).toMatchObject({ status: 403, body: { detail: "Insufficient permissions" } });
    expect((await service.call(`GET ${CHECKS}`, { token: service.viewerToken })).status).toBe(200);
  });

  test("fault 31: id, times and states are not the caller's to set", async () => {
    const extra = { id: 1, created_at: "2001-01-01T00:00:00Z", targets: { up: 9 }, last_result: {} };
    const { body } = await create(extra);
    expect(body).toMatchObject({ last_result: null, targets: { up: 0 } });
    expect(PortTargetOut.parse(body).created_at).not.toContain("2001");
  });

  test("a dry run makes no check, and does not wake the engine", async () => {
    const [before, told] = [(await list()).length, service.changes()];
    const answer = await send(`POST ${CHECKS}?dry_run=true`, { port: 1, label: "tried" });
    expect(answer).toMatchObject({ status: 200, body: { would_answer: { label: "tried" } } });
    expect([(await list()).length, service.changes()]).toEqual([before, told]);
  });

  test("the same request with the same key makes one check", async () => {
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const body = { port: 1, label: "once" };
    const [first, second] = [
      await send(`POST ${CHECKS}`, body, headers),
      await send(`POST ${CHECKS}`, body, headers),
    ];
    expect(second).toMatchObject({ status: 201, body: first.body });
    expect(second.headers.get("Idempotent-Replayed")).toBe("true");
  });
});

describe("GET /monitoring/service-checks", () => {
  test("gives checks of every device first, then by device and label; in pages too", async () => {
    const [low, high] = [await givenDevice(), await givenDevice()];
    const made = [
      await givenCheck({ device_id: high, label: "a" }),
      await givenCheck({ device_id: low, label: "b" }),
      await givenCheck({ device_id: low, label: "a" }),
      await givenCheck({ label: "zz" }),
    ].map(({ id }) => id);
    const own = (await list()).map(({ id }) => id).filter((id) => made.includes(id));
    expect(own).toEqual([made[3] ?? 0, made[2] ?? 0, made[1] ?? 0, made[0] ?? 0]);
    const first = await send(`GET ${CHECKS}?limit=2`);
    expect(z.array(PortTargetOut).parse(first.body)).toEqual((await list()).slice(0, 2));
    expect(first.headers.get("X-Total-Count")).toBe(String((await list()).length));
  });

  test("says of each check in which states it is on its devices, and what was found where there is one", async () => {
    const [one, two, three] = [await givenDevice(), await givenDevice(), await givenDevice()];
    const everywhere = await givenCheck({ label: "everywhere" });
    for (const [deviceId, state] of [
      [one, "up"],
      [two, "up"],
      [three, "maintenance"],
    ] as const) {
      await givenTarget({ serviceCheckId: everywhere.id, deviceId, state });
    }
    const alone = await givenCheck({ device_id: one, label: "alone" });
    const checkedAt = new Date("2026-11-23T08:00:00.500Z");
    await givenTarget({
      serviceCheckId: alone.id,
      deviceId: one,
      state: "down",
      stateSince: checkedAt,
      rawStatus: "down",
      checkedAt,
      result: { error: "HTTP 500", latencyMs: 12.5, statusCode: 500, banner: "nginx", nothing: null },
    });
    const found = await list();
    expect(found.find(({ id }) => id === everywhere.id)).toMatchObject({
      targets: { up: 2, down: 0, unknown: 0, unreachable: 0, maintenance: 1, paused: 0 },
      last_result: null,
    });
    const last = {
      state: "down",
      state_since: "2026-11-23T08:00:00.500Z",
      status: "down",
      checked_at: "2026-11-23T08:00:00.500Z",
      response_time_ms: 12.5,
      status_code: 500,
      error: "HTTP 500",
      details: { banner: "nginx" },
    };
    expect(found.find(({ id }) => id === alone.id)).toMatchObject({
      targets: { down: 1 },
      last_result: last,
    });
    const onOne = await list(`?device_id=${one}`);
    expect(onOne.find(({ id }) => id === everywhere.id)).toMatchObject({
      targets: { up: 1, maintenance: 0 },
      last_result: { state: "up", status: null },
    });
    expect((await list(`?device_id=${two}`)).some(({ id }) => id === alone.id)).toBe(false);
  });
});

describe("PATCH /monitoring/service-checks/{target_id}", () => {
  test("changes what is given, and keeps the rest and what was found", async () => {
    const device = await givenDevice();
    const { id } = await givenCheck({ device_id: device, check_type: "https", http_path: "/a" });
    const target = await givenTarget({ serviceCheckId: id, deviceId: device, state: "up" });
    const told = service.changes();
    const answer = await change(id, { port: 8443, timeout_seconds: 3, http_path: null });
    expect(answer).toMatchObject({
      status: 200,
      body: { id, port: 8443, timeout_seconds: 3, http_path: null, check_type: "https", targets: { up: 1 } },
    });
    expect(service.changes()).toBe(told + 1);
    const rows = await service.database.sql`SELECT id FROM check_targets WHERE service_check_id = ${id}`;
    expect(rows.map((row) => Number(row["id"]))).toEqual([target]);
  });

  test("another kind takes nothing along that it does not have", async () => {
    const { id } = await givenCheck({ check_type: "http", http_path: "/a", http_method: "POST" });
    expect((await change(id, { check_type: "tcp" })).body).toMatchObject({
      check_type: "tcp",
      http_path: null,
      http_method: "GET",
    });
  });

  test("the whole is held against the rules", async () => {
    const { id } = await givenCheck({ check_type: "http", expected_status_max: 250 });
    expect(await change(id, { expected_status_min: 251 })).toMatchObject({
      status: 422,
      body: {
        detail: [
          {
            loc: ["body", "expected_status_min"],
            msg: "Value error, expected_status_min must be <= expected_status_max",
          },
        ],
      },
    });
    expect(await change(id, { check_type: "dhcp" })).toMatchObject({
      status: 422,
      body: { detail: [{ msg: "Value error, DHCP checks must target a specific device" }] },
    });
    expect(await change(id, { device_id: UNKNOWN })).toMatchObject({ status: 404 });
    expect(await change(UNKNOWN, {})).toMatchObject(NOT_FOUND);
  });

  test("412 where it has changed since; what checks find is no such change", async () => {
    const device = await givenDevice();
    const { id } = await givenCheck({ device_id: device });
    const read = await send(`GET ${CHECKS}/${id}`);
    const tag = read.headers.get("ETag") ?? "";
    await givenTarget({ serviceCheckId: id, deviceId: device, state: "down" });
    expect((await send(`GET ${CHECKS}/${id}`, undefined, { "If-None-Match": tag })).status).toBe(200);
    expect((await change(id, { label: "a" }, { "If-Match": tag })).status).toBe(200);
    expect((await change(id, { label: "b" }, { "If-Match": tag })).status).toBe(412);
  });
});

describe("DELETE /monitoring/service-checks/{target_id}", () => {
  test("removes a check; a dry run says on which devices it runs", async () => {
    const device = await givenDevice({ displayName: "core switch" });
    const { id } = await givenCheck({ device_id: device, label: "ssh" });
    await givenTarget({ serviceCheckId: id, deviceId: device });
    const told = service.changes();
    expect(await send(`DELETE ${CHECKS}/${id}?dry_run=true`)).toMatchObject({
      status: 200,
      body: {
        would_delete: {
          service_checks: { count: 1, names: ["ssh"] },
          histories: { count: 1, names: ["core switch"] },
        },
      },
    });
    expect(service.changes()).toBe(told);
    expect((await send(`DELETE ${CHECKS}/${id}`)).status).toBe(204);
    expect(service.changes()).toBe(told + 1);
    expect(await send(`DELETE ${CHECKS}/${id}`)).toMatchObject(NOT_FOUND);
  });
});

test("each change leaves an audit row with before and after", async () => {
  const { id } = await givenCheck({ label: "first", port: 22 });
  await change(id, { label: "second" });
  await send(`DELETE ${CHECKS}/${id}`);
  expect(await auditOf(`service_check:${id}`)).toMatchObject([
    { action: "monitoring.service_check_deleted", before: { id, label: "second", port: 22, options: {} } },
    { action: "monitoring.service_check_updated", before: { label: "first" }, after: { label: "second" } },
    {
      action: "monitoring.service_check_created",
      detail: "type=tcp port=22 device=all label=first",
      after: { id, label: "first" },
    },
  ]);
});

test("port-targets are the same checks by an older name", async () => {
  const answer = await send(`POST ${ALIAS}`, { port: 9, label: "alias" });
  const { id } = PortTargetOut.parse(answer.body);
  expect(answer.status).toBe(201);
  expect((await send(`GET ${ALIAS}`)).body).toEqual((await send(`GET ${CHECKS}`)).body);
  expect((await send(`PATCH ${ALIAS}/${id}`, { label: "renamed" })).body).toMatchObject({ label: "renamed" });
  expect((await send(`GET ${CHECKS}/${id}`)).body).toMatchObject({ label: "renamed" });
  expect((await send(`DELETE ${ALIAS}/${id}`)).status).toBe(204);
  expect(await send(`GET ${CHECKS}/${id}`)).toMatchObject(NOT_FOUND);
});

test("a device's own checks go with it: a dry run names them, the audit row keeps them", async () => {
  const device = await givenDevice();
  const checks = [
    await givenCheck({ device_id: device, label: "ssh", port: 22 }),
    await givenCheck({ device_id: device, label: "web", check_type: "https" }),
  ];
  const everywhere = await givenCheck({ label: "everywhere" });
  const path = `DELETE /api/v1/topology/devices/${device}`;
  expect((await send(`${path}?dry_run=true`)).body).toMatchObject({
    would_delete: { service_checks: { count: 2, names: ["ssh", "web"] } },
  });
  expect((await send(path)).status).toBe(204);
  expect(await send(`GET ${CHECKS}/${checks[0]?.id}`)).toMatchObject(NOT_FOUND);
  expect((await send(`GET ${CHECKS}/${everywhere.id}`)).status).toBe(200);
  const [row] = await auditOf(`device:${device}`, "topology.device_deleted");
  expect(row?.before).toMatchObject({
    removed: {
      service_checks: {
        count: 2,
        rows: [
          { id: checks[0]?.id, label: "ssh", port: 22 },
          { id: checks[1]?.id, label: "web", check_type: "https" },
        ],
      },
    },
  });
});
