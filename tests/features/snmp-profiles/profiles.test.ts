import { describe, expect, test } from "bun:test";
import { z } from "zod";
import { listSnmpAccess } from "#features/snmp-profiles";
import { createEncryption } from "#platform/encryption";
import { SnmpProfileRead } from "../../../src/features/snmp-profiles/models";
import { createTestService, MASTER_KEY } from "../../support/app";
import { createAuditReader } from "../../support/audit";

/** SNMP profiles, and the devices that have one. */
const service = await createTestService();
const { sql } = service.database;
const auditOf = await createAuditReader(service);
const token = await service.tokenOf(await service.givenAdmin());

const PATH = "/api/v1/tools/snmp/profiles";
const USER = {
  version: "v3",
  username: "netatlas",
  auth_protocol: "sha256",
  auth_key: "authentic-enough",
  priv_protocol: "aes",
  priv_key: "private-enough",
};

const call = (what: string, body?: unknown, headers: Record<string, string> = {}) =>
  service.call(what, { token, headers, ...(body !== undefined && { body }) });

let count = 0;
async function givenProfile(
  body: Record<string, unknown> = { community: "public" },
): Promise<SnmpProfileRead> {
  const answer = await call(`POST ${PATH}`, { name: `profile ${++count}`, ...body });
  expect(answer).toMatchObject({ status: 201 });
  return SnmpProfileRead.parse(answer.body);
}

async function givenDevice(fields: Record<string, unknown>): Promise<number> {
  const answer = await call("POST /api/v1/topology/devices", { hostname: `device-${++count}`, ...fields });
  expect(answer.status).toBe(201);
  return z.object({ id: z.int() }).parse(answer.body).id;
}

const profileOf = async (deviceId: number) =>
  z
    .object({ snmp_profile_id: z.int().nullable() })
    .parse((await call(`GET /api/v1/topology/devices/${deviceId}`)).body).snmp_profile_id;

async function secretsOf(id: number): Promise<unknown> {
  const [row] = await sql<{ secrets: string }[]>`SELECT secrets FROM snmp_profiles WHERE id = ${id}`;
  return JSON.parse(createEncryption(MASTER_KEY).decrypt(row?.secrets ?? ""));
}

const issues = (...found: [field: string, msg: string][]) => ({
  status: 422,
  body: { detail: found.map(([field, msg]) => ({ loc: ["body", field], msg })) },
});

