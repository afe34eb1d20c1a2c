import { Database } from "bun:sqlite";

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

/** The same as its database: the tables that hold it, and one that does not matter. */
export function kumaDatabase(): Uint8Array<ArrayBuffer> {
  using database = new Database(":memory:");
  database.run(`CREATE TABLE monitor (id INTEGER PRIMARY KEY, name TEXT, active INT, user_id INT, interval INT, url TEXT,
    type TEXT, hostname TEXT, port INT, keyword TEXT, maxretries INT, ignore_tls INT, upside_down INT, maxredirects INT,
    accepted_statuscodes_json TEXT, retry_interval INT, method TEXT, expiry_notification INT, push_token TEXT,
    basic_auth_pass TEXT, basic_auth_user TEXT)`);
  database.run("CREATE TABLE tag (id INTEGER PRIMARY KEY, name TEXT, color TEXT)");
  database.run("CREATE TABLE monitor_tag (id INTEGER PRIMARY KEY, monitor_id INT, tag_id INT, value TEXT)");
  database.run(
    "CREATE TABLE notification (id INTEGER PRIMARY KEY, name TEXT, active INT, is_default INT, config TEXT)",
  );
  database.run("CREATE TABLE heartbeat (id INTEGER PRIMARY KEY, monitor_id INT)");
  database.run("CREATE VIEW trap AS SELECT * FROM monitor");
  const insert = database.query(
    "INSERT INTO monitor VALUES (?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
  );
  for (const one of MONITORS)
    insert.run(
      one.id,
      one.name,
      Number(one.active),
      one.interval,
      one.url ?? null,
      one.type,
      one.hostname ?? null,
      one.port ?? null,
      one.keyword ?? null,
      one.maxretries ?? 0,
      Number(one.ignoreTls ?? false),
      Number(one.upsideDown ?? false),
      one.maxredirects ?? null,
      one.accepted_statuscodes === undefined ? null : JSON.stringify(one.accepted_statuscodes),
      one.retryInterval ?? 0,
      one.method ?? null,
      Number(one.expiryNotification ?? false),
      one.pushToken ?? null,
      one.basic_auth_pass ?? null,
      one.basic_auth_user ?? null,
    );
  database.run("INSERT INTO tag VALUES (1, 'public', '#fff')");
  database.run("INSERT INTO monitor_tag VALUES (1, 1, 1, '')");
  database.run(`INSERT INTO notification VALUES (1, 'Team chat', 1, 1, '{"token":"hidden-chat"}')`);
  database.run("INSERT INTO heartbeat (monitor_id) VALUES (1), (1), (2)");
  return new Uint8Array(database.serialize());
}
