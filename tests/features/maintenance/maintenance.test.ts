import { afterAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { MaintenanceOccurrences, MaintenanceRead } from "../../../src/features/maintenance/models";
import { uniqueName } from "../../support/app";
import { createMaintenanceService, dailyIn, MAINTENANCE, runningNow } from "./maintenance-service";

const service = await createMaintenanceService();
const { send, givenWindow, givenDevice, givenGroup, givenSite } = service;
afterAll(service.close);

const NOT_FOUND = { status: 404, body: { detail: "Maintenance not found" } };
const get = async (id: number) => MaintenanceRead.parse((await send(`GET ${MAINTENANCE}/${id}`)).body);
const change = (id: number, body: object, headers = {}) => send(`PATCH ${MAINTENANCE}/${id}`, body, headers);

describe("POST /maintenance", () => {
  test("keeps every field, names what is covered, and says who planned it", async () => {
    const name = uniqueName("core");
    const device = await givenDevice({ name });
    const site = await givenSite({ display_name: "Berlin" });
    const check = await service.givenServiceCheck(device);
    const window = await givenWindow({
      title: " New switch ",
      description: " Short interruptions ",
      scope: {
        device_ids: [device, device],
        site_ids: [site],
        service_check_ids: [check],
        tags: [" core ", "core"],
      },
      schedule: { ...dailyIn(2), from: "2026-01-01T00:00:00+01:00", until: null },
    });
    expect(window).toMatchObject({
      title: "New switch",
      description: "Short interruptions",
      enabled: true,
      scope: {
        everything: false,
        device_ids: [device],
        group_ids: [],
        site_ids: [site],
        service_check_ids: [check],
        monitor_ids: [],
        tags: ["core"],
      },
      schedule: { ...dailyIn(2), from: "2025-12-31T23:00:00.000Z", until: null },
      exceptions: [],
      created_by: service.admin.username,
      state: "scheduled",
      current: null,
    });
    expect(window.covers).toHaveLength(4);
    expect(window.covers).toEqual(
      expect.arrayContaining([
        { kind: "device", id: device, name },
        { kind: "site", id: site, name: "Berlin" },
        { kind: "service_check", id: check, name: `SSH, port 22 of ${name}` },
        { kind: "tag", id: null, name: "core" },
      ]),
    );
    expect(await get(window.id)).toEqual(window);
    expect(await service.auditOf(`maintenance:${window.id}`)).toMatchObject([
      { action: "maintenance.created", before: null, after: { title: "New switch", scope: window.scope } },
    ]);
  });

  test("without a beginning it begins now, for so many minutes", async () => {
    const before = Date.now();
    const window = await givenWindow({ schedule: { kind: "once", duration_minutes: 60 } });
    expect(window.state).toBe("running");
    const { current } = window;
    const startsAt = Date.parse(current?.starts_at ?? "");
    expect(startsAt).toBeWithin(before, Date.now() + 1);
    expect(Date.parse(current?.ends_at ?? "") - startsAt).toBe(3_600_000);
  });

  const once = { kind: "once", starts_at: "2026-11-23T10:00:00Z" };
  const daily = dailyIn(2);
  test.each([
    [{ title: " " }, ["title"]],
    [{ title: "x".repeat(121) }, ["title"]],
    [{ scope: {} }, ["scope"]],
    [{ scope: { everything: false, device_ids: [] } }, ["scope"]],
    [{ scope: { device_ids: ["x"] } }, ["scope", "device_ids", 0]],
    [{ scope: { tags: [" "] } }, ["scope", "tags", 0]],
    [{ schedule: { kind: "often" } }, ["schedule", "kind"]],
    [{ schedule: once }, ["schedule", "ends_at"]],
    [{ schedule: { ...once, ends_at: "2026-11-23T10:00:00Z" } }, ["schedule", "ends_at"]],
    [
      { schedule: { ...once, ends_at: "2026-11-23T11:00:00Z", duration_minutes: 60 } },
      ["schedule", "ends_at"],
    ],
    [{ schedule: { ...once, ends_at: "9999-12-31T00:00:00Z" } }, ["schedule", "ends_at"]],
    [{ schedule: { ...once, duration_minutes: 0 } }, ["schedule", "duration_minutes"]],
    [{ schedule: { ...daily, cron: "0 0 2 * * *" } }, ["schedule", "cron"]],
    [{ schedule: { ...daily, cron: "0 2 31 2 *" } }, ["schedule", "cron"]],
    [{ schedule: { ...daily, cron: "* * * * *" } }, ["schedule", "cron"]],
    [{ schedule: { ...daily, time_zone: "Mars/Phobos" } }, ["schedule", "time_zone"]],
    [{ schedule: { ...daily, duration_minutes: 10_081 } }, ["schedule", "duration_minutes"]],
    [{ schedule: { ...daily, from: "later" } }, ["schedule", "from"]],
  ])("%j is 422", async (fields, loc) => {
    const body = { title: "x", scope: { everything: true }, schedule: runningNow(), ...fields };
    const answer = await send(`POST ${MAINTENANCE}`, body);
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ["body", ...loc] }] } });
  });

  test.each([
    ["device_ids", "Device not found"],
    ["group_ids", "Group not found"],
    ["site_ids", "Site not found"],
    ["service_check_ids", "Service check not found"],
    ["monitor_ids", "Monitor not found"],
  ])("an unknown thing of %s is 404, and nothing is kept", async (kind, detail) => {
    const title = uniqueName("nothing");
    const body = { title, scope: { [kind]: [987_654_321] }, schedule: runningNow() };
    expect(await send(`POST ${MAINTENANCE}`, body)).toMatchObject({ status: 404, body: { detail } });
    expect(await service.database.sql`SELECT 1 FROM maintenance_windows WHERE title = ${title}`).toBeEmpty();
  });

  test("the same request twice under one key plans once", async () => {
    const title = uniqueName("twice");
    const body = { title, scope: { everything: true }, schedule: { kind: "once", duration_minutes: 5 } };
    const headers = { "Idempotency-Key": title };
    const [first, second] = [
      await send(`POST ${MAINTENANCE}`, body, headers),
      await send(`POST ${MAINTENANCE}`, body, headers),
    ];
    expect(second.headers.get("Idempotent-Replayed")).toBe("true");
    expect(MaintenanceRead.parse(second.body).id).toBe(MaintenanceRead.parse(first.body).id);
  });

  test("a dry run shows the window and its audit row, and leaves nothing", async () => {
    const title = uniqueName("trial");
    const body = { title, scope: { everything: true }, schedule: dailyIn(3) };
    expect(await send(`POST ${MAINTENANCE}?dry_run=true`, body)).toMatchObject({
      status: 200,
      body: {
        would_answer: { title, state: "scheduled" },
        would_change: [{ action: "maintenance.created" }],
      },
    });
    expect(await service.database.sql`SELECT 1 FROM maintenance_windows WHERE title = ${title}`).toBeEmpty();
  });
});

