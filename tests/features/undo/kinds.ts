import { z } from "zod";

/** Sends a request that succeeds; gives its body, and the id of its entry. */
export type Send = (what: string, body?: unknown) => Promise<{ body: unknown; entry: number }>;
export type Value = string | number | boolean | null | readonly string[];
export type Fields = Record<string, Value>;
export type Key = number | string;

/** A kind of objects that are known by themselves alone. */
export type Kind = {
  name: string;
  /** Absent: there is one, and it stays. */
  create?: (send: Send, count: number) => Promise<{ key: Key; entry: number }>;
  change(send: Send, key: Key, fields: Fields): Promise<number>;
  remove?: (send: Send, key: Key) => Promise<number>;
  /** All of them, whole but for times and what is observed. */
  read(send: Send): Promise<Map<Key, Record<string, unknown>>>;
  /** What a change may set each field to. */
  fields: Readonly<Record<string, readonly Value[]>>;
};

const Listed = z.array(z.looseObject({ id: z.int() }));
/** What nobody sets. */
const OBSERVED = new Set(["updated_at", "things", "next_run_at", "targets", "covers"]);

function settled(object: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !OBSERVED.has(name)));
}

type Listing = {
  name: string;
  path: string;
  /** `post` makes what a new one stands on, which stays. */
  body: (count: number, post: (path: string, body: unknown) => Promise<number>) => unknown;
  fields: Kind["fields"];
  /** Of those in the list, which are of the kind; absent: all. */
  isOne?: (object: Record<string, unknown>) => boolean;
};

function listed({ name, path, body, fields, isOne = () => true }: Listing): Kind {
  return {
    name,
    fields,
    async create(send, count) {
      const post = async (at: string, given: unknown) => {
        const standing = await send(`POST ${at}`, given);
        return z.looseObject({ id: z.int() }).parse(standing.body).id;
      };
      const made = await send(`POST ${path}`, await body(count, post));
      return { key: z.looseObject({ id: z.int() }).parse(made.body).id, entry: made.entry };
    },
    change: async (send, key, changes) => (await send(`PATCH ${path}/${key}`, changes)).entry,
    remove: async (send, key) => (await send(`DELETE ${path}/${key}`)).entry,
    async read(send) {
      const { body: all } = await send(`GET ${path}`);
      return new Map(
        Listed.parse(all)
          .filter(isOne)
          .map((object) => [object.id, settled(object)]),
      );
    },
  };
}

const TEXTS = ["a", "b", "c"];

const Roles = z.object({ roles: z.record(z.string(), z.array(z.string())) });

const ROLES: Kind = {
  name: "role",
  fields: { permissions: [[], ["ipam_write"], ["topology_write", "ipam_write"]] },
  async create(send, count) {
    const key = `role-${count}`;
    return { key, entry: (await send("POST /admin/roles", { name: key })).entry };
  },
  change: async (send, key, { permissions }) =>
    (await send("PUT /admin/role-permissions", { roles: { [key]: permissions } })).entry,
  remove: async (send, key) => (await send(`DELETE /admin/roles/${encodeURIComponent(String(key))}`)).entry,
  async read(send) {
    const { roles } = Roles.parse((await send("GET /admin/role-permissions")).body);
    const own = Object.entries(roles).filter(([name]) => name.startsWith("role-"));
    return new Map(own.map(([name, permissions]) => [name, { permissions }]));
  },
};

const SETTINGS: Kind = {
  name: "settings",
  fields: {
    app_name: ["Atlas", "Net", "Map"],
    announcement: TEXTS,
    idle_timeout_minutes: [30, 60, 90],
    backup_schedule_enabled: [true, false],
    backup_retention_count: [3, 5, 7],
  },
  change: async (send, _key, fields) => (await send("PUT /admin/settings", fields)).entry,
  read: async (send) =>
    new Map([[0, settled(z.looseObject({}).parse((await send("GET /admin/settings")).body))]]),
};

