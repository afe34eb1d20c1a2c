import { canonicalAddress } from "#platform/ip";
import type { DatabaseTable } from "../read/dump-database";
import type { Cell } from "../read/table";
import { readTextFile } from "../read/text-files";
import { AT_FIRST, type Fields } from "../kinds";
import { asCheck, positive, whyNotTaken, withinBounds } from "./kuma-checks";
import { isTrue, textOf, withFields, type Note, type Refined, type Source } from "./source";

const HTTP_TYPES = new Set(["http", "keyword", "json-query"]);
/** Of a table of its database, whose status codes are JSON within a text. */
function codesIn(text: Cell | undefined): string | undefined {
  const codes = typeof text === "string" ? text.match(/\d{3}(?:-\d{3})?/g) : null;
  return codes?.join(",");
}

/** Of version 2 the only way out of it; tags have tables of their own. */
const DATABASE: readonly DatabaseTable[] = [
  {
    name: "monitor",
    joined: {
      column: "tags",
      tables: ["monitor_tag", "tag"],
      sql:
        "SELECT of.monitor_id AS id, group_concat(tag.name) AS value FROM monitor_tag AS of " +
        "JOIN tag ON tag.id = of.tag_id GROUP BY of.monitor_id",
    },
  },
  { name: "notification" },
];

function inverted(text: string | undefined): string | undefined {
  return text === undefined ? undefined : String(!isTrue(text));
}

const MONITOR_BOUNDS = {
  timeout_seconds: [1, 60],
  check_interval_seconds: [20, 86_400],
  retry_interval_seconds: [5, 86_400],
  max_retries: [0, 10],
} as const;

/** How its operators of a JSON query are called here. */
const JSON_OPERATORS: ReadonlyMap<string, string> = new Map([
  ["==", "equals"],
  ["!=", "not_equals"],
  [">", "gt"],
  [">=", "gte"],
  ["<", "lt"],
  ["<=", "lte"],
  ["contains", "contains"],
]);

const HTTP_ONLY = [
  "url",
  "http_method",
  "accepted_status_codes",
  "timeout_seconds",
  "verify_tls",
  "max_redirects",
  "certificate_expiry_alert",
  "cache_bust",
];

function refineMonitor(fields: Fields, row: { cells: ReadonlyMap<string, Cell> }): Refined {
  const refined = refineByType(fields, row);
  const within = row.cells.get("parent");
  return "reason" in refined || within === undefined ? refined : { ...refined, within: String(within) };
}

function refineByType(fields: Fields, { cells }: { cells: ReadonlyMap<string, Cell> }): Refined {
  const type = String(cells.get("type") ?? "");
  if (type === "group") return grouped(fields, cells);
  if (type === "ping") return pinged(fields, cells);
  const check = asCheck(type, fields, cells);
  if (check !== undefined) return check;
  if (type !== "push" && !HTTP_TYPES.has(type)) return { reason: whyNotTaken(type) };
  const isKeyword = type === "keyword";
  const isJson = type === "json-query";
  const path = textOf(fields, "json_path");
  const given = withFields(fields, {
    kind: type === "push" ? "push" : "http",
    verify_tls: inverted(textOf(fields, "verify_tls")),
    accepted_status_codes:
      textOf(fields, "accepted_status_codes") ?? codesIn(cells.get("accepted_statuscodes_json")),
    keyword: isKeyword ? textOf(fields, "keyword") : undefined,
    keyword_inverted: isKeyword ? textOf(fields, "keyword_inverted") : undefined,
    json_path: isJson && path !== undefined ? (path.startsWith("$") ? path : `$.${path}`) : undefined,
    json_operator: isJson ? operatorOf(textOf(fields, "json_operator")) : undefined,
    expected_value: isJson ? textOf(fields, "expected_value") : undefined,
    timeout_seconds: positive(textOf(fields, "timeout_seconds")),
    retry_interval_seconds: positive(textOf(fields, "retry_interval_seconds")),
  });
  if (type !== "push") return signedOff(withinBounds(given, MONITOR_BOUNDS), cells.get("auth_method"));
  const pushed = withFields(given, Object.fromEntries(HTTP_ONLY.map((name) => [name, undefined])));
  return pushedSeldom(withinBounds(pushed, MONITOR_BOUNDS), Number(textOf(fields, "check_interval_seconds")));
}

/** A job that reports less than once a day has the rest of its time as grace: it is no more late than it was there. */
function pushedSeldom(taken: { fields: Fields; notes: Note[] }, interval: number): Refined {
  const [, longest] = MONITOR_BOUNDS.check_interval_seconds;
  if (!(interval > longest)) return taken;
  const grace = withFields(taken.fields, { push_grace_seconds: String(Math.ceil(interval - longest)) });
  const { fields, notes } = withinBounds(grace, { push_grace_seconds: [0, 31 * 86_400] });
  return { fields, notes: [...taken.notes, ...notes] };
}

