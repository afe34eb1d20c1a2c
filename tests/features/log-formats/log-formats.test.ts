import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { z } from "zod";
import { createMetrics } from "#platform/metrics";
import { addSyslogMetrics } from "../../../src/metrics/syslog";
import { createFormatService, FORMATS, PATTERN } from "./format-service";

const service = await createFormatService();
afterAll(service.close);
const { send: call, given, list } = service;
beforeEach(service.clear);

const LINE = "<134>Nov 21 10:49:58 gate7 gate: PERMIT udp 192.0.2.7:51234 >> 198.51.100.9:53 zone-1";
const auditId = (answer: { headers: Headers }) => z.coerce.number().parse(answer.headers.get("X-Audit-Id"));
const undo = async (id: number) => (await call(`POST /api/v1/audit/${id}/undo`)).status;
const namesOf = async () => (await list()).map(({ name }) => name);

describe("from a format to what a search finds", () => {
  test("lines that come from now on have its fields, and say which format has read them", async () => {
    await given({ name: "acme-gate", pattern: PATTERN, vendor: "Acme" });
    const [event] = await service.received([LINE], "parser:own:acme-gate dst_port:53 vendor:Acme zone-1");
    expect(event).toMatchObject({
      src_ip: "192.0.2.7",
      protocol: "udp",
      verdict: "allow",
      source_host: "gate7",
    });
    const [format] = await list();
    expect(format?.status).toMatchObject({ state: "active", lines: 1, costly: 0, skipped: 0 });
    const { body } = await call("GET /api/v1/syslog/status");
    expect(body).toMatchObject({
      formats: [{ name: "acme-gate", parser: "own:acme-gate", state: "active", lines: 1 }],
    });
    const metrics = createMetrics();
    addSyslogMetrics(metrics, service.syslog);
    const text = await metrics.registry.metrics();
    expect(text).toContain('netatlas_syslog_format_lines_total{format="acme-gate"} 1');
    expect(text).toContain('netatlas_syslog_format_resting{format="acme-gate"} 0');
  });

  test("a new name is that of lines from then on, and events of before keep the old one", async () => {
    const { id } = await given({ name: "before-it", pattern: PATTERN });
    await service.received([LINE.replace("zone-1", "zone-2")], "parser:own:before-it zone-2");
    await call(`PATCH ${FORMATS}/${id}`, { name: "after-it" });
    await service.received([LINE.replace("zone-1", "zone-3")], "parser:own:after-it zone-3");
    await service.received([], "parser:own:before-it zone-2");
  });

  test("switched off, it reads no line", async () => {
    const { id } = await given({ name: "off", pattern: PATTERN });
    await call(`PATCH ${FORMATS}/${id}`, { enabled: false });
    await service.received([LINE.replace("zone-1", "zone-4")], "parser:extracted zone-4");
    expect(await list()).toMatchObject([{ enabled: false, status: { state: "off" } }]);
  });

  test("POST /syslog/parse-test tells which one matched", async () => {
    await given({ name: "tested", pattern: PATTERN });
    const { body } = await call("POST /api/v1/syslog/parse-test", { lines: [LINE, "hello"] });
    expect(body).toMatchObject({ events: [{ parser: "own:tested", dst_port: 53 }, { parser: "generic" }] });
  });
});

describe("a format is written by who administers, and by one at a time", () => {
  test.each([
    [{ name: "Bad Name", pattern: "from %{ip:src_ip}" }, ["body", "name"]],
    [{ name: "x", pattern: "from (%{ip:src_ip}" }, ["body", "pattern"]],
    [{ name: "x", pattern: "from (?<source>.)" }, ["body", "pattern"]],
    [{ name: "x", pattern: "a".repeat(2001) }, ["body", "pattern"]],
    [{ name: "x", pattern: "x", fields: [{ field: "src_up", value: "1" }] }, ["body", "fields", 0, "field"]],
    [
      { name: "x", pattern: "x", fields: [{ field: "src_ip", source: "gone" }] },
      ["body", "fields", 0, "source"],
    ],
    [
      {
        name: "x",
        pattern: "(?<w>x)",
        fields: [{ field: "event_time", source: "w", time_zone: "Moon/Sea" }],
      },
      ["body", "fields", 0, "time_zone"],
    ],
    [
      { name: "x", pattern: "(?<app>x)", conditions: { senders: ["10.0.0.0/40"] } },
      ["body", "conditions", "senders", 0],
    ],
    [
      { name: "x", pattern: "(?<app>x)", conditions: { facilities: [24] } },
      ["body", "conditions", "facilities", 0],
    ],
    [
      { name: "x", kind: "json", fields: [{ field: "src_ip", source: "$..ip" }] },
      ["body", "fields", 0, "source"],
    ],
  ])("what is wrong is named: %j", async (body, loc) => {
    const answer = await call(`POST ${FORMATS}`, body);
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc }] } });
  });

  test("a name that is taken is refused, also by a change", async () => {
    await given({ name: "one", pattern: PATTERN });
    const { id } = await given({ name: "two", pattern: PATTERN });
    expect(await call(`POST ${FORMATS}`, { name: "one", pattern: PATTERN })).toMatchObject({ status: 409 });
    expect(await call(`PATCH ${FORMATS}/${id}`, { name: "one" })).toMatchObject({ status: 409 });
  });

  test("who has read an older state changes nothing; lines that were read meanwhile do not make it older", async () => {
    const { id } = await given({ name: "shared", pattern: PATTERN });
    const tag = async () => (await call(`GET ${FORMATS}/${id}`)).headers.get("ETag") ?? "";
    const first = await tag();
    await service.received([LINE.replace("zone-1", "zone-5")], "parser:own:shared zone-5");
    const patched = await call(`PATCH ${FORMATS}/${id}`, { vendor: "Acme" }, { "If-Match": first });
    expect(patched).toMatchObject({ status: 200, body: { vendor: "Acme" } });
    for (const what of [`PATCH ${FORMATS}/${id}`, `DELETE ${FORMATS}/${id}`])
      expect(
        (await call(what, what.startsWith("P") ? { vendor: "Other" } : undefined, { "If-Match": first }))
          .status,
      ).toBe(412);
  });

  test("the same key does it once", async () => {
    const headers = { "Idempotency-Key": "format-once" };
    const body = { name: "once", pattern: PATTERN };
    const answers = [
      await call(`POST ${FORMATS}`, body, headers),
      await call(`POST ${FORMATS}`, body, headers),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(await namesOf()).toEqual(["once"]);
  });

  test("who may only see events may test a format and not change one", async () => {
    const token = await service.tokenOf(await service.givenUser({ role: "SecurityAnalyst" }));
    const tested = { format: { pattern: PATTERN }, lines: [LINE] };
    expect((await service.call(`POST ${FORMATS}/test`, { token, body: tested })).status).toBe(200);
    const body = { name: "mine", pattern: PATTERN };
    expect((await service.call(`POST ${FORMATS}`, { token, body })).status).toBe(403);
  });
});