test("everybody who is signed in may read, and only who may change monitoring may write", async () => {
  const { id } = await givenWindow();
  const token = await service.tokenOf(await service.givenUser({ role: "Viewer" }));
  for (const path of [MAINTENANCE, `${MAINTENANCE}/${id}`, `${MAINTENANCE}/choices`])
    expect((await service.call(`GET ${path}`, { token })).status).toBe(200);
  for (const what of [`PATCH ${MAINTENANCE}/${id}`, `POST ${MAINTENANCE}/${id}/skip`]) {
    const refusal = { status: 403, body: { detail: "Insufficient permissions" } };
    expect(await service.call(what, { token, body: {} })).toMatchObject(refusal);
  }
  for (const what of [`DELETE ${MAINTENANCE}/${id}`, `POST ${MAINTENANCE}/${id}/end`])
    expect((await service.call(what, { token })).status).toBe(403);
});

describe("GET /maintenance", () => {
  test("gives the newest first, by state, in pages without skips or repeats", async () => {
    await service.database.sql`DELETE FROM maintenance_windows`;
    const [off, soon, now] = [
      await givenWindow({ enabled: false }),
      await givenWindow({ schedule: dailyIn(4) }),
      await givenWindow(),
    ];
    const past = { kind: "once", starts_at: "2020-01-01T00:00:00Z", ends_at: "2020-01-01T01:00:00Z" };
    const over = await givenWindow({ schedule: past });
    const idsOf = async (query: string) =>
      z
        .array(MaintenanceRead)
        .parse((await send(`GET ${MAINTENANCE}${query}`)).body)
        .map(({ id }) => id);
    expect((await idsOf("")).slice(0, 4)).toEqual([over.id, now.id, soon.id, off.id]);
    expect(await idsOf("?state=over")).toEqual([over.id]);
    expect(await idsOf("?state=disabled")).toContain(off.id);
    expect(await idsOf("?state=running")).toContain(now.id);
    expect(await idsOf("?state=running")).not.toContain(off.id);
    const walked: number[] = [];
    let path: string | undefined = `${MAINTENANCE}?limit=2`;
    while (path !== undefined) {
      const answer = await send(`GET ${path}`);
      walked.push(
        ...z
          .array(MaintenanceRead)
          .parse(answer.body)
          .map(({ id }) => id),
      );
      path = /<(.*)>/.exec(answer.headers.get("Link") ?? "")?.[1];
    }
    expect(walked).toEqual(await idsOf(""));
  });
});

