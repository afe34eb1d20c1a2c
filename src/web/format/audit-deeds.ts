/** Where the name of the entry's thing stands. */
const NAME = "{name}";

/** Where the target stands as it is: a host, also `2001:db8::1`, or a file. */
const TARGET = "{target}";

/** What is no adding, changing and deleting, by its action. */
const DEEDS: Readonly<Record<string, string>> = {
  "admin.second_factor_rule_changed": `changed whether ${NAME} needs a second factor`,
  "admin.users_moved_to_role": `gave the role ${NAME} to users`,
  "alerts.delivery_sent_again": `had ${NAME} sent again`,
  "alerts.incident_acknowledged": `acknowledged ${NAME}`,
  "auth.admin_force_logout": `signed ${NAME} out everywhere`,
  "auth.admin_password_reset": `reset the password of ${NAME}`,
  "auth.password_change_failed": "failed to change the password",
  "auth.password_reset_requested": `asked for a new password of ${NAME}`,
  "auth.password_reset_self_service": `set a new password of ${NAME} by mail`,
  "auth.passkey_renamed": "renamed a passkey",
  "auth.second_factor_disabled": "switched the second factor off",
  "auth.second_factor_enabled": "switched a second factor on",
  "auth.second_factor_failed": "failed at the second factor",
  "auth.second_factor_reset": `removed the second factor of ${NAME}`,
  "auth.session_ended": "ended a session",
  "auth.user_login_unlocked": `unlocked ${NAME}`,
  "backup.database_exported": "took a backup of the database",
  "discovery.observation_applied": "applied what a scan has noticed",
  "discovery.observations_resolved_all": "resolved all observations",
  "export.alert_events": "exported alerts",
  "export.audit_log": "exported the audit log",
  "export.bindings": "exported who had which address",
  "export.firewall": "exported events",
  "export.incidents": "exported incidents",
  "export.inventory": "exported the inventory",
  "export.inventory_sheet": "exported the inventory sheet",
  "export.leases": "exported the leases",
  "export.links": "exported the links",
  "export.login_history": "exported the sign-ins",
  "export.monitors": "exported the monitors",
  "export.report_mailed": "mailed a network report",
  "export.report_pdf": "exported a network report",
  "export.reservations": "exported the reservations",
  "export.service_checks": "exported the service checks",
  "export.subnets": "exported the subnets",
  "ipam.reservation_released": `freed ${NAME}, whose reservation had expired`,
  "lldp.every_device_scanned": "asked every device for its neighbours",
  "lldp.scanned": `asked ${NAME} for its neighbours`,
  "maintenance.ended": `ended ${NAME}`,
  "maintenance.occurrence_skipped": `left out one time of ${NAME}`,
  "monitor.push_token_renewed": `renewed the address that ${NAME} reports to`,
  "operations.cancel_requested": "cancelled an operation",
  "operations.file_removed": "removed the file of an operation",
  "relay.forgotten": `forgot ${NAME}`,
  "setup.initial_admin_created": `made ${NAME} the first administrator`,
  "setup.token_refused": "locked the first run after wrong setup tokens",
  "snmp.device_polled": `read ${NAME} by SNMP`,
  "syslog.test_line": "sent a test line",
  "system.support_bundle": "took a support bundle",
  "tools.dns_lookup": `looked up ${TARGET}`,
  "tools.ping": `pinged ${TARGET}`,
  "tools.port_check": `checked ports of ${TARGET}`,
  "tools.result_deleted": `removed a kept result of ${NAME}`,
  "tools.result_kept": `kept a result of ${NAME}`,
  "tools.snmp_probe": `asked ${TARGET} by SNMP`,
  "tools.tls_check": `checked the TLS certificate of ${TARGET}`,
  "tools.traceroute": `traced the route to ${TARGET}`,
};

/** What was done to the thing of that name or target; undefined: the action's own words say it. */
export function deedOf(action: string, of: { name: string; target: string }): string | undefined {
  // By functions, so that `$&` in a name is no pattern.
  return DEEDS[action]?.replace(NAME, () => of.name).replace(TARGET, () => of.target);
}
