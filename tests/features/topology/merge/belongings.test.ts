import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { z } from "zod";
import { discoveryObservations, discoveryPresences, discoverySchedules } from "#tables/discovery";
import { maintenanceScopes } from "#tables/maintenance";
import { checkTargets, groupMembers, serviceChecks, stateChanges } from "#tables/monitoring";
import { lldpNeighbours, lldpSources } from "#tables/neighbours";
import { statusPageComponents } from "#tables/status-pages";
import { deviceIdentities, favouriteDevices } from "#tables/topology";
import { DeviceMerged } from "../../../../src/features/topology/merge/models";
import { givenMergeService } from "./given";
import { patient } from "../../../support/patience";

setDefaultTimeout(patient(20_000));

const { service, user, token, make, mergeInto, givenDevice, read, merge } = await givenMergeService();
const { db, sql } = service.database;
const adminToken = await service.tokenOf(await service.givenAdmin());
afterAll(service.close);

const API = "/api/v1";

const belongingsOf = ({ merge: { belongings } }: Pick<DeviceMerged, "merge">) =>
  belongings.map(({ kind, outcome, names }) => `${kind} ${outcome}: ${names.join(", ")}`).sort();

describe("what belongs to the other device", () => {
  let kept: number;
  let gone: number;
  let others: number[];
  let checks: Record<"kept" | "same" | "moved" | "everywhere", number>;
  let group: number;
  let tried: string[];
  let merged: DeviceMerged;

  beforeAll(async () => {
    kept = await givenDevice({ name: "Kept", ip_address: "10.2.0.1" });
    gone = await givenDevice({ name: "Gone", ip_address: "10.2.0.2" });
    others = [
      await givenDevice({ name: "Above", ip_address: "10.2.0.3" }),
      await givenDevice({ name: "Below", ip_address: "10.2.0.4" }),
    ];
    const [above = 0, below = 0] = others;
    for (const [source, target, more] of [
      [kept, gone, {}],
      [gone, above, { source_interface: "eth0", notes: "patch 7" }],
      [above, kept, { target_interface: "ETH0" }],
      [below, gone, {}],
    ] as const)
      await make("/topology/relationships", {
        source_device_id: source,
        target_device_id: target,
        ...more,
      });
    await make("/topology/layouts", {
      name: "placed both",
      positions: { [`device-${kept}`]: { x: 1, y: 1 }, [`device-${gone}`]: { x: 2, y: 2 } },
    });
    await make("/topology/layouts", {
      name: "placed one",
      positions: { [`device-${gone}`]: { x: 3, y: 4 } },
    });
    await db.insert(favouriteDevices).values({ userId: user.id, deviceId: gone });
    const check = (body: object) => make("/monitoring/service-checks", body);
    checks = {
      kept: await check({ device_id: kept, port: 443, label: "web", check_type: "tcp" }),
      same: await check({ device_id: gone, port: 443, label: "https", check_type: "tcp" }),
      moved: await check({ device_id: gone, port: 22, label: "ssh", check_type: "tcp" }),
      everywhere: await check({ port: 9, label: "everywhere", check_type: "tcp" }),
    };
    await givenHistories();
    group = await make("/monitors", {
      name: "both",
      kind: "group",
      members: [
        { kind: "device", id: kept },
        { kind: "device", id: gone },
        { kind: "service_check", id: checks.same },
      ],
    });
    await choose(kept, [above]);
    await choose(above, [gone]);
    await choose(below, [gone]);
    await make("/maintenance", {
      title: "Upgrade",
      scope: { device_ids: [kept, gone], service_check_ids: [checks.same] },
      schedule: { kind: "once", duration_minutes: 5 },
    });
    await make(
      "/admin/status-pages",
      {
        slug: "example",
        title: "Example",
        groups: [
          {
            name: "All",
            components: [
              { kind: "device", id: kept, name: "Core" },
              { kind: "device", id: gone, name: "Core again" },
              { kind: "service_check", id: checks.moved, name: "Shell" },
            ],
          },
        ],
      },
      adminToken,
    );
    await givenObserved();
    const trial = await mergeInto(kept, { other_device_id: gone }, "?dry_run=true");
    tried = belongingsOf(z.object({ would_answer: DeviceMerged }).parse(trial.body).would_answer);
    expect((await read(gone)).status).toBe(200);
    merged = await merge(kept, gone);
  });

  const choose = (id: number, parents: number[]) =>
    service.call(`PUT ${API}/monitoring/devices/${id}/dependencies`, {
      token,
      body: { mode: "chosen", parent_ids: parents },
    });

  /** As the engine makes them: of both devices, of each check on its device, and of the check of all on both. */
  async function givenHistories(): Promise<void> {
    const target = {
      intervalSeconds: 60,
      retrySeconds: 20,
      failuresToDown: 2,
      successesToUp: 1,
      subject: "x",
    };
    const rows = await db
      .insert(checkTargets)
      .values([
        { ...target, kind: "device", deviceId: kept },
        { ...target, kind: "device", deviceId: gone },
        { ...target, kind: "service", deviceId: kept, serviceCheckId: checks.kept },
        { ...target, kind: "service", deviceId: gone, serviceCheckId: checks.same },
        { ...target, kind: "service", deviceId: gone, serviceCheckId: checks.moved },
        { ...target, kind: "service", deviceId: gone, serviceCheckId: checks.everywhere },
      ])
      .returning({ id: checkTargets.id });
    await db
      .insert(stateChanges)
      .values(rows.map(({ id }) => ({ targetId: id, at: new Date(), state: "up", reason: `of ${id}` })));
  }

  /** What neighbours have heard, and what schedules and agents have said. */
  async function givenObserved(): Promise<void> {
    const [above = 0] = others;
    const heard = { protocol: "lldp", remoteChassisId: "AA", remoteSystemName: "heard" };
    await db.insert(lldpSources).values([{ id: gone }]);
    await db.insert(lldpNeighbours).values([
      { ...heard, sourceDeviceId: kept, localPortIndex: 1 },
      { ...heard, sourceDeviceId: gone, localPortIndex: 1, dismissed: true },
      { ...heard, sourceDeviceId: gone, localPortIndex: 2 },
      { ...heard, sourceDeviceId: above, localPortIndex: 3, localPortName: "Gi0/3", matchedDeviceId: gone },
      { ...heard, sourceDeviceId: kept, localPortIndex: 4, localPortName: "Gi0/4", matchedDeviceId: gone },
    ]);
    const [schedule] = await db
      .insert(discoverySchedules)
      .values({
        ownerUserId: user.id,
        name: "Office",
        target: "10.2.0.0/24",
        scanType: "ping",
        isEnabled: false,
        intervalMinutes: 60,
        confirmsLargeScan: false,
        dueAt: new Date(),
      })
      .returning({ id: discoverySchedules.id });
    const scheduleId = schedule?.id ?? 0;
    const seen = { scheduleId, observationType: "field_change" };
    await db.insert(discoveryObservations).values([
      { ...seen, deviceId: kept, subjectKey: `device:${kept}`, summary: "kept changed" },
      { ...seen, deviceId: gone, subjectKey: `device:${gone}`, summary: "gone changed" },
      {
        ...seen,
        observationType: "disappeared",
        deviceId: gone,
        subjectKey: `device:${gone}`,
        summary: "gone is away",
      },
      {
        ...seen,
        observationType: "conflict",
        deviceId: kept,
        subjectKey: "ip:10.2.0.1",
        summary: "one machine",
        details: { other_device_id: gone },
      },
    ]);
    await db.insert(discoveryPresences).values({
      scheduleId,
      ipAddress: "10.2.0.2",
      deviceId: gone,
      lastScanId: 1,
      lastSeenAt: new Date(),
      reportedKey: `device:${gone}`,
    });
    await db.insert(deviceIdentities).values([
      { deviceId: kept, kind: "engine_id", value: "80:00:01", source: "scan" },
      { deviceId: gone, kind: "engine_id", value: "80:00:01", source: "scan" },
      { deviceId: gone, kind: "serial_number", value: "fox1", source: "scan" },
    ]);
  }

  test("is told one by one, and the same by a dry run, which does nothing of it", () => {
    expect(belongingsOf(merged)).toEqual(tried);
    expect(belongingsOf(merged)).toEqual(
      [
        "relationships moved: link to Below",
        "relationships joined: link to Above",
        "relationships dropped: link to Kept",
        "layout_positions moved: placed one",
        "layout_positions dropped: placed both",
        `favourites moved: ${user.username}`,
        "identities moved: 80:00:01, fox1",
        "service_checks moved: ssh, port 22",
        "service_checks joined: https, port 443",
        "check_histories dropped: reachability, https",
        "group_members moved: both",
        "group_members joined: both",
        "dependents moved: Above, Below",
        "circular_dependencies dropped: Above",
        "maintenance_windows moved: Upgrade",
        "status_page_components moved: ",
        "status_page_components joined: Core again",
        "neighbours moved: heard, heard",
        "neighbour_matches moved: Gi0/3, Gi0/4",
        "observations moved: gone is away",
        "observations joined: gone changed, one machine",
      ]
        .filter((line) => !line.endsWith(": "))
        .sort(),
    );
  });

  test("links lead to the device that stays, equal ones are one, and none leads to itself", async () => {
    const [above = 0, below = 0] = others;
    const rows = await sql`
      SELECT least(source_device_id, target_device_id)::int AS low, greatest(source_device_id, target_device_id)::int AS high, notes
      FROM relationships ORDER BY high`;
    expect([...rows]).toEqual([
      { low: kept, high: above, notes: "patch 7" },
      { low: kept, high: below, notes: null },
    ]);
    const layouts = await sql`SELECT name, positions FROM topology_layouts ORDER BY name`;
    expect([...layouts]).toEqual([
      { name: "placed both", positions: { [`device-${kept}`]: { x: 1, y: 1 } } },
      { name: "placed one", positions: { [`device-${kept}`]: { x: 3, y: 4 } } },
    ]);
  });

  test("checks come with what was found by them; of the same two the kept device's stays", async () => {
    const rows = await db
      .select({ id: serviceChecks.id, device: serviceChecks.deviceId })
      .from(serviceChecks);
    expect(rows.toSorted((one, other) => one.id - other.id)).toEqual([
      { id: checks.kept, device: kept },
      { id: checks.moved, device: kept },
      { id: checks.everywhere, device: null },
    ]);
    const histories = await sql`
      SELECT kind, device_id::int AS device, service_check_id::int AS check, (SELECT count(*)::int FROM state_changes c WHERE c.target_id = t.id) AS changes
      FROM check_targets t WHERE kind <> 'monitor' AND device_id = ${kept} ORDER BY kind, service_check_id`;
    expect([...histories]).toEqual([
      { kind: "device", device: kept, check: null, changes: 1 },
      { kind: "service", device: kept, check: checks.kept, changes: 1 },
      { kind: "service", device: kept, check: checks.moved, changes: 1 },
      { kind: "service", device: kept, check: checks.everywhere, changes: 1 },
    ]);
    const members = await db
      .select({ device: groupMembers.deviceId, check: groupMembers.serviceCheckId })
      .from(groupMembers);
    expect(members).toEqual([
      { device: kept, check: null },
      { device: null, check: checks.kept },
    ]);
    expect(group).toBeGreaterThan(0);
  });

  test("dependencies, windows, status pages and neighbours name the device that stays, each once", async () => {
    const [above = 0, below = 0] = others;
    const choices =
      await sql`SELECT device_id::int AS device, parent_id::int AS parent FROM device_dependencies ORDER BY 1`;
    // What was chosen for the kept device would have led back to it.
    expect([...choices]).toEqual([
      { device: above, parent: kept },
      { device: below, parent: kept },
    ]);
    const scopes = await db
      .select({ device: maintenanceScopes.deviceId, check: maintenanceScopes.serviceCheckId })
      .from(maintenanceScopes);
    expect(scopes).toEqual([
      { device: kept, check: null },
      { device: null, check: checks.kept },
    ]);
    const shown = await db.select({ name: statusPageComponents.name }).from(statusPageComponents);
    expect(shown.map(({ name }) => name).sort()).toEqual(["Core", "Shell"]);
    const heard = await sql`
      SELECT source_device_id::int AS source, local_port_index::int AS port, matched_device_id::int AS matched, dismissed
      FROM lldp_neighbours ORDER BY local_port_index`;
    expect([...heard]).toEqual([
      // What a person has decided on stays.
      { source: kept, port: 1, matched: null, dismissed: true },
      { source: kept, port: 2, matched: null, dismissed: false },
      { source: above, port: 3, matched: kept, dismissed: false },
      { source: kept, port: 4, matched: null, dismissed: false },
    ]);
    expect([...(await sql`SELECT id::int FROM lldp_sources`)]).toEqual([{ id: kept }]);
  });

  test("observations are of the device that stays, and that the two may be one is settled", async () => {
    const rows = await sql`
      SELECT summary, device_id::int AS device, subject_key AS key, status FROM discovery_observations ORDER BY summary`;
    expect([...rows]).toEqual([
      { summary: "gone changed", device: kept, key: `device:${kept}`, status: "resolved" },
      { summary: "gone is away", device: kept, key: `device:${kept}`, status: "open" },
      { summary: "kept changed", device: kept, key: `device:${kept}`, status: "open" },
      { summary: "one machine", device: kept, key: "ip:10.2.0.1", status: "resolved" },
    ]);
    const presences =
      await sql`SELECT device_id::int AS device, reported_key AS key FROM discovery_presences`;
    expect([...presences]).toEqual([{ device: kept, key: `device:${kept}` }]);
  });
});