describe("PATCH /maintenance/{id}", () => {
  test("changes what is given, and the audit row holds what an undo needs", async () => {
    const device = await givenDevice();
    const group = await givenGroup();
    const window = await givenWindow({ scope: { device_ids: [device] }, schedule: dailyIn(5) });
    const changed = await change(window.id, { scope: { group_ids: [group] }, enabled: false });
    expect(changed).toMatchObject({
      status: 200,
      body: {
        title: window.title,
        enabled: false,
        scope: { device_ids: [], group_ids: [group] },
        schedule: window.schedule,
        state: "disabled",
        next: null,
      },
    });
    const [entry] = await service.auditOf(`maintenance:${window.id}`, "maintenance.updated");
    expect(entry).toMatchObject({
      before: { enabled: true, scope: window.scope },
      after: { enabled: false, scope: { device_ids: [], group_ids: [group] } },
    });
    const undone = await change(window.id, z.record(z.string(), z.unknown()).parse(entry?.before));
    expect(undone.body).toMatchObject({ enabled: true, scope: window.scope });
  });

  test("another schedule forgets the exceptions of the old one", async () => {
    const window = await givenWindow({ schedule: dailyIn(5) });
    await send(`POST ${MAINTENANCE}/${window.id}/skip`, {});
    expect((await get(window.id)).exceptions).toHaveLength(1);
    await change(window.id, { title: "Other" });
    expect((await get(window.id)).exceptions).toHaveLength(1);
    await change(window.id, { schedule: runningNow() });
    expect(await get(window.id)).toMatchObject({
      exceptions: [],
      schedule: { kind: "once" },
      state: "running",
    });
  });

  test("a stale copy is 412, and time alone makes none stale for a write", async () => {
    const { id } = await givenWindow();
    const tag = (await send(`GET ${MAINTENANCE}/${id}`)).headers.get("ETag") ?? "";
    expect((await change(id, { title: "mine" }, { "If-Match": tag })).status).toBe(200);
    expect((await change(id, { title: "theirs" }, { "If-Match": tag })).status).toBe(412);
    expect((await send(`DELETE ${MAINTENANCE}/${id}`, undefined, { "If-Match": tag })).status).toBe(412);
  });

  test("an unknown one is 404", async () => {
    expect(await change(987_654_321, { title: "x" })).toMatchObject(NOT_FOUND);
  });
});

