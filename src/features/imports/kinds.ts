/** What an import makes, in the order in which it is made: later kinds name earlier ones. */
export const KINDS = [
  "site",
  "group",
  "subnet",
  "device",
  "interface",
  "reservation",
  "link",
  "check",
  "monitor",
  "monitor_group",
  "channel",
] as const;
export type Kind = (typeof KINDS)[number];

/** What becomes of a row. */
export const ACTIONS = ["created", "updated", "unchanged", "conflict", "refused", "not_taken"] as const;
export type ImportAction = (typeof ACTIONS)[number];

/** What each kind may be given, by the names of our API; references are by name. */
const KIND_FIELDS = {
  site: ["name", "display_name", "description", "address", "color", "parent"],
  group: ["name", "display_name", "vlan_id", "site", "parent", "description", "color"],
  subnet: [
    "cidr",
    "name",
    "description",
    "notes",
    "vlan_id",
    "site",
    "gateway",
    "dhcp_start",
    "dhcp_end",
    "dns_servers",
    "is_pool",
  ],
  device: [
    "hostname",
    "display_name",
    "ip_address",
    "mac_address",
    "vendor",
    "os",
    "serial_number",
    "device_type",
    "lifecycle",
    "monitoring_paused",
    "vlan_id",
    "group",
    "site",
    "tags",
    "notes",
  ],
  interface: ["device", "name", "mac_address", "description", "ip_addresses"],
  reservation: ["ip_address", "label", "mac_address", "notes", "expires_at"],
  link: [
    "source_device",
    "source_interface",
    "target_device",
    "target_interface",
    "relationship_type",
    "notes",
    "link_speed_mbps",
  ],
  check: [
    "device",
    "check_type",
    "port",
    "label",
    "options.name",
    "options.record_type",
    "options.expected",
    "options.tls",
    "options.max_offset_ms",
    "verify_tls",
    "interval_seconds",
    "retry_interval_seconds",
    "failures_to_down",
    "enabled",
  ],
  monitor: [
    "name",
    "kind",
    "url",
    "description",
    "tags",
    "http_method",
    "accepted_status_codes",
    "timeout_seconds",
    "verify_tls",
    "follow_redirects",
    "max_redirects",
    "keyword",
    "keyword_inverted",
    "json_path",
    "expected_value",
    "json_operator",
    "cache_bust",
    "upside_down",
    "check_interval_seconds",
    "retry_interval_seconds",
    "max_retries",
    "push_grace_seconds",
    "certificate_expiry_alert",
    "enabled",
  ],
  monitor_group: ["name", "description", "tags", "check_interval_seconds", "enabled"],
  // Of notifications, whose secrets do not come along: they are listed.
  channel: ["name", "provider"],
} as const satisfies Record<Kind, readonly string[]>;

/** What only one kind of service check has: `options.record_type`. */
export const OPTION = "options.";

/** What a thing is made with and keeps whatever a later import says, as its owner may have changed it: `at_first.enabled`. */
export const AT_FIRST = "at_first.";

/** Own fields of a device: `custom_attributes.rack`. */
export const ATTRIBUTE = "custom_attributes.";

const LISTS: ReadonlySet<string> = new Set(["tags", "ip_addresses"]);
/** Other products write an address with the length of its network. */
const ADDRESSES: ReadonlySet<string> = new Set(["ip_address", "ip_addresses", "gateway"]);

export function fieldsOf(kind: Kind): readonly string[] {
  return KIND_FIELDS[kind];
}

/** Whether a kind has a field of that name. */
export function isFieldOf(kind: Kind, field: string): boolean {
  const isAttribute = kind === "device" && field.startsWith(ATTRIBUTE) && field.length > ATTRIBUTE.length;
  return isAttribute || fieldsOf(kind).includes(field);
}

/** Texts, or lists of them, by field; what is absent is not said. */
export type Fields = Readonly<Record<string, string | readonly string[]>>;

/** A value as its field takes it. */
export function toFieldValue(
  field: string,
  value: string | readonly string[],
): string | readonly string[] | undefined {
  const texts = (typeof value === "string" ? (LISTS.has(field) ? value.split(/[,;\n]/) : [value]) : value)
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .map((text) => (ADDRESSES.has(field) ? text.replace(/\/\d{1,3}$/, "") : text));
  if (texts.length === 0) return undefined;
  return LISTS.has(field) ? texts : texts.join(", ");
}
