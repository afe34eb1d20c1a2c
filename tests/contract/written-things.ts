import { z } from "zod";
import type { TestService } from "../support/app";

const API = "/api/v1";
export const IN_AN_HOUR = new Date(Date.now() + 3_600_000).toISOString();

/** One of each kind of thing, for tests that write to them; the token is a SuperAdmin's. */
export async function givenThings(service: TestService, token: string) {
  const { sql } = service.database;
  const call = (what: string, body?: unknown) =>
    service.call(what, { token, ...(body === undefined ? {} : { body }) });

  async function given(path: string, body: unknown): Promise<number> {
    const answer = await call(`POST ${API}${path}`, body);
    if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
    return z.looseObject({ id: z.int() }).parse(answer.body).id;
  }

  const MAC = "02:00:5e:00:53:01";
  const device = await given("/topology/devices", {
    name: "core",
    ip_address: "192.0.2.1",
    mac_address: MAC,
    interfaces: [{ name: "eth0" }],
  });
  const other = await given("/topology/devices", { name: "edge", topology_group: "office" });
  const merging = { other_device_id: other };
  const group = await given("/topology/groups", { name: "lab", ip_range: "198.51.100.0/25", vlan_id: "7" });
  const site = await given("/topology/sites", { name: "attic" });
  const link = await given("/topology/relationships", { source_device_id: device, target_device_id: other });
  const layout = await given("/topology/layouts", {
    name: "map",
    positions: { [`device-${device}`]: { x: 1, y: 2 } },
  });
  const shared = await call(`POST ${API}/topology/layouts/${layout}/share`);
  const code = z.object({ share_code: z.string() }).parse(shared.body).share_code;
  const unshared = await given("/topology/layouts", { name: "unshared", positions: {} });
  const subnet = await given("/ipam/subnets", { name: "office", cidr: "192.0.2.0/24" });
  const reservation = await given("/ipam/reservations", { ip_address: "192.0.2.9", label: "printer" });
  const format = await given("/syslog/formats", { name: "gate", pattern: "from %{ip:src_ip}" });
  const otherFormat = await given("/syslog/formats", { name: "door", pattern: "from %{ip:src_ip}" });
  const profile = await given("/tools/snmp/profiles", { name: "core", community: "public" });
  const pool = await given("/ipam/external/pools", { name: "uplink", cidr: "8.8.8.0/28" });
  const assignment = await given("/ipam/external/assignments", {
    pool_id: pool,
    ip_address: "8.8.8.1",
    label: "mail",
  });
  const monitor = await given("/monitors", { name: "portal", url: "https://portal.example.com" });
  const pushMonitor = await given("/monitors", { name: "backup", kind: "push" });
  const check = await given("/monitoring/service-checks", { port: 443, label: "web" });
  await call(`POST ${API}/admin/device-types`, { value: "periscope", label: "Periscope" });
  const hourly = { kind: "recurring", cron: "0 * * * *", time_zone: "UTC", duration_minutes: 60 };
  const maintenance = await given("/maintenance", {
    title: "Upgrade",
    scope: { everything: true },
    schedule: hourly,
  });

  const sensor = await given(`/topology/devices/${device}/sensors`, { name: "Inlet", oid: "1.3.6.1" });

  const ping = await call(`POST ${API}/tools/ping`, { host: "127.0.0.1", count: 1 });
  const kept = z.looseObject({ result_id: z.int() }).parse(ping.body);
  const keeping = { path: `/topology/devices/${device}/tool-results`, body: { result_id: kept.result_id } };
  const page = await given("/admin/status-pages", { slug: "example", title: "Example" });

  const rule = await given("/alerts/rules", {
    name: "Core",
    event_type: "device_offline",
    channels: ["ntfy"],
  });
  const silence = await given("/alerts/silences", { reason: "known", ends_at: IN_AN_HOUR });
  const schedule = await given("/discovery/schedules", { name: "Office", target: "192.168.10.0/24" });
  const report = await given("/exports/report-schedules", {
    name: "Weekly",
    cadence: "weekly",
    recipient_addresses: ["boss@example.com"],
  });
  const way = await given("/admin/notification-profiles", { name: "phones", provider: "ntfy" });
  const search = await given("/syslog/searches", { name: "mine", query: { q: "sshd" } });
  const user = await service.givenUser();
  const revoked = await service.createKey({ token }, { name: "old" });
  await call(`POST ${API}/admin/roles`, { name: "Helpdesk" });
  const undone = await call(`PATCH ${API}/topology/sites/${site}`, { description: "changed" });
  const me = await service.call(`GET ${API}/auth/me`, { token });
  const userId = z.looseObject({ id: z.int() }).parse(me.body).id;
  const session = z
    .array(z.looseObject({ id: z.string() }))
    .parse((await call(`GET ${API}/auth/me/sessions`)).body)
    .at(0)?.id;

  const one = z.tuple([z.looseObject({ id: z.coerce.number() })]);
  const idOf = (rows: readonly unknown[]) => one.parse(rows)[0].id;
  const passkey = idOf(
    await sql`
    INSERT INTO passkeys (user_id, name, credential_id, public_key, counter, transports, is_backed_up)
    VALUES (${userId}, 'old name', 'credential', '\\x00', 0, '{}', false) RETURNING id`,
  );
  const incident = idOf(
    await sql`
    INSERT INTO alert_incidents (subject, severity, title, opened_at)
    VALUES ('device:1', 'critical', 'core is down', now()) RETURNING id`,
  );
  const delivery = idOf(
    await sql`
    INSERT INTO outbox (kind, destination, subject, payload, state)
    VALUES ('alert', 'ntfy', 'core is down', 'sealed', 'dead') RETURNING id`,
  );
  const scan = idOf(
    await sql`
    INSERT INTO discovery_scans (target, scan_type, host_count, status, state)
    VALUES ('192.0.2.0/24', 'ping', 254, 'completed', 'completed') RETURNING id`,
  );
  const found = {
    hostname: "found",
    hostnameSource: "dns",
    macAddress: null,
    otherMacAddresses: [],
    isRandomMac: false,
    vendor: null,
    os: null,
    answeredBy: ["icmp"],
    roundTripMs: 1,
    openPorts: [],
    services: [],
    deviceTypeGuess: null,
  };
  await sql`INSERT INTO discovery_hosts (scan_id, address, find)
    VALUES (${scan}, '192.0.2.210', ${JSON.stringify(found)}::text::jsonb)`;
  const observation = async (key: string) =>
    idOf(
      await sql`
      INSERT INTO discovery_observations (schedule_id, observation_type, subject_key, summary, ip_address)
      VALUES (${schedule}, 'new_device', ${key}, 'a new host', '192.0.2.201') RETURNING id`,
    );
  const [seen, alsoSeen] = [await observation("one"), await observation("two")];
  const neighbour = idOf(
    await sql`
    INSERT INTO lldp_neighbours (source_device_id, protocol, local_port_index, remote_chassis_id, matched_device_id, local_port_name)
    VALUES (${device}, 'lldp', 7, '02:00:5e:00:53:aa', ${other}, 'eth7') RETURNING id`,
  );
  const asked = await given("/tools/snmp/profiles", { name: "asked", community: "public" });
  const polled = await given("/topology/devices", {
    name: "polled",
    ip_address: "192.0.2.3",
    snmp_profile_id: asked,
  });
  const earlier = z
    .looseObject({ result_id: z.int() })
    .parse((await call(`POST ${API}/tools/ping`, { host: "127.0.0.1", count: 1 })).body);
  const keptResult = idOf([
    (await call(`POST ${API}${keeping.path}`, { result_id: earlier.result_id })).body,
  ]);
  const running = crypto.randomUUID();
  const importing = crypto.randomUUID();
  for (const [id, kind] of [
    [running, "discovery_scan"],
    [importing, "device_import"],
  ] as const)
    await sql`INSERT INTO operations (id, kind, user_id, leased_until)
      VALUES (${id}, ${kind}, ${userId}, now() + interval '1 hour')`;
  const runningScan = idOf(
    await sql`
    INSERT INTO discovery_scans (target, scan_type, host_count, operation_id)
    VALUES ('192.0.2.0/24', 'ping', 254, ${running}) RETURNING id`,
  );
  await sql`INSERT INTO operation_files (operation_id, name, size_bytes) VALUES (${running}, 'a.csv', 1)`;

  return {
    MAC,
    device,
    other,
    merging,
    group,
    site,
    link,
    layout,
    code,
    unshared,
    subnet,
    reservation,
    profile,
    pool,
    assignment,
    monitor,
    pushMonitor,
    check,
    hourly,
    maintenance,
    sensor,
    keeping,
    page,
    rule,
    silence,
    schedule,
    report,
    way,
    search,
    user,
    revoked,
    format,
    otherFormat,
    undone,
    session,
    passkey,
    incident,
    delivery,
    scan,
    neighbour,
    polled,
    keptResult,
    running,
    importing,
    runningScan,
    seen,
    alsoSeen,
  };
}
