import { z } from "zod";
import type { Answer, TestService } from "../../support/app";

const Id = z.looseObject({ id: z.int() });
export const Plan = z.looseObject({
  fingerprint: z.string(),
  has_changes: z.boolean(),
  is_tried: z.boolean(),
  change_count: z.int(),
  changes: z.array(
    z.looseObject({
      kind: z.string(),
      action: z.string(),
      name: z.string(),
      old_name: z.string().nullable(),
      sentence: z.string(),
    }),
  ),
  missing_secrets: z.array(z.object({ place: z.string(), source: z.string(), name: z.string() })),
  refusals: z.array(z.looseObject({ place: z.string(), line: z.int().nullable(), message: z.string() })),
  kept: z.array(z.string()),
});
export type Plan = z.infer<typeof Plan>;

/** A service's configuration, as the one who holds the token works with it. */
export function configurator(service: TestService, token: string) {
  const post = (path: string, body: unknown) => service.call(`POST /api/v1/${path}`, { token, body });

  async function make(path: string, body: unknown): Promise<number> {
    const { status, text, body: answer } = await post(path, body);
    if (status > 201) throw new Error(`${path} was answered with ${status}: ${text}`);
    return Id.parse(answer).id;
  }

  async function put(path: string, body: unknown): Promise<void> {
    const { status, text } = await service.call(`PUT /api/v1/${path}`, { token, body });
    if (status !== 200) throw new Error(`${path} was answered with ${status}: ${text}`);
  }

  async function exported(query = ""): Promise<string> {
    const { status, text } = await service.call(`GET /api/v1/configuration${query}`, { token });
    if (status !== 200) throw new Error(text);
    return text;
  }

  async function drift(): Promise<string> {
    return (await service.call("GET /api/v1/configuration/drift", { token })).text;
  }

  async function statusOf(path: string): Promise<number> {
    return (await service.call(`GET /api/v1/configuration/${path}`, { token })).status;
  }

  function send(action: "plan" | "apply", text: string, query = ""): Promise<Answer> {
    const isJson = text.startsWith("{");
    const headers = { "Content-Type": isJson ? "application/json" : "application/yaml" };
    return service.call(`POST /api/v1/configuration/${action}${query}`, { token, text, headers });
  }

  /** With the values of secrets beside the bundle. */
  function sendWith(action: "plan" | "apply", bundle: string, secrets: unknown, query = ""): Promise<Answer> {
    return post(`configuration/${action}${query}`, { bundle, secrets });
  }

  async function plan(text: string, query = ""): Promise<Plan> {
    const { status, body, text: answer } = await send("plan", text, query);
    if (status !== 200) throw new Error(answer);
    return Plan.parse(body);
  }

  async function apply(text: string, query = ""): Promise<Answer> {
    const answer = await send("apply", text, query);
    if (answer.status !== 200) throw new Error(answer.text);
    return answer;
  }

  /** What a plan misses, with made-up values. */
  async function secretsFor(bundle: string, valueOf: (name: string) => string) {
    const { missing_secrets: missing } = await plan(bundle);
    return { secret: Object.fromEntries(missing.map(({ name }) => [name, valueOf(name)])) };
  }

  return { make, put, post, exported, drift, statusOf, send, sendWith, plan, apply, secretsFor };
}

export type Configurator = ReturnType<typeof configurator>;

