import type { TestService } from "../support/app";
import { addRelay } from "../support/relay-row";
import { givenThings, IN_AN_HOUR } from "./written-things";

/** A write that would succeed, for each route of the document that can be tried. */

export type Write = {
  /** With the ids that the path asks for. */
  path: string;
  body?: unknown;
};

/** It must not come back in any answer. */
export const SECRET = "a secret that nobody is told";

/** By method and path; the token is a SuperAdmin's. */
export async function givenWrites(service: TestService, token: string): Promise<Record<string, Write>> {
  const {
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
  } = await givenThings(service, token);
  const relay = await addRelay(service.database.db);

  return {
    "POST /topology/devices": {
      path: "/topology/devices",
      body: { name: "new", topology_group: "new group" },
    },
    "PUT /topology/devices/by-mac/{mac_address}": {
      path: `/topology/devices/by-mac/${MAC}`,
      body: { name: "put", tags: ["a"] },
    },
    "PATCH /topology/devices/{device_id}": {
      path: `/topology/devices/${device}`,
      body: { display_name: "renamed", interfaces: [{ name: "eth1" }], additional_addresses: ["192.0.2.77"] },
    },
    "PATCH /topology/devices/{device_id}/favourite": { path: `/topology/devices/${device}/favourite` },
    "POST /topology/devices/{device_id}/tool-results": keeping,
    "POST /topology/devices/import": {
      path: "/topology/devices/import",
      body: { devices: [{ name: "imported" }] },
    },
    "POST /topology/devices/{device_id}/merge": { path: `/topology/devices/${device}/merge`, body: merging },
    "POST /topology/devices/bulk-update": {
      path: "/topology/devices/bulk-update",
      body: { device_ids: [device, other], site_id: site, add_tags: ["x"] },
    },
    "POST /topology/devices/bulk-delete": {
      path: "/topology/devices/bulk-delete",
      body: { device_ids: [device] },
    },
    "PUT /monitoring/devices/{device_id}/dependencies": {
      path: `/monitoring/devices/${device}/dependencies`,
      body: { mode: "chosen", parent_ids: [other] },
    },
    "POST /admin/status-pages": { path: "/admin/status-pages", body: { slug: "other", title: "Other" } },
    "PATCH /admin/status-pages/{page_id}": { path: `/admin/status-pages/${page}`, body: { published: true } },
    "POST /topology/devices/{device_id}/sensors": {
      path: `/topology/devices/${device}/sensors`,
      body: { name: "Outlet", oid: "1.3.6.2" },
    },
    "PATCH /topology/devices/{device_id}/sensors/{sensor_id}": {
      path: `/topology/devices/${device}/sensors/${sensor}`,
      body: { name: "Front", warn_above: 40 },
    },
    "POST /topology/groups": {
      path: "/topology/groups",
      body: { name: "guests", ip_range: "203.0.113.0/24" },
    },
    "POST /topology/groups/reset-device-assignments": { path: "/topology/groups/reset-device-assignments" },
    "PATCH /topology/groups/{group_id}": {
      path: `/topology/groups/${group}`,
      body: { name: "laboratory", ip_range: "198.51.100.128/25" },
    },
    "POST /topology/sites": { path: "/topology/sites", body: { name: "cellar" } },
    "PATCH /topology/sites/{site_id}": { path: `/topology/sites/${site}`, body: { name: "roof" } },
    "POST /topology/relationships": {
      path: "/topology/relationships",
      body: { source_device_id: device, target_device_id: other, relationship_type: "second" },
    },
    "PATCH /topology/relationships/{relationship_id}": {
      path: `/topology/relationships/${link}`,
      body: { notes: "patched" },
    },
    "POST /topology/layouts": { path: "/topology/layouts", body: { name: "other", positions: {} } },
    "POST /topology/layouts/import": { path: "/topology/layouts/import", body: { code, name: "copy" } },
    "POST /topology/layouts/{layout_id}/share": { path: `/topology/layouts/${unshared}/share` },
    "POST /admin/device-types": { path: "/admin/device-types", body: { value: "drone", label: "Drone" } },
    "PUT /admin/device-types/{value}": {
      path: "/admin/device-types/periscope",
      body: { value: "webcam", label: "Webcam" },
    },
    "PATCH /admin/device-types/{value}": { path: "/admin/device-types/periscope", body: { label: "Cam" } },
    "PUT /admin/device-type-colors": {
      path: "/admin/device-type-colors",
      body: { colors: { periscope: "#123456" } },
    },
    "POST /ipam/subnets": { path: "/ipam/subnets", body: { name: "new", cidr: "10.0.0.0/24" } },
    "PATCH /ipam/subnets/{subnet_id}": { path: `/ipam/subnets/${subnet}`, body: { name: "renamed" } },
    "POST /ipam/subnets/import-from-vlans": {
      path: "/ipam/subnets/import-from-vlans",
      body: { group_ids: [group] },
    },
    "POST /ipam/subnets/{subnet_id}/allocate": {
      path: `/ipam/subnets/${subnet}/allocate`,
      body: { label: "allocated", count: 3 },
    },
    "POST /ipam/subnets/{subnet_id}/next-subnet": {
      path: `/ipam/subnets/${subnet}/next-subnet?prefix=28`,
      body: { name: "next" },
    },
    "POST /tools/snmp/profiles": {
      path: "/tools/snmp/profiles",
      body: { name: "edge", community: "public" },
    },
    "PATCH /tools/snmp/profiles/{profile_id}": {
      path: `/tools/snmp/profiles/${profile}`,
      body: { retries: 0 },
    },
    "POST /ipam/reservations": {
      path: "/ipam/reservations",
      body: { ip_address: "192.0.2.10", label: "scanner" },
    },
    "PATCH /ipam/reservations/{reservation_id}": {
      path: `/ipam/reservations/${reservation}`,
      body: { label: "plotter" },
    },
    "POST /ipam/dhcp-leases/import": {
      path: "/ipam/dhcp-leases/import?source=dnsmasq",
      body: { content: "1990000000 00:00:5e:00:53:05 192.0.2.55 host *" },
    },
    "POST /ipam/external/pools": { path: "/ipam/external/pools", body: { name: "two", cidr: "9.9.9.0/28" } },
    "PATCH /ipam/external/pools/{pool_id}": { path: `/ipam/external/pools/${pool}`, body: { name: "main" } },
    "POST /ipam/external/assignments": {
      path: "/ipam/external/assignments",
      body: { pool_id: pool, ip_address: "8.8.8.2", label: "web" },
    },
    "PATCH /ipam/external/assignments/{assignment_id}": {
      path: `/ipam/external/assignments/${assignment}`,
      body: { label: "relay" },
    },
    ...Object.fromEntries(
      ["service-checks", "port-targets"].flatMap((name): [string, Write][] => [
        [
          `POST /monitoring/${name}`,
          { path: `/monitoring/${name}`, body: { device_id: device, port: 22, label: "ssh" } },
        ],
        [
          `PATCH /monitoring/${name}/{target_id}`,
          { path: `/monitoring/${name}/${check}`, body: { label: "https" } },
        ],
        [`DELETE /monitoring/${name}/{target_id}`, { path: `/monitoring/${name}/${check}` }],
      ]),
    ),
    "POST /monitors": { path: "/monitors", body: { name: "shop", url: "https://shop.example.com" } },
    "PATCH /monitors/{monitor_id}": { path: `/monitors/${monitor}`, body: { bearer_token: "t" } },
    "POST /monitors/{monitor_id}/push-token": { path: `/monitors/${pushMonitor}/push-token` },
    "PATCH /monitors/{monitor_id}/favourite": { path: `/monitors/${monitor}/favourite` },
    "POST /monitoring/service-checks/bulk": {
      path: "/monitoring/service-checks/bulk",
      body: { device_ids: [device, other], check: { port: 22, label: "ssh" } },
    },
    "POST /maintenance": {
      path: "/maintenance",
      body: { title: "Second", scope: { device_ids: [device] }, schedule: hourly },
    },
    "PATCH /maintenance/{maintenance_id}": {
      path: `/maintenance/${maintenance}`,
      body: { title: "Third", scope: { site_ids: [site] } },
    },
    "POST /maintenance/{maintenance_id}/end": { path: `/maintenance/${maintenance}/end` },
    "POST /maintenance/{maintenance_id}/skip": { path: `/maintenance/${maintenance}/skip`, body: {} },

    "DELETE /operations/{operation_id}": { path: `/operations/${running}` },
    "DELETE /operations/{operation_id}/file": { path: `/operations/${running}/file` },
    "POST /auth/users": {
      path: "/auth/users",
      body: { username: "newcomer", password: "correct horse battery staple", email: "new@example.com" },
    },
    "PATCH /auth/users/{user_id}": { path: `/auth/users/${user.id}`, body: { role: "NetworkAdmin" } },
    "PUT /admin/role-permissions": {
      path: "/admin/role-permissions",
      body: { roles: { Helpdesk: ["tools_passive"] } },
    },
    "POST /admin/roles": { path: "/admin/roles", body: { name: "Nights" } },
    "DELETE /admin/roles/{name}": { path: "/admin/roles/Helpdesk" },
    "POST /auth/me/acknowledge-whats-new": {
      path: "/auth/me/acknowledge-whats-new",
      body: { version: "0.0.1" },
    },
    "PUT /admin/oidc-settings": { path: "/admin/oidc-settings", body: { provider_name: "Company" } },
    "DELETE /auth/users/{user_id}/second-factor": { path: `/auth/users/${user.id}/second-factor` },
    "PUT /admin/roles/{name}/second-factor": {
      path: "/admin/roles/Helpdesk/second-factor",
      body: { required: true },
    },
    "PATCH /auth/me/passkeys/{passkey_id}": {
      path: `/auth/me/passkeys/${passkey}`,
      body: { name: "new name" },
    },
    "DELETE /auth/me/sessions/{session_id}": { path: `/auth/me/sessions/${session}` },
    "DELETE /auth/users/{user_id}/sessions": { path: `/auth/users/${user.id}/sessions` },
    "POST /auth/users/{user_id}/unlock-login": { path: `/auth/users/${user.id}/unlock-login` },
    "POST /auth/users/{user_id}/reset-password": {
      path: `/auth/users/${user.id}/reset-password`,
      body: { new_password: "correct horse battery staple" },
    },
    "PUT /admin/notification-settings": {
      path: "/admin/notification-settings",
      body: { ntfy_url: "https://ntfy.example.com/alerts" },
    },
    "POST /admin/notifications/test": { path: "/admin/notifications/test", body: { channel: "ntfy" } },
    "POST /admin/notification-profiles": {
      path: "/admin/notification-profiles",
      body: { name: "desk", provider: "ntfy", config: { ntfy_token: SECRET } },
    },
    "PATCH /admin/notification-profiles/{profile_id}": {
      path: `/admin/notification-profiles/${way}`,
      body: { enabled: false },
    },
    "DELETE /admin/notification-profiles/{profile_id}": { path: `/admin/notification-profiles/${way}` },
    "POST /admin/notification-profiles/{profile_id}/test": {
      path: `/admin/notification-profiles/${way}/test`,
    },
    "POST /alerts/deliveries/{delivery_id}/resend": { path: `/alerts/deliveries/${delivery}/resend` },
    "POST /alerts/rules": {
      path: "/alerts/rules",
      body: { name: "Edge", event_type: "device_offline", device_id: device },
    },
    "PATCH /alerts/rules/{rule_id}": { path: `/alerts/rules/${rule}`, body: { enabled: false } },
    "DELETE /alerts/rules/{rule_id}": { path: `/alerts/rules/${rule}` },
    "POST /alerts/rules/{rule_id}/test": { path: `/alerts/rules/${rule}/test` },
    "POST /alerts/incidents/{incident_id}/acknowledge": {
      path: `/alerts/incidents/${incident}/acknowledge`,
      body: { note: "seen" },
    },
    "POST /alerts/silences": {
      path: "/alerts/silences",
      body: { reason: "works", ends_at: IN_AN_HOUR },
    },
    "DELETE /alerts/silences/{silence_id}": { path: `/alerts/silences/${silence}` },
    "POST /api-keys": { path: "/api-keys", body: { name: "new" } },
    "DELETE /api-keys/{key_id}": { path: `/api-keys/${revoked.id}` },
    "DELETE /api-keys/admin/{key_id}": { path: `/api-keys/admin/${revoked.id}` },
    "POST /audit/{audit_id}/undo": { path: `/audit/${undone.headers.get("X-Audit-Id")}/undo` },
    "POST /trash/restore": {
      path: "/trash/restore",
      body: { audit_ids: [Number(undone.headers.get("X-Audit-Id"))] },
    },
    "POST /syslog/formats": {
      path: "/syslog/formats",
      body: { name: "third", pattern: "from %{ip:src_ip}" },
    },
    "PATCH /syslog/formats/{format_id}": { path: `/syslog/formats/${format}`, body: { enabled: false } },
    "DELETE /syslog/formats/{format_id}": { path: `/syslog/formats/${format}` },
    "PUT /syslog/formats/order": { path: "/syslog/formats/order", body: { ids: [otherFormat, format] } },
    "POST /syslog/formats/import": {
      path: "/syslog/formats/import",
      body: { formats: [{ name: "fourth", pattern: "from %{ip:src_ip}" }] },
    },
    "PUT /admin/settings": { path: "/admin/settings", body: { app_name: "Atlas" } },
    "DELETE /admin/device-types/{value}": { path: "/admin/device-types/periscope" },
    "DELETE /tools/snmp/profiles/{profile_id}": { path: `/tools/snmp/profiles/${profile}` },
    "DELETE /topology/devices/{device_id}/tool-results/{result_id}": {
      path: `${keeping.path}/${keptResult}`,
    },
    "DELETE /ipam/subnets/{subnet_id}": { path: `/ipam/subnets/${subnet}` },
    "DELETE /ipam/reservations/expired": { path: "/ipam/reservations/expired" },
    "DELETE /ipam/reservations/{reservation_id}": { path: `/ipam/reservations/${reservation}` },
    "DELETE /ipam/dhcp-leases": { path: "/ipam/dhcp-leases?source=dnsmasq" },
    "DELETE /ipam/external/pools/{pool_id}": { path: `/ipam/external/pools/${pool}` },
    "DELETE /ipam/external/assignments/{assignment_id}": { path: `/ipam/external/assignments/${assignment}` },
    "POST /discovery/scans": { path: "/discovery/scans", body: { target: "127.0.0.1", scan_type: "ping" } },
    "POST /discovery/import": { path: "/discovery/import", body: { scan_id: scan } },
    "DELETE /discovery/scans/{scan_id}": { path: `/discovery/scans/${scan}` },
    "POST /discovery/scans/{scan_id}/cancel": { path: `/discovery/scans/${runningScan}/cancel` },
    "POST /discovery/schedules": {
      path: "/discovery/schedules",
      body: { name: "Cellar", target: "192.168.11.0/24" },
    },
    "PATCH /discovery/schedules/{schedule_id}": {
      path: `/discovery/schedules/${schedule}`,
      body: { name: "Attic" },
    },
    "DELETE /discovery/schedules/{schedule_id}": { path: `/discovery/schedules/${schedule}` },
    "POST /discovery/schedules/{schedule_id}/run": { path: `/discovery/schedules/${schedule}/run` },
    "PATCH /discovery/observations/{observation_id}": {
      path: `/discovery/observations/${seen}`,
      body: { status: "acknowledged" },
    },
    "POST /discovery/observations/{observation_id}/apply": {
      path: `/discovery/observations/${seen}/apply`,
    },
    "POST /discovery/observations/bulk": {
      path: "/discovery/observations/bulk",
      body: { observation_ids: [seen, alsoSeen], action: "resolve" },
    },
    "POST /discovery/observations/resolve-all": { path: "/discovery/observations/resolve-all" },
    "DELETE /maintenance/{maintenance_id}": { path: `/maintenance/${maintenance}` },
    "DELETE /admin/status-pages/{page_id}": { path: `/admin/status-pages/${page}` },
    "DELETE /topology/devices/imports/{import_id}": { path: `/topology/devices/imports/${importing}` },
    "DELETE /topology/devices/{device_id}": { path: `/topology/devices/${device}` },
    "DELETE /topology/groups/{group_id}": { path: `/topology/groups/${group}` },
    "DELETE /topology/sites/{site_id}": { path: `/topology/sites/${site}` },
    "DELETE /topology/relationships/{relationship_id}": { path: `/topology/relationships/${link}` },
    "DELETE /topology/layouts/{layout_id}": { path: `/topology/layouts/${layout}` },
    "DELETE /topology/layouts/{layout_id}/share": { path: `/topology/layouts/${layout}/share` },
    "POST /lldp/scan/{device_id}": { path: `/lldp/scan/${polled}` },
    "POST /lldp/scan": { path: "/lldp/scan" },
    "PATCH /lldp/neighbours/{neighbour_id}": {
      path: `/lldp/neighbours/${neighbour}`,
      body: { dismissed: true },
    },
    "POST /lldp/neighbours/{neighbour_id}/create-link": { path: `/lldp/neighbours/${neighbour}/create-link` },
    "PUT /lldp/schedule": { path: "/lldp/schedule", body: { interval_minutes: 60 } },
    "POST /topology/devices/{device_id}/poll": { path: `/topology/devices/${polled}/poll` },
    "DELETE /topology/devices/{device_id}/sensors/{sensor_id}": {
      path: `/topology/devices/${device}/sensors/${sensor}`,
    },
    "DELETE /monitors/{monitor_id}": { path: `/monitors/${monitor}` },
    "POST /syslog/test-line": { path: "/syslog/test-line" },
    "POST /syslog/searches": { path: "/syslog/searches", body: { name: "other", query: { q: "su" } } },
    "DELETE /syslog/relays/{relay_id}": { path: `/syslog/relays/${relay}` },
    "DELETE /syslog/searches/{search_id}": { path: `/syslog/searches/${search}` },
    "POST /exports/report-schedules": {
      path: "/exports/report-schedules",
      body: { name: "Monthly", cadence: "monthly", recipient_addresses: ["boss@example.com"] },
    },
    "PATCH /exports/report-schedules/{report_schedule_id}": {
      path: `/exports/report-schedules/${report}`,
      body: { name: "Mondays" },
    },
    "DELETE /exports/report-schedules/{report_schedule_id}": { path: `/exports/report-schedules/${report}` },
    "POST /exports/report-schedules/{report_schedule_id}/run": {
      path: `/exports/report-schedules/${report}/run`,
    },
    "POST /exports/scheduled-backups": { path: "/exports/scheduled-backups" },
    "PUT /exports/backup-target": { path: "/exports/backup-target", body: { passphrase: SECRET } },
  };
}