describe("the order", () => {
  test("is the one that was set, and new ones come last", async () => {
    const ids = [];
    for (const name of ["a", "b", "c"]) ids.push((await given({ name, pattern: PATTERN })).id);
    await call(`PUT ${FORMATS}/order`, { ids: ids.toReversed() });
    await given({ name: "d", pattern: PATTERN });
    expect((await list()).map(({ name, position }) => [name, position])).toEqual([
      ["c", 1],
      ["b", 2],
      ["a", 3],
      ["d", 4],
    ]);
    const { body } = await call("POST /api/v1/syslog/parse-test", { lines: [LINE] });
    expect(body).toMatchObject({ events: [{ parser: "own:c" }] });
  });

  test("names each format once, or is refused", async () => {
    const { id } = await given({ name: "a", pattern: PATTERN });
    for (const ids of [[], [id, id], [id, id + 1]])
      expect(await call(`PUT ${FORMATS}/order`, { ids })).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ["body", "ids"] }] },
      });
  });
});

describe("what was done is taken back", () => {
  test("a removed format comes back in its place, a changed one as it was, a new one goes", async () => {
    const first = await call(`POST ${FORMATS}`, { name: "first", pattern: PATTERN });
    const { id } = await given({ name: "kept", pattern: PATTERN, conditions: { apps: ["gate"] } });
    await given({ name: "last", pattern: PATTERN });
    const changed = await call(`PATCH ${FORMATS}/${id}`, { vendor: "Acme", conditions: { contains: ["x"] } });
    expect(await undo(auditId(changed))).toBe(200);
    const removed = await call(`DELETE ${FORMATS}/${id}`);
    expect(await undo(auditId(removed))).toBe(200);
    expect(await list()).toMatchObject([
      { name: "first" },
      { id, name: "kept", vendor: null, conditions: { apps: ["gate"], contains: [] } },
      { name: "last" },
    ]);
    expect(await undo(auditId(first))).toBe(200);
    expect(await namesOf()).toEqual(["kept", "last"]);
  });

  test("so is an order, unless it was changed since", async () => {
    const ids = [
      (await given({ name: "a", pattern: PATTERN })).id,
      (await given({ name: "b", pattern: PATTERN })).id,
    ];
    const ordered = await call(`PUT ${FORMATS}/order`, { ids: ids.toReversed() });
    expect(await undo(auditId(ordered))).toBe(200);
    expect(await namesOf()).toEqual(["a", "b"]);
    const again = await call(`PUT ${FORMATS}/order`, { ids: ids.toReversed() });
    await call(`PUT ${FORMATS}/order`, { ids });
    expect(await undo(auditId(again))).toBe(409);
  });
});

describe("formats move to another installation", () => {
  test("an export is what an import takes, and the second time nothing is left to do", async () => {
    await given({ name: "a", pattern: PATTERN, vendor: "Acme", conditions: { senders: ["192.0.2.0/24"] } });
    await given({ name: "b", kind: "json", fields: [{ field: "src_ip", source: "$.ip" }], enabled: false });
    const exported = await call(`GET ${FORMATS}/export`);
    await service.clear();
    const first = await call(`POST ${FORMATS}/import`, exported.body);
    expect(first).toMatchObject({ status: 200, body: { created: ["a", "b"], updated: [], unchanged: [] } });
    expect((await call(`POST ${FORMATS}/import`, exported.body)).body).toEqual({
      created: [],
      updated: [],
      unchanged: ["a", "b"],
    });
    expect((await call(`GET ${FORMATS}/export`)).body).toEqual(exported.body);
  });

  test("all of a file or nothing: what is wrong is named by its place", async () => {
    const formats = [
      { name: "good", pattern: PATTERN },
      { name: "bad", pattern: "(" },
    ];
    expect(await call(`POST ${FORMATS}/import`, { formats })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["body", "formats", 1, "pattern"] }] },
    });
    expect(await list()).toEqual([]);
  });

  test("there are 100 at most", async () => {
    const formats = Array.from({ length: 100 }, (_, index) => ({ name: `gate-${index}`, pattern: PATTERN }));
    expect((await call(`POST ${FORMATS}/import`, { formats })).status).toBe(200);
    expect(await call(`POST ${FORMATS}`, { name: "more", pattern: PATTERN })).toMatchObject({ status: 409 });
    expect(
      await call(`POST ${FORMATS}/import`, { formats: [{ name: "more", pattern: PATTERN }] }),
    ).toMatchObject({
      status: 409,
    });
  });
});
