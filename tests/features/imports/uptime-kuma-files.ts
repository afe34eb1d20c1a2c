/** Monitors as a backup of Uptime Kuma has them; names and hosts are ours. */
const MONITORS = [
  {
    id: 1,
    name: "Shop",
    type: "http",
    url: "https://shop.example.com",
    method: "GET",
    interval: 60,
    retryInterval: 30,
    maxretries: 2,
    maxredirects: 5,
    ignoreTls: true,
    upsideDown: false,
    expiryNotification: true,
    accepted_statuscodes: ["200-299", "301"],
    active: 1,
    basic_auth_user: "ann",
    basic_auth_pass: "hidden-word",
    tags: [{ id: 1, tag_id: 1, name: "public", color: "#fff", value: "" }],
    notificationIDList: { "1": true },
  },
  {
    id: 2,
    name: "Search",
    type: "keyword",
    url: "https://search.example.com",
    keyword: "welcome",
    invertKeyword: false,
    interval: 120,
    retryInterval: 60,
    maxretries: 0,
    active: 0,
  },
  { id: 3, name: "Router", type: "ping", hostname: "192.0.2.1", interval: 60, active: true, url: "https://" },
  { id: 4, name: "Nightly", type: "push", pushToken: "hidden-token", interval: 3600, active: true, url: "" },
  { id: 5, name: "Mail", type: "port", hostname: "mail.example.com", port: 25, interval: 60, active: true },
];

const NOTIFICATIONS = [
  { id: 1, name: "Team chat", isDefault: true, active: true, config: '{"token":"hidden-chat"}' },
];

export const KUMA_BACKUP = JSON.stringify({
  version: "1.23.0",
  notificationList: NOTIFICATIONS,
  monitorList: MONITORS,
  proxyList: [],
});

/** The same as `sqlite3 -json` makes it of its database (docs/moving-in.md). */
export const KUMA_TABLE = JSON.stringify(
  MONITORS.map((one) => ({
    id: one.id,
    name: one.name,
    active: Number(one.active),
    user_id: 1,
    interval: one.interval,
    url: one.url ?? null,
    type: one.type,
    hostname: one.hostname ?? null,
    port: one.port ?? null,
    keyword: one.keyword ?? null,
    maxretries: one.maxretries ?? 0,
    ignore_tls: Number(one.ignoreTls ?? false),
    upside_down: Number(one.upsideDown ?? false),
    maxredirects: one.maxredirects ?? null,
    accepted_statuscodes_json:
      one.accepted_statuscodes === undefined ? null : JSON.stringify(one.accepted_statuscodes),
    retry_interval: one.retryInterval ?? 0,
    method: one.method ?? null,
    expiry_notification: Number(one.expiryNotification ?? false),
    push_token: one.pushToken ?? null,
    basic_auth_pass: one.basic_auth_pass ?? null,
    basic_auth_user: one.basic_auth_user ?? null,
    tags: one.tags?.map(({ name }) => name).join(",") ?? null,
  })),
);