describe("POST /maintenance/{id}/end", () => {
  test("ends what happens once, for good", async () => {
    const { id } = await givenWindow();
    expect(await send(`POST ${MAINTENANCE}/${id}/end`)).toMatchObject({
      status: 200,
      body: { state: "over", current: null, next: null },
    });
    expect(await send(`POST ${MAINTENANCE}/${id}/end`)).toMatchObject({
      status: 409,
      body: { detail: "The maintenance does not run" },
    });
    expect(await service.auditOf(`maintenance:${id}`, "maintenance.ended")).toHaveLength(1);
  });

  test("ends this occurrence of a recurring one; the next comes, and an edit brings the first back", async () => {
    const window = await givenWindow({
      schedule: { kind: "recurring", cron: "0 * * * *", time_zone: "UTC", duration_minutes: 60 },
    });
    expect(window.state).toBe("running");
    const ended = MaintenanceRead.parse((await send(`POST ${MAINTENANCE}/${window.id}/end`)).body);
    expect(ended).toMatchObject({
      state: "scheduled",
      current: null,
      next: { starts_at: window.current?.ends_at },
    });
    expect(ended.exceptions).toMatchObject([{ starts_at: window.current?.starts_at }]);
    await change(window.id, { exceptions: [] });
    expect(await get(window.id)).toMatchObject({ state: "running", current: window.current });
  });

  test("of two who end it one is told that it does not run any more", async () => {
    const { id } = await givenWindow();
    const answers = await Promise.all([1, 2].map(() => send(`POST ${MAINTENANCE}/${id}/end`)));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  });

  test("a disabled one does not run", async () => {
    const { id } = await givenWindow({ enabled: false });
    expect((await send(`POST ${MAINTENANCE}/${id}/end`)).status).toBe(409);
  });
});

describe("POST /maintenance/{id}/skip", () => {
  test("leaves out the next occurrence, or the one that is named", async () => {
    const window = await givenWindow({ schedule: dailyIn(6) });
    const day = (offset: number) =>
      new Date(Date.parse(window.next?.starts_at ?? "") + offset * 86_400_000).toISOString();
    const skip = (body: object) => send(`POST ${MAINTENANCE}/${window.id}/skip`, body);
    expect(await skip({})).toMatchObject({ status: 200, body: { next: { starts_at: day(1) } } });
    expect(await skip({ starts_at: day(2) })).toMatchObject({
      status: 200,
      body: { next: { starts_at: day(1) } },
    });
    expect((await get(window.id)).exceptions).toEqual([
      { starts_at: day(0), ends_at: day(0) },
      { starts_at: day(2), ends_at: day(2) },
    ]);
    expect((await skip({ starts_at: day(2) })).status).toBe(409);
    expect((await skip({ starts_at: day(0.5) })).status).toBe(409);
  });

  test("what happens once has none", async () => {
    const { id } = await givenWindow();
    expect((await send(`POST ${MAINTENANCE}/${id}/skip`, {})).status).toBe(409);
  });
});

describe("DELETE /maintenance/{id}", () => {
  test("removes it, and its audit row holds all of it", async () => {
    const device = await givenDevice();
    const window = await givenWindow({ scope: { device_ids: [device] } });
    const path = `${MAINTENANCE}/${window.id}`;
    expect(await send(`DELETE ${path}?dry_run=true`)).toMatchObject({
      status: 200,
      body: { would_delete: { maintenance_windows: { count: 1, names: [window.title] } } },
    });
    expect((await send(`DELETE ${path}`)).status).toBe(204);
    expect(await send(`GET ${path}`)).toMatchObject(NOT_FOUND);
    expect(await service.auditOf(`maintenance:${window.id}`, "maintenance.deleted")).toMatchObject([
      { before: { title: window.title, scope: window.scope, schedule: window.schedule } },
    ]);
  });

  test("a device that goes leaves the scope, which may be empty then", async () => {
    const device = await givenDevice();
    const window = await givenWindow({ scope: { device_ids: [device] } });
    await send(`DELETE /api/v1/topology/devices/${device}`);
    expect(await get(window.id)).toMatchObject({ scope: { device_ids: [] }, covers: [] });
  });
});

