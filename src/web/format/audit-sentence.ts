import { deedOf } from "./audit-deeds";
import { formatWord } from "./device";
import { formatCount } from "./number";

/** What a sentence is made of: an entry of the audit log. */
export type AuditFacts = {
  action: string;
  target: string | null;
  detail: string | null;
  actor_username: string | null;
  before?: unknown;
  after?: unknown;
};

/** What things are called that entries name by a number: `device:7`. */
export type AuditNames = Readonly<Record<string, string>>;

type State = Readonly<Record<string, unknown>>;
type Phrase = (entry: AuditFacts, names: AuditNames) => string;

/** `audit.undone` names the action of the entry that was taken back. */
const UNDONE = "audit.undone";

const NOUNS: Readonly<Record<string, string>> = {
  relationship: "link",
  external_pool: "public pool",
  external_assignment: "public address",
  dhcp_leases: "leases",
  apikey: "API key",
  snmp_profile: "SNMP profile",
  format: "log format",
  target: "backup target",
  oidc_settings: "single sign-on settings",
};

const VERBS: Readonly<Record<string, string>> = {
  created: "added",
  updated: "changed",
  deleted: "deleted",
  imported: "imported",
  saved: "saved",
  shared: "shared",
  unshared: "stopped sharing",
  revoked: "revoked",
  restored: "restored",
};

/** What the entries say that are no mere adding, changing and deleting. */
const PHRASES: Readonly<Record<string, Phrase>> = {
  "auth.login_success": () => "signed in",
  "auth.oidc_login_success": () => "signed in by single sign-on",
  "auth.login_failed": ({ target }) => `failed to sign in as ${nameInTarget(target)}`,
  "auth.oidc_login_failed": ({ target }) =>
    `failed to sign in by single sign-on${target === null ? "" : ` as ${nameInTarget(target)}`}`,
  "auth.login_blocked": ({ target }) => `was kept from signing in ${aimedAt(target)}`,
  "auth.lockout_ended": ({ target }) => `went on trying to sign in ${aimedAt(target)} while locked out`,
  "auth.oidc_role_synced": ({ after }) => {
    const role = textOrNull(stateOf(after)["role"]);
    return `was given ${role === null ? "another role" : `the role ${role}`} by single sign-on`;
  },
  "auth.logout": () => "signed out",
  "auth.refresh_rotated": () => "renewed the session",
  "auth.password_changed": () => "changed the password",
  "topology.devices_merged": (entry, names) => `merged another device into ${nameOf(entry, names)}`,
  "topology.devices_bulk_updated": ({ before, target }) =>
    `changed ${formatCount(Object.keys(stateOf(before)).length || countOf(target), ["device", "devices"])} at once`,
  "topology.devices_bulk_imported": (entry) => imported(entry),
  "topology.devices_bulk_imported.rows": (entry) => imported(entry),
  "monitoring.service_checks_bulk_created": ({ target }) =>
    `added ${formatCount(countOf(target), ["service check", "service checks"])} at once`,
  "relay.entered": (entry) => `let in the relay ${relayName(entry)}`,
  "relay.forgotten": (entry) => `forgot the relay ${relayName(entry)}`,
  "configuration.applied.rows": (entry) => `wrote ${packed(entry)} of a configuration`,
  "imports.applied": ({ after }) => {
    const { source } = stateOf(after);
    return `took over data of ${typeof source === "string" ? source : "another product"}`;
  },
  "imports.applied.rows": (entry) => `imported ${packed(entry)}`,
  "imports.undone.rows": (entry) => `took back ${packed(entry)} of an import`,
  "topology.groups_assignments_reset": ({ target }) =>
    `took ${formatCount(countOf(target), ["device", "devices"])} out of their groups`,
  "topology.device_snmp_read": (entry, names) => `read ${nameOf(entry, names)} by SNMP`,
  "topology.device_snmp_enrichment_applied": (entry, names) =>
    `took over what ${nameOf(entry, names)} said by SNMP`,
  "ipam.expired_reservations_deleted": () => "purged the expired reservations",
  "ipam.dhcp_leases_deleted": ({ target }) =>
    target?.includes(":") === true ? `removed the leases of ${nameInTarget(target)}` : "removed all leases",
  "backup.verified": ({ target, detail }) =>
    detail?.startsWith("failed") === true
      ? `found that the backup ${target} cannot be restored`
      : `verified the backup ${target}`,
  "monitoring.dependencies_chosen": (entry, names) => `chose what ${nameOf(entry, names)} depends on`,
  [UNDONE]: (entry, names) => {
    const undone = stateOf(entry.after);
    const action = textOr(undone["action"], entry.detail ?? "");
    if (action === UNDONE) return "took back an undo";
    const facts = { action, target: textOrNull(undone["target"]), detail: null, actor_username: null };
    return `took back: ${wordsOf(facts, names)}`;
  },
};

