import { listSettings, type ListedSetting } from "../../src/settings/listed";

/** `bun run generate:settings`: writes docs/settings.md, the page of every setting, from src/settings/schema.ts. */

const INTRODUCTION = `# Settings

<!-- Written by \`bun run generate:settings\`. The text is in tests/support/settings-page.ts, the tables are src/settings/schema.ts. -->

Environment variables, or a \`.env\` file in the working folder; the environment wins. Names are case-insensitive, lists
are JSON arrays, booleans are \`true/false/1/0/yes/no/on/off\`. A wrong value stops the start, with every bad name listed.
A secret may also come from the file that \`<NAME>_FILE\` names. Where the settings
pages have the same, what an administrator saved there counts.`;

type Group = { title: string; settings: RegExp; note?: string };

/** As those look for them who set them. A setting belongs to the first group that knows its name. */
const GROUPS: readonly Group[] = [
  {
    title: "Address, data and secrets",
    settings:
      /^(?:APP|POSTGRES|SECRET_KEY|MASTER_KEY)|^(?:DATA_DIR|DATABASE_URL|EVENTS_URL|MIGRATION_BACKUP)$/,
    note: "More in [installing](installation.md) and [backup and restore](backup.md).",
  },
  {
    title: "The process",
    settings: /^LOG_|^(?:WORKER_THREADS|ROLES|INSTANCE_URL|DRAIN_SECONDS)$/,
    note: "More in [several processes](replicas.md).",
  },
  {
    title: "Watching the service",
    settings: /^(?:HEARTBEAT|METRICS|RELEASE_FEED)_/,
    note: "More in [heartbeat](heartbeat.md) and [the feed of releases](release-feed.md).",
  },
  {
    title: "HTTP and proxies",
    settings: /^(?:CORS|TRUSTED|FORWARDED_ALLOW|SECURE)_|^AUTH_COOKIE_SECURE$/,
    note: "More in [installing](installation.md#behind-a-proxy) and [security](security.md).",
  },
  {
    title: "Signing in",
    settings: /^(?:SETUP|AUTH|ACCESS_TOKEN|REFRESH_TOKEN|SESSION|IDLE)_/,
    note: "More in [sessions, passwords, lock-outs, mail](sessions.md).",
  },
  { title: "Single sign-on", settings: /^OIDC_/, note: "More in [single sign-on](single-sign-on.md)." },
  { title: "API keys", settings: /^API_KEY_/ },
  {
    title: "Receiving syslog",
    settings: /^SYSLOG_(?!WS_)/,
    note: "More in [receiving syslog](syslog-receiving.md).",
  },
  {
    title: "Being a relay of another Netatlas",
    settings: /^(?:UPSTREAM|RELAY)_/,
    note: "More in [relays](relay.md).",
  },
  { title: "SNMP traps", settings: /^SNMP_TRAP_/, note: "More in [SNMP traps](snmp-traps.md)." },
  {
    title: "Keeping and searching events",
    settings: /^(?:EVENT|FIREWALL_LOG|SEARCH|DUCKDB|SYSLOG_WS)_/,
    note: "More in [events on disk](events.md) and [live events](live.md).",
  },
  {
    title: "How long other things are kept",
    settings: /^(?:BINDING|FORWARDING|NEIGHBOUR|TOOL_RESULT)_/,
    note:
      "More in [who had an address](bindings.md), [what hangs on which port](attached.md), " +
      "[neighbours](neighbours.md) and [tools](tools.md).",
  },
  {
    title: "Tools, discovery and monitoring",
    settings: /^(?:ACTIVE_NETWORK|TOOL_RATE|DISCOVERY|MONITORING)_/,
    note: "More in [tools](tools.md), [discovery](discovery.md) and [monitoring](monitoring.md).",
  },
  {
    title: "Mail and notifications",
    settings: /^(?:SMTP|NOTIFICATION)_/,
    note: "More in [notifications](notifications.md).",
  },
  { title: "For crash tests alone", settings: /^FAULT_/ },
];

/**
 * The page as Markdown, before the formatter aligns its tables.
 *
 * @throws Error for a setting that no group knows
 */
export function settingsPage(settings: readonly ListedSetting[]): string {
  const grouped = Map.groupBy(settings, ({ name }) => groupOf(name));
  const sections = GROUPS.map((group) => sectionOf(group, grouped.get(group) ?? []));
  return `${[INTRODUCTION, ...sections].join("\n\n")}\n`;
}

function groupOf(name: string): Group {
  const group = GROUPS.find(({ settings }) => settings.test(name));
  if (group === undefined) throw new Error(`${name} belongs to no group of ${import.meta.path}`);
  return group;
}

function sectionOf({ title, note }: Group, settings: readonly ListedSetting[]): string {
  const rows = settings.map(
    ({ name, type, shown, meaning }) => `| \`${name}\` | ${type} | ${shown} | ${meaning} |`,
  );
  const table = ["| Variable | Type | Default | Meaning |", "|---|---|---|---|", ...rows].join("\n");
  return [`## ${title}`, ...(note === undefined ? [] : [note]), table].join("\n\n");
}

if (import.meta.main) {
  await Bun.write(`${import.meta.dir}/../../docs/settings.md`, settingsPage(listSettings()));
}
