/**
 * What a backup does with each table. `saved`: it is in every backup, and a restore replaces it. `check_history` and
 * `bindings`: the same, where somebody asked for that part. A restore of a backup without it leaves nothing of the
 * history, which is of checks that may not be there any more, and the bindings as they are, which refer to nothing.
 * `events`: what a backup has of them is added to what is here. `emptied`: it is in no backup and means nothing beside
 * other data, such as sessions. `kept`: it is in no backup, and what is there stays as it is through a restore, such as
 * the catalog of the stored events.
 */
export type TablePart = "saved" | "check_history" | "bindings" | "events" | "emptied" | "kept";

/** The one list: a table of the schema that is not on it fails a test. */
const TABLES = {
  saved: [
    "alert_escalations",
    "alert_events",
    "alert_incidents",
    "alert_pauses",
    "alert_rules",
    "alert_silences",
    "alert_troubles",
    "api_keys",
    "audit_chain",
    "audit_head",
    "audit_log",
    "check_rollups",
    "check_targets",
    "configuration_applies",
    "device_addresses",
    "device_dependencies",
    "device_identities",
    "device_interfaces",
    "device_ports",
    "device_type_colors",
    "device_types",
    "devices",
    "dhcp_leases",
    "discovery_hosts",
    "discovery_observations",
    "discovery_presences",
    "discovery_scans",
    "discovery_schedules",
    "discovery_settled_macs",
    "external_assignments",
    "external_pools",
    "favourite_devices",
    "favourite_monitors",
    "forwarding_entries",
    "forwarding_leads",
    "forwarding_places",
    "forwarding_ports",
    "forwarding_switches",
    "group_members",
    "group_wakes",
    "incidents",
    "ip_reservations",
    "lease_sources",
    "lldp_neighbours",
    "lldp_schedule",
    "lldp_sources",
    "log_formats",
    "maintenance_scopes",
    "maintenance_windows",
    "monitors",
    "notification_profiles",
    "notification_settings",
    "oidc_identities",
    "oidc_settings",
    "passkeys",
    "port_counters",
    "port_hour_days",
    "push_reports",
    "recovery_codes",
    "relationships",
    "report_schedules",
    "roles",
    "saved_searches",
    "second_factor_roles",
    "sensor_hour_days",
    "sensor_state_changes",
    "sensors",
    "service_checks",
    "sites",
    "snmp_polls",
    "snmp_profiles",
    "state_changes",
    "status_page_components",
    "status_page_groups",
    "status_pages",
    "subnets",
    "system_settings",
    "target_upkeep",
    "tool_results",
    "topology_groups",
    "topology_layouts",
    "totp_factors",
    "users",
  ],
  check_history: [
    "check_result_days",
    "check_result_hours",
    "check_results",
    "port_sample_days",
    "port_samples",
    "sensor_reading_days",
    "sensor_readings",
  ],
  bindings: ["address_bindings"],
  events: ["collectors", "event_segments"],
  emptied: [
    "alert_log_counts",
    "alert_log_matches",
    "alert_signals",
    "api_key_windows",
    "device_import_verdicts",
    "discovery_scan_calls",
    "idempotency_keys",
    "import_rows",
    "imports",
    "kept_imports",
    "kept_reports",
    "login_challenges",
    "mailed_reports",
    "oidc_answered_sign_ins",
    "operation_files",
    "operations",
    "passkey_registrations",
    "passkey_sign_ins",
    "password_reset_tokens",
    "refresh_tokens",
    "sessions",
    "tool_calls",
    "totp_enrolments",
  ],
  kept: [
    "backup_plan",
    "backup_runs",
    "backup_target",
    "backup_trials",
    "blocked_logins",
    "collector_reports",
    "event_retention",
    "failed_logins",
    "installation",
    "instances",
    "job_leases",
    "lockouts",
    "log_senders",
    "outbox",
    "outbox_destinations",
    "relay_spools",
    "relays",
    "started_versions",
  ],
} as const satisfies Record<TablePart, readonly string[]>;

/** Parts that are in a backup only where somebody asks for them. */
export const OPTIONAL_PARTS = ["check_history", "bindings", "events"] as const;
export type OptionalPart = (typeof OPTIONAL_PARTS)[number];

/** Written by triggers that refuse any other change; a restore treats them as one thing. */
export const AUDIT_TABLES: ReadonlySet<string> = new Set(["audit_chain", "audit_head", "audit_log"]);

export function tablesOf(...parts: readonly TablePart[]): string[] {
  return parts.flatMap((part) => [...TABLES[part]]).sort();
}

/** The tables of a backup with these optional parts, by name. */
export function savedTables(parts: readonly OptionalPart[]): string[] {
  return tablesOf("saved", ...parts);
}

/** Those of them that are put in the place of the live ones. */
export function filledTables(parts: readonly OptionalPart[]): string[] {
  return savedTables(parts.filter((part) => part !== "events"));
}

/** The tables that are anew after a restore of a backup with these parts, from it or empty. */
export function replacedTables(parts: readonly OptionalPart[]): string[] {
  return tablesOf("saved", "check_history", "emptied", ...parts.filter((part) => part === "bindings"));
}
