import { canonicalAddress } from "#platform/ip";
import type { Fields } from "../kinds";
import { isSqlite, withSqlite, type SqliteTables } from "../read/sqlite-tables";
import { unreadTable, type Cell, type ImportFile, type Table } from "../read/table";
import { readTextFile } from "../read/text-files";
import { textOf, withFields, type Refined, type Source } from "./source";

const HTTP_TYPES = new Set(["http", "keyword", "json-query"]);
/** What its tables name each other by. */
const JOINED = ["monitor", "notification", "tag", "monitor_tag"];

/** The tables of its own database: a monitor's tags, and its status codes, stand in columns of their own. */
function readDatabase({ rowsOf, counts }: SqliteTables): Table[] {
  const names = new Map(rowsOf("tag").map(({ cells }) => [cells.get("id"), cells.get("name")] as const));
  const tagsOf = Map.groupBy(rowsOf("monitor_tag"), ({ cells }) => cells.get("monitor_id"));
  const monitors = rowsOf("monitor").map(({ row, cells }) => {
    const tags = (tagsOf.get(cells.get("id")) ?? []).flatMap((tag) => {
      const name = names.get(tag.cells.get("tag_id"));
      return typeof name === "string" ? [name] : [];
    });
    const codes = codesIn(cells.get("accepted_statuscodes_json"));
    return {
      row,
      cells: new Map<string, Cell>([
        ...cells,
        ...(tags.length > 0 ? ([["tags", tags]] as const) : []),
        ...(codes.length > 0 ? ([["accepted_statuscodes", codes]] as const) : []),
      ]),
    };
  });
  const tableOf = (name: string, rows: Table["rows"]): Table => ({ name, columns: [], rows });
  return [
    tableOf("monitor", monitors),
    tableOf("notification", rowsOf("notification")),
    ...[...counts].flatMap(([name, count]) => (JOINED.includes(name) ? [] : [unreadTable(name, count)])),
  ];
}

function codesIn(text: Cell | undefined): string[] {
  const codes = typeof text === "string" ? (/^\[.*\]$/.exec(text.trim())?.[0] ?? "") : "";
  return codes.match(/\d{3}(?:-\d{3})?/g) ?? [];
}

function read(file: ImportFile): Table[] {
  return isSqlite(file) ? withSqlite(file, readDatabase) : readTextFile(file);
}

function inverted(text: string | undefined): string | undefined {
  return text === undefined ? undefined : ["1", "true"].includes(text.toLowerCase()) ? "false" : "true";
}

const HTTP_ONLY = [
  "url",
  "http_method",
  "accepted_status_codes",
  "timeout_seconds",
  "verify_tls",
  "max_redirects",
  "certificate_expiry_alert",
];

function refineMonitor(fields: Fields, { cells }: { cells: ReadonlyMap<string, Cell> }): Refined {
  const type = String(cells.get("type") ?? "");
  if (type === "ping") return pinged(fields, cells);
  if (type === "group") return { reason: "a group is made of monitors that are here: make it anew of them" };
  if (type !== "push" && !HTTP_TYPES.has(type))
    return {
      reason: `monitors of type '${type}' are service checks of a device here: add the check at the device`,
    };
  const isKeyword = type === "keyword";
  const isJson = type === "json-query";
  const path = textOf(fields, "json_path");
  const given = withFields(fields, {
    kind: type === "push" ? "push" : "http",
    verify_tls: inverted(textOf(fields, "verify_tls")),
    keyword: isKeyword ? textOf(fields, "keyword") : undefined,
    keyword_inverted: isKeyword ? textOf(fields, "keyword_inverted") : undefined,
    json_path: isJson && path !== undefined ? (path.startsWith("$") ? path : `$.${path}`) : undefined,
    expected_value: isJson ? textOf(fields, "expected_value") : undefined,
    // Kuma's 0 is its own default.
    timeout_seconds: positive(textOf(fields, "timeout_seconds")),
    retry_interval_seconds: positive(textOf(fields, "retry_interval_seconds")),
  });
  if (type !== "push") return { fields: given };
  return { fields: withFields(given, Object.fromEntries(HTTP_ONLY.map((name) => [name, undefined]))) };
}

function positive(text: string | undefined): string | undefined {
  return Number(text) > 0 ? text : undefined;
}

/** What is pinged is a device here, and devices are watched by themselves. */
function pinged(fields: Fields, cells: ReadonlyMap<string, Cell>): Refined {
  const host = cells.get("hostname");
  if (typeof host !== "string") return { reason: "nothing is said of what it pings" };
  const address = canonicalAddress(host);
  const { name, tags, description } = fields;
  return {
    kind: "device",
    fields: withFields(
      {},
      {
        display_name: name,
        ip_address: address,
        hostname: address === undefined ? host : undefined,
        monitoring_paused: inverted(textOf(fields, "enabled")),
        tags,
        notes: description,
      },
    ),
    left: ["check_interval_seconds", "retry_interval_seconds", "max_retries"],
  };
}

const SILENT =
  /^(id|user_id|weight|created_date|type|parent|pathname|path(name)?|childrenids|forceinactive|includesensitivedata|screenshot|maintenance|notificationidlist(\..*)?|tags\..*|color|hostname|port|packetsize|packet_size|accepted_statuscodes_json|url|keyword|game|dns_.*|mqtt.*|grpc.*|radius.*|docker_.*|database.*|kafka.*|cachebust|cache_bust|httpbodyencoding|http_body_encoding|resendinterval|resend_interval|method|ignoretls|ignore_tls|maxredirects|invert_?keyword|expected_?value|json_?path.*|timeout|expiry_?notification|auth_?method|oauth_auth_method|gamedig.*|upside_?down)$/;

/** Uptime Kuma (github.com/louislam/uptime-kuma): its backup as JSON, or its database `kuma.db`. */
export const UPTIME_KUMA: Source = {
  name: "uptime-kuma",
  title: "Uptime Kuma",
  about:
    "The backup of version 1 (Settings, Backup, Export), or a copy of its database `data/kuma.db`, of which the tables of monitors, tags and " +
    "notifications are read. Passwords, tokens and request headers do not come along, nor do notifications, which are full of them.",
  endings: [".json", ".db", ".sqlite", ".sqlite3"],
  read,
  tables: [
    {
      name: "monitors",
      kind: "monitor",
      names: /^monitor(list)?$/,
      needs: [["type"], ["interval"]],
      fields: {
        name: ["name"],
        url: ["url"],
        description: ["description"],
        tags: ["tags"],
        http_method: ["method"],
        accepted_status_codes: ["accepted_statuscodes"],
        timeout_seconds: ["timeout"],
        verify_tls: ["ignoretls", "ignore_tls"],
        max_redirects: ["maxredirects"],
        keyword: ["keyword"],
        keyword_inverted: ["invertkeyword", "invert_keyword"],
        json_path: ["jsonpath", "json_path"],
        expected_value: ["expectedvalue", "expected_value"],
        upside_down: ["upsidedown", "upside_down"],
        check_interval_seconds: ["interval"],
        retry_interval_seconds: ["retryinterval", "retry_interval"],
        max_retries: ["maxretries"],
        certificate_expiry_alert: ["expirynotification", "expiry_notification"],
        enabled: ["active"],
      },
      silent: SILENT,
      refine: refineMonitor,
    },
    {
      name: "notifications",
      kind: "channel",
      names: /^notification(list)?$/,
      needs: [["config"], ["isdefault", "is_default"]],
      fields: { name: ["name"] },
      refine: () => ({
        reason: "a notification is made of secrets: set it up anew under Administration, Notifications",
      }),
    },
  ],
};
