import { afterAll, afterEach, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { CheckOutcome } from "../../../../src/features/monitoring/engine/decide";
import { probeGroup } from "../../../../src/features/monitoring/group/read";
import { maintenanceWindows } from "../../../../src/features/maintenance/tables";
import { MonitorRead } from "../../../../src/features/monitoring/monitors/models";
import {
  checkResults,
  checkTargets,
  groupMembers,
  groupWakes,
  incidents,
} from "../../../../src/features/monitoring/tables";
import { createScriptedProbes, monitored, startTestEngine } from "../../../support/monitoring";
import { waitFor } from "../../../support/wait-for";
import { monitorTargets } from "../monitor-targets";
import { createMonitoringService, MONITORS } from "../monitoring-service";
import { patient } from "../../../support/patience";

const engines: ReturnType<typeof startTestEngine>[] = [];
const service = await createMonitoringService({
  onChange: () => {
    for (const { engine } of engines) engine.wake();
  },
});
const { send, givenMonitor, viewerToken, auditOf, database } = service;
const { db, sql } = database;
const { givenDevice, givenServiceCheck, statesOf } = monitored(database);

const scripted = createScriptedProbes();
const groupsAsked: number[] = [];
const probes = {
  ...scripted.probes,
  async group(monitor: Parameters<typeof probeGroup>[1]): Promise<CheckOutcome> {
    groupsAsked.push(monitor.id);
    return probeGroup(db, monitor);
  },
};

const startEngine = () => {
  const started = startTestEngine(database, { probes });
  engines.push(started);
  return started;
};

afterEach(async () => {
  await Promise.all(engines.splice(0).map(({ engine }) => engine.stop()));
  await sql`DELETE FROM maintenance_windows`;
  await sql`DELETE FROM monitors`;
  await sql`DELETE FROM service_checks`;
  await sql`DELETE FROM devices`;
  groupsAsked.length = 0;
});
afterAll(() => service.close());

type Member = { kind: "device" | "service_check" | "monitor"; id: number; device_id?: number };

/** One that is looked at once in a day by itself, so that what happens sooner has come from its members. */
const givenGroup = (mode: "all" | "any", members: readonly Member[]) =>
  givenMonitor({
    kind: "group",
    url: undefined,
    group_mode: mode,
    members,
    check_interval_seconds: 86_400,
    // Members are confirmed already: this changes nothing.
    max_retries: 5,
  });

let addresses = 0;
async function givenDevices(count: number) {
  const list: { id: number; address: string; member: Member }[] = [];
  for (let index = 0; index < count; index += 1) {
    addresses += 1;
    const address = `198.51.100.${addresses}`;
    const id = await givenDevice(address, { displayName: `web${index + 1}` });
    scripted.set("up", address);
    list.push({ id, address, member: { kind: "device", id } });
  }
  return list as [(typeof list)[number], (typeof list)[number], ...typeof list];
}

const { targetOf, untilState } = monitorTargets(db);

const read = async (id: number) => MonitorRead.parse((await send(`GET ${MONITORS}/${id}`)).body);

test("a group of all is down with one member, one of any while the last is, and both come back", async () => {
  const [one, other] = await givenDevices(2);
  const all = await givenGroup("all", [one.member, other.member]);
  const any = await givenGroup("any", [one.member, other.member]);
  startEngine();
  await untilState(all.id, "up");
  await untilState(any.id, "up");

  scripted.set("down", one.address);
  const down = await untilState(all.id, "down");
  expect(down.result).toMatchObject({ error: "1 of 2 down: web1" });
  const stillUp = await waitFor("any to have been told", async () => {
    const target = await targetOf(any.id);
    return target?.result?.["message"] === "1 of 2 down: web1" && target;
  });
  expect(stillUp).toMatchObject({ state: "up", result: { error: null } });

  scripted.set("down", other.address);
  expect((await untilState(any.id, "down")).result).toMatchObject({ error: "2 of 2 down: web1, web2" });
  scripted.set("up", one.address, other.address);
  await untilState(any.id, "up");
  const { id } = await untilState(all.id, "up");

  expect(await db.select().from(incidents).where(eq(incidents.targetId, id))).toMatchObject([
    { error: "1 of 2 down: web1", endedAt: expect.any(Date) },
  ]);
  expect(await statesOf(id)).toEqual(["unknown", "up", "down", "up"]);
  const history = (await send(`GET ${MONITORS}/${all.id}/history`)).body as { status: string }[];
  expect(history[0]).toMatchObject({ status: "online" });
  expect(history.some(({ status }) => status === "offline")).toBe(true);
  expect(history.at(-1)).toMatchObject({ status: "online" });
  expect(await read(all.id)).toMatchObject({ last_status: "online", uptime_24h: expect.any(Number) });
});

test("a change of a member reaches the group within seconds, long before its own interval", async () => {
  const [one, other] = await givenDevices(2);
  const { id } = await givenGroup("all", [one.member, other.member]);
  startEngine();
  await untilState(id, "up");
  scripted.set("down", one.address);
  await waitFor("the member to be down", async () => {
    const [row] = await db.select().from(checkTargets).where(eq(checkTargets.deviceId, one.id));
    return row?.state === "down";
  });
  const begun = performance.now();
  await untilState(id, "down");
  expect(performance.now() - begun).toBeLessThan(patient(6000));
});

test("while nothing changes nobody looks at a group between its intervals", async () => {
  const [one, other] = await givenDevices(2);
  const { id } = await givenGroup("all", [one.member, other.member]);
  startEngine();
  await untilState(id, "up");
  // Its members may have become known one after the other.
  await waitFor("the last wake to be over", async () => (await db.$count(groupWakes)) === 0);
  await Bun.sleep(2500);
  const before = groupsAsked.length;
  await Bun.sleep(4000);
  expect(groupsAsked.length).toBe(before);
});

test("members in maintenance and paused ones are left out, and with nobody left the group is unknown", async () => {
  const [one, other] = await givenDevices(2);
  scripted.set("down", one.address);
  const { id } = await givenGroup("all", [one.member, other.member]);
  const { engine } = startEngine();
  await untilState(id, "down");
  await sql`UPDATE devices SET monitoring_paused = true WHERE id = ${one.id}`;
  engine.wake();
  await untilState(id, "up");
  await db.insert(maintenanceWindows).values({
    title: "All of it but not the group",
    isEnabled: true,
    coversEverything: false,
    startsAt: new Date(Date.now() - 60_000),
    endsAt: new Date(Date.now() + 3_600_000),
  });
  await sql`INSERT INTO maintenance_scopes (maintenance_id, device_id) SELECT id, ${other.id} FROM maintenance_windows`;
  engine.wake();
  const unknown = await untilState(id, "unknown");
  expect(unknown.result).toMatchObject({ error: "No member counts: all are paused or in maintenance" });
  expect(await db.select().from(incidents).where(eq(incidents.targetId, unknown.id))).toMatchObject([
    { error: "1 of 2 down: web1", endedAt: expect.any(Date) },
  ]);
});

test("a group in maintenance of its own is in maintenance, and no incident begins", async () => {
  const [one, other] = await givenDevices(2);
  const { id } = await givenGroup("all", [one.member, other.member]);
  await sql`
    WITH made AS (
      INSERT INTO maintenance_windows (title, is_enabled, covers_everything, starts_at, ends_at)
      VALUES ('The group', true, false, now() - interval '1 minute', now() + interval '1 hour') RETURNING id)
    INSERT INTO maintenance_scopes (maintenance_id, monitor_id) SELECT id, ${id} FROM made`;
  scripted.set("down", one.address);
  startEngine();
  await untilState(id, "maintenance");
  const target = await waitFor("its result", async () => {
    const found = await targetOf(id);
    return found?.confirmed === "down" && found;
  });
  expect(target.state).toBe("maintenance");
  expect(await db.select().from(incidents).where(eq(incidents.targetId, target.id))).toEqual([]);
});

test("members that are deleted leave, and the group is looked at without them", async () => {
  const [one, other] = await givenDevices(2);
  scripted.set("down", one.address);
  const { id } = await givenGroup("all", [one.member, other.member]);
  startEngine();
  await untilState(id, "down");
  await sql`DELETE FROM devices WHERE id = ${one.id}`;
  await untilState(id, "up");
  expect(await read(id)).toMatchObject({ members: [other.member], member_states: [{ state: "up" }] });
});

test("a monitor that is deleted leaves its groups, and the audit entry says which", async () => {
  const member = await givenMonitor();
  const { id } = await givenGroup("all", [{ kind: "monitor", id: member.id }]);
  expect(await send(`DELETE ${MONITORS}/${member.id}`)).toMatchObject({ status: 204 });
  expect(await read(id)).toMatchObject({ members: [], member_states: [] });
  const entries = await auditOf(`monitor:${member.id}`);
  expect(entries.find(({ action }) => action === "monitor.deleted")).toMatchObject({
    before: { removed: { group_members: { count: 1, rows: [{ group_id: id, monitor_id: member.id }] } } },
  });
  // Of a group that has lost all its members the rest can still be changed.
  expect(await send(`PATCH ${MONITORS}/${id}`, { name: "nobody is left" })).toMatchObject({ status: 200 });
  startEngine();
  const target = await waitFor("it to be looked at", async () => {
    const found = await targetOf(id);
    return found?.checkedAt !== null && found?.checkedAt !== undefined && found;
  });
  expect(target).toMatchObject({ state: "unknown", result: { error: "No member is watched" } });
});

test("a check of every device counts once for each of them, and with a device_id on that one alone", async () => {
  const [one, other] = await givenDevices(2);
  const check = await givenServiceCheck(8080, { label: "shop", failuresToDown: 1 });
  scripted.set("down", `${one.address}:8080`);
  const whole = await givenGroup("all", [{ kind: "service_check", id: check }]);
  const onOther = await givenGroup("all", [{ kind: "service_check", id: check, device_id: other.id }]);
  startEngine();
  expect((await untilState(whole.id, "down")).result).toMatchObject({ error: "1 of 2 down: shop on web1" });
  await untilState(onOther.id, "up");
  expect((await read(whole.id)).member_states).toEqual([
    {
      kind: "service_check",
      id: check,
      device_id: null,
      name: "shop on every device",
      state: "down",
      targets: 2,
    },
  ]);
  expect((await read(onOther.id)).member_states).toMatchObject([
    { device_id: other.id, name: "shop on web2", state: "up", targets: 1 },
  ]);
});

test("two engines decide each change once", async () => {
  const [one, other] = await givenDevices(2);
  const { id } = await givenGroup("all", [one.member, other.member]);
  startEngine();
  startEngine();
  await untilState(id, "up");
  scripted.set("down", one.address, other.address);
  await untilState(id, "down");
  scripted.set("up", one.address, other.address);
  const target = await untilState(id, "up");
  expect(await statesOf(target.id)).toEqual(["unknown", "up", "down", "up"]);
  expect(await db.$count(incidents, eq(incidents.targetId, target.id))).toBe(1);
  const results = await db.select().from(checkResults).where(eq(checkResults.targetId, target.id));
  expect(results.length).toBeLessThanOrEqual(groupsAsked.length);
});

test("a group that is switched off keeps no list of what changed", async () => {
  const [one, other] = await givenDevices(2);
  const { id } = await givenGroup("all", [one.member, other.member]);
  await send(`PATCH ${MONITORS}/${id}`, { enabled: false });
  startEngine();
  await untilState(id, "paused");
  await waitFor(
    "members to be up",
    async () => (await db.$count(checkTargets, eq(checkTargets.state, "up"))) === 2,
  );
  await waitFor("nothing to be kept", async () => (await db.$count(groupWakes)) === 0);
  expect(await read(id)).toMatchObject({ enabled: false, last_result: { state: "paused" } });
});

test("what cannot be a group is refused, with the field that is wrong", async () => {
  const [{ member, id: deviceId }, other] = await givenDevices(2);
  const check = await givenServiceCheck(8080, { deviceId });
  const group = await givenGroup("any", [member]);
  const refused = async (body: Record<string, unknown>, loc: unknown[], text: string) => {
    const answer = await send(`POST ${MONITORS}`, { name: "x", kind: "group", members: [member], ...body });
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc }] } });
    expect(answer.text).toContain(text);
  };
  await refused({ members: [] }, ["body", "members"], "a group needs a member");
  await refused(
    { members: Array.from({ length: 201 }, (_, id) => ({ kind: "device", id: id + 1 })) },
    ["body", "members"],
    "200",
  );
  await refused(
    { members: [{ kind: "monitor", id: group.id }] },
    ["body", "members", 0],
    "cannot be in another",
  );
  await refused(
    { members: [member, { kind: "device", id: 999_999 }] },
    ["body", "members", 1],
    "no device 999999",
  );
  await refused({ members: [{ kind: "monitor", id: 999_999 }] }, ["body", "members", 0], "no monitor");
  await refused(
    { members: [{ kind: "service_check", id: 999_999 }] },
    ["body", "members", 0],
    "no service check",
  );
  await refused(
    { members: [{ ...member, device_id: deviceId }] },
    ["body", "members", 0],
    "only a service check",
  );
  await refused(
    { members: [{ kind: "service_check", id: check, device_id: other.id }] },
    ["body", "members", 0],
    "not on device",
  );
  await refused({ members: [{ kind: "site", id: 1 }] }, ["body", "members", 0, "kind"], "kind");
  await refused({ group_mode: "most" }, ["body", "group_mode"], "group_mode must be one of");
  await refused({ url: "https://example.com" }, ["body", "url"], "a group monitor has no URL");
  await refused({ kind: "push" }, ["body", "members"], "only a group has members");
  const kind = await send(`PATCH ${MONITORS}/${group.id}`, { kind: "http" });
  expect(kind).toMatchObject({ status: 422, body: { detail: [{ loc: ["body", "kind"] }] } });
  expect(await send(`PATCH ${MONITORS}/${group.id}`, { members: [] })).toMatchObject({ status: 422 });
});