/** One that is not known is refused by its name. */
function operatorOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : (JSON_OPERATORS.get(text) ?? text);
}

/** Without what it signs in with it would say that the service is down: it is made switched off, and may be on later. */
function signedOff(taken: { fields: Fields; notes: Note[] }, method: Cell | undefined): Refined {
  const wayIn = String(method ?? "");
  if (wayIn === "" || wayIn === "none") return taken;
  const msg = `it signs in (${wayIn.slice(0, 20)}), and with what does not come along: it is off until that is filled in`;
  return {
    fields: withFields(taken.fields, { enabled: undefined, [`${AT_FIRST}enabled`]: "false" }),
    notes: [...taken.notes, { field: "enabled", msg }],
  };
}

/** Down as soon as one of those in it is, as it is there. */
function grouped(fields: Fields, cells: ReadonlyMap<string, Cell>): Refined {
  if (isTrue(textOf(fields, "upside_down")))
    return { reason: "it is up while something in it is down, which no group here is" };
  const { name, description, tags, enabled, check_interval_seconds: interval } = fields;
  const ref = String(cells.get("id") ?? "");
  const given = { name, description, tags, enabled, check_interval_seconds: interval, ref };
  const { fields: bounded, notes } = withinBounds(withFields({}, given), MONITOR_BOUNDS);
  const nested = { field: "", msg: "it was in another group, and a group cannot be in one here" };
  return {
    kind: "monitor_group",
    fields: bounded,
    left: ["max_retries", "retry_interval_seconds"],
    notes: cells.has("parent") ? [...notes, nested] : notes,
  };
}

/** What is pinged is a device here, and devices are watched by themselves. */
function pinged(fields: Fields, cells: ReadonlyMap<string, Cell>): Refined {
  const host = cells.get("hostname");
  if (typeof host !== "string") return { reason: "nothing is said of what it pings" };
  if (isTrue(textOf(fields, "upside_down")))
    return { reason: "it is up while nothing answers, which no device here is" };
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
  /^(id|user_id|weight|created_date|type|parent|pathname|path(name)?|childrenids|forceinactive|includesensitivedata|screenshot|maintenance|notificationidlist(\..*)?|tags\..*|color|hostname|port|packetsize|packet_size|accepted_statuscodes_json|url|keyword|game|dns_.*|mqtt.*|grpc.*|radius.*|docker_.*|database.*|kafka.*|cachebust|cache_bust|httpbodyencoding|http_body_encoding|resendinterval|resend_interval|method|ignoretls|ignore_tls|maxredirects|invert_?keyword|expected_?value|json_?path.*|timeout|expiry_?notification|auth_?method|oauth_auth_method|gamedig.*|upside_?down|ping_.*|snmp_?version|conditions(\..*)?|smtp_?security|ntp_time_offset_threshold)$/;

/** Uptime Kuma (github.com/louislam/uptime-kuma): its database, its backup as JSON, or its table of monitors as JSON. */
export const UPTIME_KUMA: Source = {
  name: "uptime-kuma",
  title: "Uptime Kuma",
  about:
    "A copy of its database, data/kuma.db, of version 1 also its backup (Settings, Backup, Export). Passwords, tokens and request headers do not come along, nor do notifications, which are full of them.",
  endings: [".db", ".json"],
  database: DATABASE,
  read: readTextFile,
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
        json_operator: ["jsonpathoperator", "json_path_operator"],
        expected_value: ["expectedvalue", "expected_value"],
        cache_bust: ["cachebust", "cache_bust"],
        upside_down: ["upsidedown", "upside_down"],
        check_interval_seconds: ["interval"],
        retry_interval_seconds: ["retryinterval", "retry_interval"],
        max_retries: ["maxretries"],
        certificate_expiry_alert: ["expirynotification", "expiry_notification"],
        enabled: ["active"],
      },
      silent: SILENT,
      secret: /^(body|tls_?(cert|ca|key)|oauth_.*|remote_browser)$/,
      refine: refineMonitor,
    },
    {
      name: "notifications",
      kind: "channel",
      names: /^notification(list)?$/,
      needs: [["config"], ["isdefault", "is_default"]],
      fields: { name: ["name"] },
      // Its settings are one text, or stand in columns that each provider calls otherwise.
      secret: /^(?!(id|name|active|user_?id|is_?default)$)/,
      refine: () => ({
        reason: "a notification is made of secrets: set it up anew under Administration, Notifications",
      }),
    },
  ],
};