/** One of everything at least, by the routes of each. */
export async function givenEverything({ make, put, post }: Configurator): Promise<void> {
  await post("admin/device-types", { label: "Edge router", icon: "router" });
  await put("admin/device-type-colors", { colors: { router: "#1c7ed6", "edge-router": "#ff0000" } });
  const snmp = await make("tools/snmp/profiles", { name: "Core", version: "v2c", community: "hidden" });
  await make("tools/snmp/profiles", {
    name: "v3: safe",
    version: "v3",
    username: "atlas",
    auth_protocol: "sha256",
    auth_key: "a-key-of-authentication",
    priv_protocol: "aes",
    priv_key: "a-key-of-privacy",
  });
  const hq = await make("topology/sites", { name: "hq", color: "#aabbcc", address: "1 Main St\nTown" });
  const floor = await make("topology/sites", { name: "a floor", parent_id: hq });
  const office = await make("topology/groups", {
    name: "office",
    vlan_id: "10",
    ip_range: "192.0.2.0/24",
    site_id: hq,
  });
  await make("topology/groups", { name: "a desk", parent_id: office });
  const core = await make("topology/devices", {
    display_name: "core 1",
    hostname: "core-1.example.net",
    ip_address: "192.0.2.1",
    mac_address: "00:00:5e:00:53:01",
    device_type: "edge-router",
    site_id: floor,
    topology_group_id: office,
    snmp_profile_id: snmp,
    tags: ["core", "a tag"],
    notes: "first line\nsecond: line # no comment",
    custom_attributes: { "rack row": "B", height: 2, is_new: true },
    interfaces: [
      { name: "ge10", ip_addresses: ["192.0.2.3", "2001:db8::1"] },
      { name: "ge2", mac_address: "00:00:5e:00:53:02", description: "up: link" },
    ],
    additional_addresses: ["192.0.2.9"],
  });
  const twin = await make("topology/devices", { display_name: "twin", ip_address: "192.0.2.20" });
  await make("topology/devices", { display_name: "twin", ip_address: "192.0.2.21" });
  await make("topology/devices", { display_name: "null" });
  await make("topology/devices", {});
  const same = await make("topology/devices", { display_name: "same" });
  await make("topology/devices", { display_name: "same" });
  await make("topology/relationships", {
    source_device_id: twin,
    target_device_id: core,
    source_interface: "eth0",
    allow_inbound: false,
    link_speed_mbps: 1000,
  });
  await make("topology/relationships", { source_device_id: core, target_device_id: same });
  await put(`monitoring/devices/${twin}/dependencies`, { mode: "chosen", parent_ids: [core, same] });
  await put(`monitoring/devices/${core}/dependencies`, { mode: "none" });
  const subnet = await make("ipam/subnets", {
    name: "lab",
    cidr: "198.51.100.7/24",
    site_id: hq,
    gateway: "198.51.100.1",
  });
  await make("ipam/reservations", {
    ip_address: "198.51.100.20",
    subnet_id: subnet,
    label: "printer",
    expires_at: "2035-01-01T00:00:00Z",
  });
  const web = await make("monitoring/port-targets", {
    label: "Web",
    device_id: core,
    port: 443,
    check_type: "https",
  });
  await make("monitoring/port-targets", {
    label: "SSH",
    check_type: "ssh",
    scope: { tags: ["core"], group_ids: [office], site_ids: [hq] },
  });
  await make("monitoring/port-targets", { label: "every", port: 22 });
  const portal = await make("monitors", {
    name: "Portal",
    url: "https://www.example.com/",
    auth_type: "basic",
    auth_username: "watcher",
    auth_password: "very secret",
    request_headers: { Accept: "text/plain" },
    expected_headers: [{ name: "content-type", operator: "contains", expected: "json" }],
    tags: ["public"],
  });
  await make("monitors", { name: "Nightly job", kind: "push" });
  await make("monitors", {
    name: "All of it",
    kind: "group",
    members: [
      { kind: "monitor", id: portal },
      { kind: "device", id: core },
      { kind: "service_check", id: web, device_id: core },
    ],
  });
  await make("maintenance", {
    title: "Patch day",
    scope: {
      device_ids: [core],
      group_ids: [office],
      service_check_ids: [web],
      monitor_ids: [portal],
      tags: ["core"],
    },
    schedule: { kind: "recurring", cron: "0 2 * * SUN#1", time_zone: "Europe/Berlin", duration_minutes: 60 },
  });
  await make("maintenance", {
    title: "Move",
    scope: { everything: true },
    schedule: { kind: "once", starts_at: "2030-01-01T00:00:00Z", duration_minutes: 90 },
  });
  const profile = await make("admin/notification-profiles", {
    name: "Operators: night",
    provider: "ntfy",
    config: { ntfy_url: "https://ntfy.example.com/n", ntfy_token: "tk_hidden" },
  });
  await make("alerts/rules", {
    name: "Core is down",
    event_type: "device_offline",
    scope: { tags: ["core"], site_ids: [hq] },
    channels: [`profile:${profile}`, "smtp"],
    escalation: [{ after_minutes: 10, channels: [`profile:${profile}`] }],
    quiet_hours: { time_zone: "Europe/Berlin", windows: [{ days: ["mon"], begins: "22:00", ends: "07:00" }] },
  });
  await make("alerts/rules", { name: "One", event_type: "device_offline", device_id: same, channels: [] });
  await post("admin/roles", { name: "Helpdesk" });
  const mapping = { field: "action", source: "verb", words: { stop: "deny" } };
  await make("syslog/formats", {
    name: "gate",
    pattern: "%{ip:src_ip} (?<verb>stop|go)",
    vendor: "Example",
    conditions: { senders: ["192.0.2.0/24"] },
    fields: [mapping],
  });
  await make("syslog/formats", {
    name: "camera",
    kind: "json",
    fields: [{ field: "dst_ip", source: "$.peer" }],
  });
  await put("admin/role-permissions", { roles: { Helpdesk: ["tools_passive", "security_view"] } });
  await put("admin/settings", {
    app_name: "Our net",
    announcement: "",
    ip_reservation_reminder_channels: [`profile:${profile}`],
  });
  await put("admin/notification-settings", { smtp_host: "mail.example.com", smtp_password: "hidden too" });
}