test("members are changed by tag and dry run, audited, and stay where they are not named", async () => {
  const [one, other] = await givenDevices(2);
  const { id, members } = await givenGroup("all", [one.member, one.member]);
  expect(members).toEqual([{ ...one.member, device_id: null }] as MonitorRead["members"]);
  const tag = (await send(`GET ${MONITORS}/${id}`)).headers.get("ETag") ?? "";
  const both = { members: [other.member, one.member], group_mode: "any" };
  const dry = await send(`PATCH ${MONITORS}/${id}?dry_run=true`, both, { "If-Match": tag });
  expect(dry).toMatchObject({ status: 200, body: { would_answer: { group_mode: "any" } } });
  expect(await db.$count(groupMembers, eq(groupMembers.groupId, id))).toBe(1);
  expect(await send(`PATCH ${MONITORS}/${id}`, both, { "If-Match": tag })).toMatchObject({ status: 200 });
  expect(await send(`PATCH ${MONITORS}/${id}`, both, { "If-Match": tag })).toMatchObject({ status: 412 });
  expect(await send(`PATCH ${MONITORS}/${id}`, { name: "renamed" })).toMatchObject({
    status: 200,
    body: { members: [{ id: other.id }, { id: one.id }], group_mode: "any" },
  });
  const [, changed] = (await auditOf(`monitor:${id}`)).toReversed();
  expect(changed).toMatchObject({
    action: "monitor.updated",
    before: { members: [{ id: one.id }], group_mode: "all" },
    after: { members: [{ id: other.id }, { id: one.id }], group_mode: "any" },
  });
  expect(await service.call(`PATCH ${MONITORS}/${id}`, { token: viewerToken, body: both })).toMatchObject({
    status: 403,
  });
});

test("trying a group says what it would be now, and asks nobody", async () => {
  const [one, other] = await givenDevices(2);
  scripted.set("down", one.address);
  const group = await givenGroup("all", [one.member, other.member]);
  startEngine();
  await untilState(group.id, "down");
  const tried = (body: Record<string, unknown>) => send(`POST ${MONITORS}/test`, body);
  const fields = { kind: "group", members: [one.member, other.member] };
  expect((await tried(fields)).body).toMatchObject({
    status: "down",
    error: "1 of 2 down: web1",
    assertions: [],
  });
  expect((await tried({ ...fields, group_mode: "any" })).body).toMatchObject({
    status: "up",
    error: null,
    details: { message: "1 of 2 down: web1" },
  });
  expect((await tried({ monitor_id: group.id, members: [other.member] })).body).toMatchObject({
    status: "up",
  });
  expect((await tried({ monitor_id: group.id })).body).toMatchObject({ status: "down" });
  expect(await tried({ kind: "group", members: [{ kind: "monitor", id: group.id }] })).toMatchObject({
    status: 422,
  });
});
