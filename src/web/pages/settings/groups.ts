import type { SettingField } from "../../components/settings-form/fields";

export type SettingsGroupTexts = { title: string; hint?: string; fields: readonly SettingField[] };

/** Every setting of the service under the title where people look for it. */
export const GROUPS: readonly SettingsGroupTexts[] = [
  {
    title: "Name and notices",
    fields: [
      { name: "app_name", label: "Name of the service", kind: "line", maxLength: 80 },
      { name: "login_message", label: "Text on the sign-in page", kind: "text", maxLength: 300 },
      {
        name: "announcement",
        label: "Announcement",
        description: "A line above every page; empty: none",
        kind: "text",
        maxLength: 500,
      },
      {
        name: "support_email",
        label: "Support mail address",
        description: "Shown on the sign-in page and in the account menu",
        kind: "line",
        maxLength: 254,
      },
      {
        name: "support_url",
        label: "Support page",
        description: "http or https; shown at the same places",
        kind: "line",
        maxLength: 500,
      },
    ],
  },
  {
    title: "Sessions",
    fields: [
      {
        name: "idle_timeout_minutes",
        label: "Sign out after idle minutes",
        description: "1 to 480",
        kind: "number",
      },
    ],
  },
  {
    title: "Monitoring",
    fields: [
      {
        name: "live_ping_enabled",
        label: "Check whether devices answer",
        description: "Checks every monitored device, and the services on it",
        kind: "switch",
      },
      {
        name: "monitor_interval_seconds",
        label: "Seconds between two checks",
        description: "30 to 3,600; service checks may have their own",
        kind: "number",
      },
    ],
  },
  {
    title: "SNMP polling",
    hint: "Devices with an SNMP profile are asked for their ports, and whatever else there is to know.",
    fields: [
      {
        name: "snmp_polling_enabled",
        label: "Poll devices by SNMP",
        description:
          "Those that have a profile and an address or host name, and whose monitoring is not paused",
        kind: "switch",
      },
      {
        name: "snmp_poll_interval_seconds",
        label: "Seconds between two polls",
        description: "30 to 3,600",
        kind: "number",
      },
      {
        name: "snmp_tables_interval_minutes",
        label: "Minutes between two readings of forwarding and ARP tables",
        description: "5 to 1,440: which machine hangs on which port, and who has which address",
        kind: "number",
      },
    ],
  },
  {
    title: "Network tools",
    fields: [
      {
        name: "active_network_public_targets_enabled",
        label: "Active tools may ask public addresses",
        description: "Switched off, ping and the like reach private networks only",
        kind: "switch",
      },
    ],
  },
  {
    title: "Address reservations",
    fields: [
      {
        name: "ip_reservation_default_expiry_enabled",
        label: "New reservations expire by default",
        description: "Forms begin with 90 days; scripts say it themselves",
        kind: "switch",
      },
      {
        name: "ip_reservation_reminder_enabled",
        label: "Remind before they expire",
        description: "Once for each reservation, until its expiry changes",
        kind: "switch",
      },
      {
        name: "ip_reservation_reminder_days",
        label: "Days before",
        description: "1 to 30",
        kind: "number",
      },
      {
        name: "ip_reservation_reminder_channels",
        label: "Remind by",
        description: "smtp, ntfy, telegram, signal or profile:1, separated by commas",
        kind: "list",
      },
    ],
  },
  {
    title: "Backups",
    fields: [
      {
        name: "backup_schedule_enabled",
        label: "Make backups on a schedule",
        description: "Into the folder backups of the data directory, or where Backups says",
        kind: "switch",
      },
      {
        name: "backup_schedule_interval_hours",
        label: "Hours between two backups",
        description: "1 to 168; not used where there is a cron expression",
        kind: "number",
      },
      {
        name: "backup_schedule_cron",
        label: "Cron expression",
        description: "Such as 30 3 * * * for 3:30 each day; empty: by the hours above",
        kind: "line",
        maxLength: 200,
      },
      {
        name: "backup_schedule_time_zone",
        label: "Time zone of backups",
        description: "Such as Europe/Berlin; of the cron expression, and of the nights of trial restores",
        kind: "line",
        maxLength: 64,
      },
      {
        name: "backup_retention_count",
        label: "Backups to keep",
        description: "1 to 90; the oldest goes first",
        kind: "number",
      },
      {
        name: "backup_retention_days",
        label: "Days to keep a backup",
        description: "0 to 3,650; 0: of any age. The newest always stays",
        kind: "number",
      },
      {
        name: "backup_verify_weekly",
        label: "Restore the newest backup on trial each week",
        description: "At night, beside the live data; an alert on failed backups tells where it fails",
        kind: "switch",
      },
    ],
  },
];