export const KINDS: readonly Kind[] = [
  listed({
    name: "check",
    path: "/monitoring/service-checks",
    body: (count) => ({ check_type: "tcp", port: 1000 + count, label: "a" }),
    fields: { label: TEXTS, failures_to_down: [1, 2, 3], enabled: [true, false] },
  }),
  listed({
    name: "monitor",
    path: "/monitors",
    body: (count) => ({ name: "a", url: `http://192.0.2.1/${count}` }),
    fields: { name: TEXTS, max_retries: [0, 1, 2], enabled: [true, false] },
  }),
  listed({
    name: "maintenance",
    path: "/maintenance",
    body: () => ({
      title: "a",
      scope: { everything: true },
      schedule: { kind: "recurring", cron: "0 3 * * 1", time_zone: "UTC", duration_minutes: 60 },
    }),
    fields: { title: TEXTS, description: ["a", null], enabled: [true, false] },
  }),
  listed({
    name: "rule",
    path: "/alerts/rules",
    body: () => ({ name: "a", event_type: "device_offline" }),
    fields: { name: TEXTS, severity: ["info", "warning", "critical"], cooldown_minutes: [10, 20, 30] },
  }),
  listed({
    name: "profile",
    path: "/admin/notification-profiles",
    body: (count) => ({
      name: "a",
      provider: "webhook",
      config: { webhook_url: `https://hooks.example.com/${count}` },
    }),
    fields: { name: TEXTS, enabled: [true, false], carries_log_lines: [true, false] },
  }),
  listed({
    name: "status page",
    path: "/admin/status-pages",
    body: (count) => ({ slug: `page-${count}`, title: "a", groups: [] }),
    fields: { title: TEXTS, description: ["a", null], published: [true, false] },
  }),
  listed({
    name: "discovery schedule",
    path: "/discovery/schedules",
    body: (count) => ({ name: "a", target: `10.0.0.${count % 200}/32` }),
    fields: { name: TEXTS, interval_minutes: [60, 120, 240], enabled: [true, false] },
  }),
  listed({
    name: "report schedule",
    path: "/exports/report-schedules",
    body: () => ({ name: "a", cadence: "weekly", recipient_addresses: ["noc@example.com"] }),
    fields: { name: TEXTS, weekday: [1, 2, 3], enabled: [true, false] },
  }),
  listed({
    name: "SNMP profile",
    path: "/tools/snmp/profiles",
    body: (count) => ({ name: `snmp ${count}`, version: "v3", username: "atlas" }),
    fields: { username: TEXTS, port: [161, 1161, 2161], retries: [0, 1, 2] },
  }),
  listed({
    name: "link",
    path: "/topology/relationships",
    body: async (count, post) => ({
      source_device_id: await post("/topology/devices", { name: `end ${count}` }),
      target_device_id: await post("/topology/devices", { name: `other end ${count}` }),
    }),
    fields: { notes: ["a", null], link_speed_mbps: [100, 1000, null], allow_inbound: [true, false] },
  }),
  listed({
    name: "VLAN group",
    path: "/topology/groups",
    body: (count) => ({ name: `vlan ${count}` }),
    fields: { display_name: ["a", "b", null], description: ["a", null], vlan_id: ["10", "20", null] },
  }),
  listed({
    name: "subnet",
    path: "/ipam/subnets",
    body: (count) => ({ name: "a", cidr: `10.${count >> 8}.${count & 255}.0/24` }),
    fields: { name: TEXTS, notes: ["a", null], vlan_id: ["10", "20", null], is_pool: [true, false] },
    isOne: ({ cidr }) => String(cidr).startsWith("10."),
  }),
  listed({
    name: "reservation",
    path: "/ipam/reservations",
    body: (count) => ({ ip_address: `172.16.${count >> 8}.${count & 255}`, label: "a" }),
    fields: { label: TEXTS, notes: ["a", null], expires_at: ["2999-01-01T00:00:00.000Z", null] },
  }),
  listed({
    name: "public pool",
    path: "/ipam/external/pools",
    body: (count) => ({ name: `pool ${count}`, cidr: `9.${count >> 8}.${count & 255}.0/28` }),
    fields: { provider: ["a", "b", null], description: ["a", null] },
    isOne: ({ cidr }) => String(cidr).startsWith("9."),
  }),
  listed({
    name: "public address",
    path: "/ipam/external/assignments",
    body: async (count, post) => {
      const network = `8.${count >> 8}.${count & 255}`;
      const pool = { name: `standing pool ${count}`, cidr: `${network}.0/28` };
      return {
        pool_id: await post("/ipam/external/pools", pool),
        ip_address: `${network}.3`,
        label: "a",
      };
    },
    fields: { label: TEXTS, status: ["reserved", "in_use"], notes: ["a", null] },
  }),
  ROLES,
  SETTINGS,
];
