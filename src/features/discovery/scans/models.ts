import { z } from "@hono/zod-openapi";
import { boolean, integer, integerOrNull, ipAddress, timestamp } from "#platform/http/fields";
import { MATCH_REASONS } from "../inventory/match";
import { exactInteger, integerText } from "#features/ipam";
import { parseExclusion } from "../target/exclusion";

export const ScanType = z.enum(["ping", "basic_ports"]).openapi({
  description:
    "`ping`: who is there, by ARP and ICMP; `basic_ports`: and which of the 20 usual ports are open",
});
export type ScanType = z.infer<typeof ScanType>;

export const ScanEngine = z.enum(["own", "nmap"]).openapi({
  description:
    "`own`: by requests of the service itself; `nmap`: hosts and ports by the program nmap, where it is installed",
});
export type ScanEngine = z.infer<typeof ScanEngine>;

/** What is left out; blank ones say nothing. */
export const exclude = z
  .array(z.string().max(128))
  .max(64)
  .transform((given, context) => {
    const exclusion = parseExclusion(given.filter((text) => text.trim() !== ""));
    if (exclusion !== undefined) return [...exclusion.texts];
    context.addIssue({ code: "custom", message: "Use addresses, ranges, networks and MAC addresses" });
    return z.NEVER;
  })
  .openapi({
    type: "array",
    items: { type: "string" },
    maxItems: 64,
    example: ["192.168.10.5", "00:00:5E:00:53:01"],
    description:
      "addresses, ranges and networks that are not asked, and MAC addresses whose hosts are not among what was found",
  });

export const scanTarget = z.string().min(1).max(255).openapi({
  description: "single addresses, ranges `first-last` and networks in CIDR form, separated by commas",
  example: "192.168.10.0/24",
});

/** Addresses of agents; blank ones say nothing. */
export const snmpTargets = z
  .array(z.string().max(64))
  .max(64)
  .transform((given) => given.map((text) => text.trim()).filter((text) => text !== ""))
  .pipe(z.array(ipAddress()).max(8))
  .openapi({ type: "array", items: { type: "string" }, maxItems: 8, example: ["192.168.10.1"] });

export const DiscoveryStart = z
  .object({
    target: scanTarget,
    scan_type: ScanType.default("ping"),
    engine: ScanEngine.default("own"),
    exclude: exclude.default([]),
    confirm_large_scan: boolean().default(false).openapi({
      description: "needed above DISCOVERY_MAX_HOSTS_WITHOUT_CONFIRMATION addresses",
    }),
    topology_group_id: integerOrNull().default(null).openapi({
      description: "its gateway is asked by SNMP where `snmp_targets` is empty",
    }),
    snmp_community: z.string().min(1).max(128).nullable().default(null),
    snmp_profile_id: integerOrNull().default(null).openapi({ description: "wins over `snmp_community`" }),
    snmp_targets: snmpTargets.default([]),
    snmp_port: integer({ min: 1, max: 65_535 }).default(161),
    snmp_timeout_seconds: integer({ min: 1, max: 15 }).default(3),
  })
  .openapi("DiscoveryStart");
export type DiscoveryStart = z.output<typeof DiscoveryStart>;

export const HOST_FIELDS = ["ip_address", "hostname", "mac_address", "vendor", "os"] as const;
export type HostField = (typeof HOST_FIELDS)[number];

const ImportStatus = z.enum(["new", "existing", "changed"]);

export const DiscoveryHost = z
  .object({
    ip_address: z.string(),
    hostname: z.string().nullable(),
    mac_address: z.string().nullable().openapi({ example: "00:00:5E:00:53:01" }),
    vendor: z.string().nullable(),
    os: z.string().nullable(),
    status: z.string().openapi({ example: "online" }),
    open_ports: z.array(z.int()),
    existing_device_id: z.int().nullable(),
    import_status: ImportStatus,
    proposed_updates: z.array(z.enum(HOST_FIELDS)),
    proposed_values: z.record(z.string(), z.string()).openapi({ description: "field to what was seen" }),
    match_reason: z
      .enum(MATCH_REASONS)
      .nullable()
      .openapi({ description: "what the device of the inventory was told by; null: it is none" }),
    match_text: z.string().nullable().openapi({
      description: "the same in words",
      example: "engine id 80:00:1f:88:80:5e:2a:11:c3 is that of sw3",
    }),
    ignored_keys: z.array(z.string()).openapi({
      description:
        "what it shows of itself and why that was not gone by, such as an engine id that was cloned",
    }),
    serial_number: z.string().nullable().openapi({ description: "of the chassis, as its agent says" }),
    engine_id: z.string().nullable().openapi({ description: "of its SNMP agent" }),
    conflict: z.string().nullable().openapi({ description: "who else has the address, in words" }),
    is_random_mac: z.boolean().openapi({
      description: "the MAC address is locally administered: it may be another tomorrow, and tells no host",
    }),
    hostname_source: z.string().nullable(),
    answered_by: z.array(z.string()).openapi({ example: ["arp", "icmp"] }),
    round_trip_ms: z.number().nullable(),
    services: z.array(z.object({ port: z.int(), kind: z.string(), text: z.string() })),
    device_type_guess: z.object({ type: z.string(), reason: z.string() }).nullable(),
  })
  .openapi("DiscoveryHost");