/** Who did what to which thing, in a sentence: "Anna moved printer-3 from site A to site B". */
export function auditSentence(entry: AuditFacts, names: AuditNames): string {
  return `${actorOf(entry)} ${predicateOf(entry, names)}`;
}

function actorOf({ action, actor_username: name }: AuditFacts): string {
  return name ?? (action.startsWith("auth.") ? "Somebody" : "The service");
}

function predicateOf(entry: AuditFacts, names: AuditNames): string {
  if (entry.action.endsWith("_updated") && PHRASES[entry.action] === undefined) {
    const change = changePhrase(entry, names);
    if (change !== undefined) return change;
  }
  return wordsOf(entry, names);
}

/** Ends the action of entries that hold what went with the thing of another entry. */
const ROWS = ".rows";

/** `topology.site_deleted` as `deleted site Attic`. */
function wordsOf(entry: AuditFacts, names: AuditNames): string {
  const phrase = PHRASES[entry.action];
  if (phrase !== undefined) return phrase(entry, names);
  if (entry.action.endsWith(ROWS))
    return `kept what can come back of: ${wordsOf({ ...entry, action: entry.action.slice(0, -ROWS.length) }, names)}`;
  const deed = deedOf(entry.action, { name: nameOf(entry, names), target: entry.target ?? "it" });
  return deed ?? verbAndThing(entry, names);
}

function verbAndThing(entry: AuditFacts, names: AuditNames): string {
  const words = entry.action.slice(entry.action.indexOf(".") + 1);
  const area = entry.action.slice(0, entry.action.indexOf("."));
  const [, noun, verb = words] = /^(?:(.*)_)?([a-z]+)$/.exec(words) ?? [];
  const done = VERBS[verb];
  const name = entry.target === null ? "" : nameOf(entry, names);
  if (done === undefined) return `did “${formatWord(words)}”${name === "" ? "" : ` on ${name}`}`;
  const what = noun ?? area;
  const kind = NOUNS[what] ?? what.replaceAll("_", " ");
  return [done, kind, ownName(name, entry.target)].filter((part) => part !== "").join(" ");
}

/** What is said beside the kind of a thing: `monitor 3` is no monitor's name, and `settings:oidc` there is but once. */
function ownName(name: string, target: string | null): string {
  if (name === "" || name !== nameInTarget(target)) return name;
  const [kind, own = ""] = target?.split(":") ?? [];
  if (kind === "settings") return "";
  return own === "" || /^\d+$/.test(own) ? own : name;
}

const FIELDS: Readonly<Record<string, string>> = {
  site_id: "site",
  topology_group_id: "group",
  parent_id: "parent",
  snmp_profile_id: "SNMP profile",
  ip_address: "address",
  mac_address: "MAC address",
  cidr: "network",
};

/** Said by other fields, or by the entry itself. */
const SILENT = new Set([
  // Of a device it follows from its group, else from its VLAN and addresses.
  "topology_group",
  "id",
  "updated_at",
  "cidr_as_sent",
  "mac_is_local",
  "is_favourite",
  "last_monitored_at",
]);

/** Where a thing is, and of which kind that is. */
const PLACES: Readonly<Record<string, string>> = { site_id: "site", topology_group_id: "group" };