describe("GET /maintenance/occurrences", () => {
  const between = (from: string, to: string) => send(`GET ${MAINTENANCE}/occurrences?from=${from}&to=${to}`);

  test("gives what runs in the span in order, without what was skipped and without disabled windows", async () => {
    const title = uniqueName("night");
    const schedule = {
      kind: "recurring",
      cron: "30 2 * * *",
      time_zone: "Europe/Berlin",
      duration_minutes: 60,
    };
    const { id } = await givenWindow({ title, schedule });
    await givenWindow({ title: `${title} off`, schedule, enabled: false });
    const skipped = "2030-03-30T01:30:00.000Z";
    await change(id, { exceptions: [{ starts_at: skipped, ends_at: skipped }] });
    const { occurrences, is_truncated: isTruncated } = MaintenanceOccurrences.parse(
      (await between("2030-03-29T02:00:00Z", "2030-04-01T00:30:00Z")).body,
    );
    expect(isTruncated).toBe(false);
    expect(occurrences.filter((one) => one.title.startsWith(title))).toEqual([
      {
        maintenance_id: id,
        title,
        starts_at: "2030-03-29T01:30:00.000Z",
        ends_at: "2030-03-29T02:30:00.000Z",
      },
      {
        maintenance_id: id,
        title,
        starts_at: "2030-03-31T01:00:00.000Z",
        ends_at: "2030-03-31T02:00:00.000Z",
      },
    ]);
  });

  test("gives 2,000 at most, and says so", async () => {
    const often = { kind: "recurring", cron: "*/5 * * * *", time_zone: "UTC", duration_minutes: 1 };
    await givenWindow({ schedule: { ...often, from: "2031-01-01T00:00:00Z" } });
    const { body } = await between("2031-01-01T00:00:00Z", "2031-02-01T00:00:00Z");
    const { occurrences, is_truncated: isTruncated } = MaintenanceOccurrences.parse(body);
    expect({ count: occurrences.length, isTruncated }).toEqual({ count: 2000, isTruncated: true });
  });

  test.each([
    ["2026-11-23T00:00:00Z", "2026-11-23T00:00:00Z", "from"],
    ["2026-11-23T00:00:00Z", "2026-11-22T00:00:00Z", "from"],
    ["2026-11-23T00:00:00Z", "2027-02-23T00:00:00Z", "to"],
  ])("from %s to %s is 422 at %s", async (from, to, at) => {
    expect(await between(from, to)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["query", at] }] },
    });
  });
});

test("an exception that ends before it begins is refused at its beginning", async () => {
  const { id } = await givenWindow({});
  const exceptions = [{ starts_at: "2030-01-02T00:00:00Z", ends_at: "2030-01-01T00:00:00Z" }];
  expect(await change(id, { exceptions })).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ["body", "exceptions", 0, "starts_at"] }] },
  });
});

test("the choices are what has the text in its name, of each kind some, those first that begin with it", async () => {
  const stem = uniqueName("zebra");
  const inner = await givenDevice({ name: `a ${stem}` });
  const device = await givenDevice({ name: `${stem} 1`, ip_address: "198.51.100.77", tags: [`${stem}-tag`] });
  const group = await givenGroup({ name: `${stem} group` });
  const site = await givenSite({ name: `${stem} site` });
  const monitor = await service.givenMonitor(`${stem} monitor`, [`${stem}-tag`]);
  const check = await service.givenServiceCheck(device);
  const choose = (text: string) => send(`GET ${MAINTENANCE}/choices?q=${encodeURIComponent(text)}`);
  expect((await choose(stem.toUpperCase())).body).toEqual({
    choices: [
      { kind: "device", id: device, name: `${stem} 1` },
      { kind: "device", id: inner, name: `a ${stem}` },
      { kind: "group", id: group, name: `${stem} group` },
      { kind: "site", id: site, name: `${stem} site` },
      { kind: "service_check", id: check, name: `SSH, port 22 of ${stem} 1` },
      { kind: "monitor", id: monitor, name: `${stem} monitor` },
      { kind: "tag", id: null, name: `${stem}-tag` },
    ],
  });
  expect((await choose("198.51.100.7")).body).toEqual({
    choices: [{ kind: "device", id: device, name: `${stem} 1` }],
  });
  expect((await choose("100%")).body).toEqual({ choices: [] });
});