describe("an SNMP profile", () => {
  test("is made with the defaults, its community encrypted and never shown", async () => {
    const made = await givenProfile({ name: "  Core  ", community: "s3cret-community" });
    expect(made).toEqual({
      id: made.id,
      name: "Core",
      version: "v2c",
      port: 161,
      timeout_seconds: 3,
      retries: 1,
      username: null,
      auth_protocol: null,
      priv_protocol: null,
      context: null,
      has_community: true,
      has_auth_key: false,
      has_priv_key: false,
      created_at: made.created_at,
      updated_at: made.created_at,
    });
    expect(await secretsOf(made.id)).toEqual({
      community: "s3cret-community",
      auth_key: null,
      priv_key: null,
    });
    const [stored] =
      await sql`SELECT to_jsonb(snmp_profiles)::text AS row FROM snmp_profiles WHERE id = ${made.id}`;
    const [audited] = await auditOf(`snmp_profile:${made.id}`, "tools.snmp_profile_created");
    for (const text of [
      stored?.row,
      JSON.stringify(audited),
      JSON.stringify((await call(`GET ${PATH}`)).body),
    ])
      expect(text).not.toContain("s3cret-community");
    expect(audited).toMatchObject({ detail: "Core", after: { name: "Core", has_community: true } });
  });

  test("of version 3 has a user, protocols and keys", async () => {
    const made = await givenProfile({ ...USER, context: "vlan-10" });
    expect(made).toMatchObject({
      version: "v3",
      username: "netatlas",
      auth_protocol: "sha256",
      priv_protocol: "aes",
      context: "vlan-10",
      has_community: false,
      has_auth_key: true,
      has_priv_key: true,
    });
    expect(await secretsOf(made.id)).toEqual({
      community: null,
      auth_key: USER.auth_key,
      priv_key: USER.priv_key,
    });
  });

  test("is listed by name, sw2 before sw10, by pages too", async () => {
    await sql`DELETE FROM snmp_profiles`;
    for (const name of ["sw10", "SW2", "core"]) await givenProfile({ name, community: "x" });
    const names = (body: unknown) =>
      z
        .array(SnmpProfileRead)
        .parse(body)
        .map((profile) => profile.name);
    expect(names((await call(`GET ${PATH}`)).body)).toEqual(["core", "SW2", "sw10"]);
    expect(names((await call(`GET ${PATH}?limit=2`)).body)).toEqual(["core", "SW2"]);
  });

  test("of a name that another has is 409", async () => {
    const { name } = await givenProfile();
    const detail = "SNMP profile name already exists";
    expect(await call(`POST ${PATH}`, { name, community: "x" })).toMatchObject({
      status: 409,
      body: { detail },
    });
    const other = await givenProfile();
    expect(await call(`PATCH ${PATH}/${other.id}`, { name })).toMatchObject({
      status: 409,
      body: { detail },
    });
  });

  test.each([
    [{}, ["community", "v2c profiles need a community"]],
    [{ version: "v1" }, ["community", "v1 profiles need a community"]],
    [{ community: "x", username: "u" }, ["username", "username is for v3 profiles; this one is v2c"]],
    [{ version: "v3" }, ["username", "v3 profiles need a username"]],
    [{ ...USER, community: "x" }, ["community", "v3 profiles have no community"]],
    [{ ...USER, auth_key: null }, ["auth_key", "auth_protocol needs an auth_key"]],
    [{ ...USER, priv_key: null }, ["priv_key", "priv_protocol needs a priv_key"]],
    [{ ...USER, priv_protocol: null }, ["priv_protocol", "priv_key needs a priv_protocol"]],
    [
      { version: "v3", username: "u", priv_protocol: "aes", priv_key: "private-enough" },
      ["priv_protocol", "priv_protocol needs an auth_protocol"],
    ],
  ] as const)("of %j is refused", async (body, issue) => {
    expect(await call(`POST ${PATH}`, { name: "incomplete", ...body })).toMatchObject(
      issues([issue[0], issue[1]]),
    );
  });

  test.each([
    ["name", "   "],
    ["version", "v4"],
    ["community", "x".repeat(129)],
    ["port", 0],
    ["port", 65_536],
    ["timeout_seconds", 16],
    ["retries", 4],
    ["auth_key", "short"],
    ["auth_protocol", "sha1024"],
    ["priv_protocol", "rot13"],
  ])("with %s %j is refused, and the field is named", async (field, value) => {
    const answer = await call(`POST ${PATH}`, { name: "bad", community: "public", [field]: value });
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ["body", field] }] } });
  });
});

describe("a change of an SNMP profile", () => {
  test("keeps what is absent, and a secret that is null", async () => {
    const made = await givenProfile({ community: "first" });
    const changed = await call(`PATCH ${PATH}/${made.id}`, { port: 1161, community: null });
    expect(changed).toMatchObject({
      status: 200,
      body: { ...made, port: 1161, updated_at: expect.any(String) },
    });
    expect(await secretsOf(made.id)).toMatchObject({ community: "first" });
  });

  test("says in the audit log that a secret was replaced, and not by what", async () => {
    const made = await givenProfile({ community: "first" });
    await call(`PATCH ${PATH}/${made.id}`, { community: "second", retries: 0 });
    expect(await secretsOf(made.id)).toMatchObject({ community: "second" });
    const [row] = await auditOf(`snmp_profile:${made.id}`, "tools.snmp_profile_updated");
    expect(row).toMatchObject({
      detail: `${made.name}, community replaced`,
      before: { retries: 1 },
      after: { retries: 0 },
    });
    expect(JSON.stringify(row)).not.toMatch(/first|second/);
  });

  test("to another version drops what only the former one had", async () => {
    const made = await givenProfile({ community: "public" });
    const { id: _id, ...user } = { id: made.id, ...USER };
    expect(await call(`PATCH ${PATH}/${made.id}`, user)).toMatchObject({
      status: 200,
      body: { version: "v3", has_community: false },
    });
    expect(await call(`PATCH ${PATH}/${made.id}`, { version: "v2c" })).toMatchObject(
      issues(["community", "v2c profiles need a community"]),
    );
    expect(await call(`PATCH ${PATH}/${made.id}`, { version: "v2c", community: "back" })).toMatchObject({
      status: 200,
      body: { version: "v2c", username: null, auth_protocol: null, has_auth_key: false, has_priv_key: false },
    });
  });

  test("that takes encryption away drops its key", async () => {
    const made = await givenProfile(USER);
    expect(await call(`PATCH ${PATH}/${made.id}`, { priv_protocol: null })).toMatchObject({
      status: 200,
      body: { auth_protocol: "sha256", has_auth_key: true, priv_protocol: null, has_priv_key: false },
    });
  });

  test("of one that another has changed meanwhile is 412", async () => {
    const made = await givenProfile();
    const { headers } = await call(`GET ${PATH}/${made.id}`);
    const tag = { "If-Match": headers.get("etag") ?? "" };
    expect((await call(`PATCH ${PATH}/${made.id}`, { retries: 2 }, tag)).status).toBe(200);
    expect((await call(`PATCH ${PATH}/${made.id}`, { retries: 3 }, tag)).status).toBe(412);
  });

  test("mends one whose secrets cannot be read any more", async () => {
    const made = await givenProfile();
    const foreign = createEncryption("Zm9yZWlnbi1rZXktZm9yZWlnbi1rZXktZm9yZWlnbiE=").encrypt("{}");
    await sql`UPDATE snmp_profiles SET secrets = ${foreign} WHERE id = ${made.id}`;
    expect(await call(`GET ${PATH}/${made.id}`)).toMatchObject({
      status: 200,
      body: { has_community: false },
    });
    expect(await call(`PATCH ${PATH}/${made.id}`, { community: "anew" })).toMatchObject({ status: 200 });
    expect(await secretsOf(made.id)).toMatchObject({ community: "anew" });
  });
});