function changePhrase(entry: AuditFacts, names: AuditNames): string | undefined {
  const [before, after] = [stateOf(entry.before), stateOf(entry.after)];
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => !SILENT.has(field),
  );
  const name = nameOf(entry, names);
  const [only] = fields;
  if (only === undefined) return undefined;
  if (fields.length > 1) return `changed ${listOf(fields.map(fieldWord))} of ${name}`;
  const place = PLACES[only];
  const [from, to] = [before[only], after[only]];
  if (place !== undefined)
    return `moved ${name} from ${placeOf(place, from, names)} to ${placeOf(place, to, names)}`;
  if (!isShort(from) || !isShort(to)) return `changed ${fieldWord(only)} of ${name}`;
  if (isEmpty(to)) return `cleared ${fieldWord(only)} of ${name}`;
  if (isEmpty(from)) return `set ${fieldWord(only)} of ${name} to “${String(to)}”`;
  return `changed ${fieldWord(only)} of ${name} from “${String(from)}” to “${String(to)}”`;
}

function placeOf(kind: string, id: unknown, names: AuditNames): string {
  if (typeof id !== "number") return `no ${kind}`;
  return `${kind} ${names[`${kind}:${id}`] ?? id}`;
}

function fieldWord(field: string): string {
  return FIELDS[field] ?? field.replace(/_id$/, "").replaceAll("_", " ");
}

function listOf(words: readonly string[]): string {
  const unique = [...new Set(words)];
  if (unique.length > 4) return formatCount(unique.length, ["field", "fields"]);
  const last = unique.at(-1) ?? "";
  return unique.length === 1 ? last : `${unique.slice(0, -1).join(", ")} and ${last}`;
}

const SHORT = 40;

function isShort(value: unknown): value is string | number | boolean | null | undefined {
  if (typeof value === "string") return value.length <= SHORT;
  return value === null || value === undefined || typeof value === "number" || typeof value === "boolean";
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === "";
}

/** What the entry's thing is called: by its target, else by what the entry says of it. */
function nameOf({ target, before, after }: AuditFacts, names: AuditNames): string {
  const known = target === null ? undefined : names[target];
  if (known !== undefined) return known;
  for (const state of [stateOf(after), stateOf(before)])
    for (const field of ["display_name", "name", "hostname", "label", "ip_address", "cidr"]) {
      const value = state[field];
      if (typeof value === "string" && value !== "") return value;
    }
  const link = linkName({ ...stateOf(before), ...stateOf(after) }, names);
  return link ?? nameInTarget(target);
}

function linkName(
  { source_device_id: source, target_device_id: target }: State,
  names: AuditNames,
): string | undefined {
  if (typeof source !== "number" || typeof target !== "number") return undefined;
  const [one, other] = [source, target].map((id) => names[`device:${id}`] ?? `device ${id}`);
  return `${one} – ${other}`;
}

/** `site:attic` as `attic`, `reservation:7` as `reservation 7`. */
function nameInTarget(target: string | null): string {
  if (target === null) return "it";
  const [kind = "", ...rest] = target.split(":");
  const name = rest.join(":");
  if (name === "") return kind.replaceAll("_", " ");
  return /^\d+$/.test(name) ? `${kind.replaceAll("_", " ")} ${name}` : name;
}

/** A name that was tried, or all that came from an address. */
function aimedAt(target: string | null): string {
  return `${target?.startsWith("ip:") === true ? "from" : "as"} ${nameInTarget(target)}`;
}

/** Its own name is in what the entry says; its target is its number. */
function relayName({ target, detail }: AuditFacts): string {
  return /^name=(.+?)(?: lines=\d+)?$/.exec(detail ?? "")?.[1] ?? nameInTarget(target);
}

function countOf(target: string | null): number {
  return Number(/:(\d+)$/.exec(target ?? "")?.[1] ?? 0);
}

function imported({ detail, after }: AuditFacts): string {
  const created = stateOf(after)["created"];
  const updated = Object.keys(stateOf(stateOf(after)["updated"])).length;
  if (!Array.isArray(created))
    return `imported devices${detail === null ? "" : ` (${detail.replaceAll("=", " ")})`}`;
  const changed = updated === 0 ? "" : `, and changed ${updated} by it`;
  return `imported ${formatCount(created.length, ["device", "devices"])}${changed}`;
}

/** What an entry that holds others tells of. */
function packed({ after }: AuditFacts): string {
  const { targets } = stateOf(after);
  return formatCount(Array.isArray(targets) ? targets.length : 0, ["thing", "things"]);
}

function stateOf(value: unknown): State {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function textOr(value: unknown, otherwise: string): string {
  return textOrNull(value) ?? otherwise;
}
