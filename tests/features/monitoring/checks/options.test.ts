import { afterAll, describe, expect, test } from "bun:test";
import { serviceChecks } from "../../../../src/features/monitoring/tables";
import { toProbeTarget } from "../../../../src/features/monitoring/checks/probe-target";
import type { ProbedType } from "../../../../src/features/monitoring/probes/registry";
import { eq } from "drizzle-orm";
import { CHECKS, createMonitoringService } from "../monitoring-service";

/** What only some kinds of checks have. */
const service = await createMonitoringService();
const { send, givenCheck } = service;
afterAll(service.close);

const CA = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----";
const ADDRESS = "192.0.2.1";
const TLS = { tls: "none", verifyTls: false, serverName: null, authority: null };

const create = (body: object) => send(`POST ${CHECKS}`, { label: "check", port: 1, ...body });

async function targetOf(kind: ProbedType, fields: object) {
  const { id } = await givenCheck({ check_type: kind, port: 7, ...fields });
  const [row] = await service.database.db.select().from(serviceChecks).where(eq(serviceChecks.id, id));
  if (row === undefined) throw new Error("no check");
  return toProbeTarget(kind, row, ADDRESS);
}

describe("what a check is asked", () => {
  test.each([
    ["tcp", {}, {}],
    ["udp", {}, { payload: { encoding: "hex", data: "00" }, expected: null }],
    [
      "udp",
      { options: { payload: "PING", expected: "PONG" } },
      { payload: { encoding: "text", data: "PING" }, expected: "PONG" },
    ],
    [
      "udp",
      { options: { payload: "ff00", payload_encoding: "hex" } },
      { payload: { encoding: "hex", data: "ff00" }, expected: null },
    ],
    ["dns", { options: { name: "example.com" } }, { name: "example.com", recordType: "A", expected: null }],
    [
      "dns",
      { options: { name: "192.0.2.7", record_type: "ptr", expected: "host.example.com" } },
      { name: "192.0.2.7", recordType: "PTR", expected: "host.example.com" },
    ],
    ["smtp", {}, TLS],
    [
      "smtp",
      { verify_tls: true, options: { tls: "starttls", server_name: "mail.example.com", ca: CA } },
      { tls: "starttls", verifyTls: true, serverName: "mail.example.com", authority: CA },
    ],
    ["imap", { options: { tls: "implicit" } }, { ...TLS, tls: "implicit" }],
    ["ssh", {}, { expected: null }],
    ["ssh", { options: { expected: "OpenSSH" } }, { expected: "OpenSSH" }],
    ["ntp", {}, { maxOffsetMs: null }],
    ["ntp", { options: { max_offset_ms: "250" } }, { maxOffsetMs: 250 }],
  ] as const)("%s: %j", async (kind, fields, target) => {
    expect(await targetOf(kind, fields)).toEqual({ address: ADDRESS, port: 7, ...target });
  });
});

describe("the options of a check", () => {
  test("are answered with what they mean where they were left out", async () => {
    const { options } = await givenCheck({ check_type: "dns", options: { name: " example.com " } });
    expect(options).toEqual({ name: "example.com", record_type: "A" });
  });

  test("of a check by SNMP are the identifier without its first dot, and what is compared as text", async () => {
    const given = { check_type: "snmp", port: 161 };
    const options = { oid: ".1.3.6.1.2.1.1.3.0", operator: "less_than", expected: 500 };
    expect(await givenCheck({ ...given, options })).toMatchObject({
      port: 161,
      options: { oid: "1.3.6.1.2.1.1.3.0", operator: "less_than", expected: "500" },
    });
    const existing = await givenCheck({ ...given, options: { oid: "1.3.6", expected: "unused" } });
    expect(existing.options).toEqual({ oid: "1.3.6", operator: "exists" });
    expect(await create({ ...given, port: 1161, options })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["body", "port"] }] },
    });
  });

  test.each([
    ["smtp", 465],
    ["imap", 993],
  ])("%s with TLS from the start is of port %d", async (kind, port) => {
    const answer = await send(`POST ${CHECKS}`, {
      label: kind,
      check_type: kind,
      options: { tls: "implicit" },
    });
    expect(answer.body).toMatchObject({ port });
  });

  test.each([
    ["tcp", { banner: "x" }, []],
    ["https", { name: "x" }, []],
    ["dns", {}, ["name"]],
    ["dns", { name: "" }, ["name"]],
    ["dns", { name: "x", record_type: "ANY" }, ["record_type"]],
    ["udp", { payload: "abc", payload_encoding: "hex" }, ["payload"]],
    ["udp", { payload: "x".repeat(1001) }, ["payload"]],
    ["smtp", { tls: "always" }, ["tls"]],
    ["imap", { ca: "no certificate" }, ["ca"]],
    ["ntp", { max_offset_ms: 0 }, ["max_offset_ms"]],
    ["ssh", { expected: 7 }, ["expected"]],
    ["snmp", {}, ["oid"]],
    ["snmp", { oid: "sysUpTime.0" }, ["oid"]],
    ["snmp", { oid: "1.40.1" }, ["oid"]],
    ["snmp", { oid: "1.3.4294967296" }, ["oid"]],
    ["snmp", { oid: "1.3.6", operator: "is" }, ["operator"]],
    ["snmp", { oid: "1.3.6", operator: "equals" }, ["expected"]],
    ["snmp", { oid: "1.3.6", operator: "less_than", expected: "many" }, ["expected"]],
  ])("of %s cannot be %j", async (kind, options, path) => {
    const port = kind === "snmp" ? 161 : 1;
    expect(await create({ check_type: kind, port, options })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["body", "options", ...path] }] },
    });
  });

  test("whether a certificate is held against its name counts where there is one", async () => {
    for (const [kind, verifies] of [
      ["smtp", true],
      ["imap", true],
      ["ssh", false],
    ] as const) {
      expect((await create({ check_type: kind, verify_tls: true })).body).toMatchObject({
        verify_tls: verifies,
      });
    }
  });

  test("stay with an edit, and go with the kind", async () => {
    const { id } = await givenCheck({ check_type: "ssh", options: { expected: "OpenSSH" } });
    const change = async (body: object) => (await send(`PATCH ${CHECKS}/${id}`, body)).body;
    expect(await change({ label: "renamed" })).toMatchObject({ options: { expected: "OpenSSH" } });
    expect(await change({ options: {} })).toMatchObject({ options: {} });
    await change({ options: { expected: "dropbear" } });
    expect(await change({ check_type: "ntp" })).toMatchObject({ options: {} });
    expect(await send(`PATCH ${CHECKS}/${id}`, { check_type: "dns" })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["body", "options", "name"], msg: "Field required" }] },
    });
  });
});