describe("a device", () => {
  test("has a profile from its making, by a change, by many at once and by an import", async () => {
    const { id } = await givenProfile();
    const made = await givenDevice({ snmp_profile_id: id });
    expect(await profileOf(made)).toBe(id);
    const changed = await givenDevice({});
    expect((await call(`PATCH /api/v1/topology/devices/${changed}`, { snmp_profile_id: id })).status).toBe(
      200,
    );
    expect(await profileOf(changed)).toBe(id);
    const bulk = await givenDevice({});
    const body = { device_ids: [bulk], snmp_profile_id: id };
    expect((await call("POST /api/v1/topology/devices/bulk-update", body)).status).toBe(200);
    expect(await profileOf(bulk)).toBe(id);
    const [row] = await auditOf("count:1", "topology.devices_bulk_updated");
    expect(row).toMatchObject({ after: { [bulk]: { snmp_profile_id: id } } });
    const devices = [{ hostname: "imported-by-profile", snmp_profile_id: id }];
    const imported = await call("POST /api/v1/topology/devices/import?mode=upsert", { devices });
    const { rows } = z.object({ rows: z.array(z.object({ device_id: z.int() })) }).parse(imported.body);
    expect(await profileOf(rows[0]?.device_id ?? 0)).toBe(id);
  });

  test("stays, without one, when its profile goes; a dry run names it first, the audit log after", async () => {
    const { id, name } = await givenProfile();
    const device = await givenDevice({ hostname: "keeps-living", snmp_profile_id: id });
    expect(await call(`DELETE ${PATH}/${id}?dry_run=true`)).toMatchObject({
      status: 200,
      body: {
        would_delete: { snmp_profiles: { count: 1, names: [name] } },
        would_unassign: { devices: { count: 1, names: ["keeps-living"] } },
      },
    });
    expect((await call(`DELETE ${PATH}/${id}`)).status).toBe(204);
    expect(await profileOf(device)).toBeNull();
    const [row] = await auditOf(`snmp_profile:${id}`, "tools.snmp_profile_deleted");
    expect(row).toMatchObject({ detail: name, before: { name, device_ids: [device] } });
    expect(await call(`DELETE ${PATH}/${id}`)).toMatchObject({
      status: 404,
      body: { detail: "SNMP profile not found" },
    });
  });
});

test("all profiles are opened at once, but for one whose secrets cannot be read", async () => {
  const { db } = service.database;
  const encryption = createEncryption(MASTER_KEY);
  const [readable, spoiled] = [await givenProfile({ community: "mine" }), await givenProfile(USER)];
  const before = await listSnmpAccess({ db, encryption });
  expect(before).toContainEqual(expect.objectContaining({ version: "v2c", community: "mine" }));
  expect(before).toContainEqual(expect.objectContaining({ version: "v3", username: "netatlas" }));
  await sql`UPDATE snmp_profiles SET secrets = 'spoiled' WHERE id = ${spoiled.id}`;
  expect(await listSnmpAccess({ db, encryption })).toHaveLength(before.length - 1);
  await sql`DELETE FROM snmp_profiles WHERE id IN (${readable.id}, ${spoiled.id})`;
});