export type DiscoveryHost = z.infer<typeof DiscoveryHost>;

const ScanProgress = z.object({
  phase: z.string().nullable().openapi({ example: "looking" }),
  asked: z.int(),
  count: z.int().nullable().openapi({ description: "of the phase: addresses, connections or hosts" }),
});

export const DiscoveryScanRead = z
  .object({
    id: z.int(),
    schedule_id: z.int().nullable().openapi({ description: "null: by hand" }),
    target: z.string(),
    scan_type: z.string(),
    engine: ScanEngine,
    exclude: z.array(z.string()),
    status: z.enum(["running", "completed", "failed"]),
    host_count: z.int().openapi({ description: "addresses of the target, without what is excluded" }),
    result_count: z.int(),
    results: z.array(DiscoveryHost),
    error: z.string().nullable(),
    created_at: timestamp,
    completed_at: timestamp.nullable(),
    state: z
      .enum(["running", "completed", "timed_out", "cancelled", "interrupted", "failed"])
      .openapi({ description: "says of a failed scan why it is one" }),
    username: z.string().nullable().openapi({ description: "who began it" }),
    operation_id: z.uuid().nullable(),
    progress: ScanProgress.nullable().openapi({ description: "null: it does not run" }),
    methods: z.array(z.string()).openapi({ description: "how hosts were looked for, in words" }),
    notes: z.array(z.string()).openapi({ description: "what was left out and why" }),
  })
  .openapi("DiscoveryScanRead");
export type DiscoveryScanRead = z.infer<typeof DiscoveryScanRead>;

export const ScanState = DiscoveryScanRead.shape.state;
export type ScanState = z.infer<typeof ScanState>;

export const ScansQuery = z.object({
  include_results: boolean()
    .default(true)
    .openapi({ description: "`false`: `results` are empty, for a list that is asked for again and again" }),
});

export const EstimateRequest = z
  .object({ target: scanTarget, scan_type: ScanType.default("ping"), exclude: exclude.default([]) })
  .openapi("DiscoveryEstimateRequest");
export type EstimateRequest = z.output<typeof EstimateRequest>;

export const Estimate = z
  .object({
    target: z.string().openapi({ description: "canonical" }),
    addresses: exactInteger,
    addresses_text: integerText,
    known_addresses: z.int().nullable().openapi({
      description:
        "of those, the ones that are known in networks of IPv6 that are too large to be gone through; null: the target has none",
    }),
    seconds: z.int().nullable().openapi({ description: "about; null: it would be refused" }),
    timeout_seconds: z.int().nullable().openapi({ description: "after which the scan is ended" }),
    needs_confirmation: z.boolean(),
    refusal: z.string().nullable().openapi({ description: "why a scan of this size would be refused" }),
  })
  .openapi("DiscoveryEstimate");
export type Estimate = z.input<typeof Estimate>;

export const EngineRead = z
  .object({
    engine: ScanEngine,
    is_available: z.boolean(),
    detail: z.string().nullable().openapi({ description: "what would make it available" }),
  })
  .openapi("DiscoveryEngine");
export type EngineRead = z.infer<typeof EngineRead>;

export const IMPORT_FIELDS = ["hostname", "mac_address", "vendor", "os"] as const;

export const DiscoveryImportRequest = z
  .object({
    scan_id: integer(),
    ip_addresses: z.array(ipAddress()).max(65_536).default([]).openapi({ description: "empty: all hosts" }),
    topology_group_id: integerOrNull().default(null),
    site_id: integerOrNull().default(null),
    mode: z.enum(["new_only", "fill_missing", "override_existing"]).default("fill_missing"),
    update_fields: z
      .array(z.enum(IMPORT_FIELDS))
      .default([...IMPORT_FIELDS])
      .openapi({
        description: "fields of known devices that may change",
      }),
    update_ip_on_mac_match: boolean().default(false).openapi({
      description: "a device that was told by its MAC address gets the address at which it was seen",
    }),
    use_guessed_types: boolean().default(false).openapi({
      description: "new devices get the type that was guessed, where one was, instead of `discovered`",
    }),
  })
  .openapi("DiscoveryImportRequest");
export type DiscoveryImportRequest = z.output<typeof DiscoveryImportRequest>;

export const DiscoveryImportResult = z
  .object({
    created: z.int(),
    updated: z.int(),
    skipped_existing: z.int(),
    rows: z.array(
      z.object({
        ip_address: z.string(),
        action: z.enum(["created", "updated", "skipped"]),
        device_id: z.int(),
        fields: z.array(z.string()).openapi({ description: "of a known device, those that were changed" }),
      }),
    ),
  })
  .openapi("DiscoveryImportResult");
export type DiscoveryImportResult = z.infer<typeof DiscoveryImportResult>;
