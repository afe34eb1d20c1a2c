import { addressOf, DATA_CENTRE } from "./data-centre";
import { CORE_INTERFACES, OIDS, PORTAL, PORTS } from "./stand-ins";

/** What the demo watches, beside whether its devices answer. */

/** A check of all devices of the data centre that fit, also of those that come later. */
type Rule = {
  scope: { types?: readonly string[]; tags?: readonly string[] };
  check: {
    check_type: string;
    label: string;
    port?: number;
    http_path?: string;
    failures_to_down?: number;
    interval_seconds?: number;
    options?: Readonly<Record<string, string | number>>;
  };
};

export const RULES: readonly Rule[] = [
  { scope: { types: ["switch", "server"] }, check: { check_type: "ssh", label: "SSH", port: PORTS.ssh } },
  {
    scope: { tags: ["web"] },
    check: {
      check_type: "http",
      label: "Web server",
      port: PORTS.web,
      http_path: "/health",
      interval_seconds: 30,
    },
  },
  { scope: { tags: ["db"] }, check: { check_type: "tcp", label: "PostgreSQL", port: PORTS.postgresql } },
  { scope: { tags: ["mail"] }, check: { check_type: "smtp", label: "Mail", port: PORTS.smtp } },
  {
    scope: { tags: ["dns"] },
    check: {
      check_type: "dns",
      label: "Name server",
      port: PORTS.dns,
      options: { name: "shop.example.com", expected: "192.0.2.80" },
    },
  },
  {
    scope: { tags: ["core"] },
    check: {
      check_type: "snmp",
      label: "Interfaces",
      options: { oid: `${OIDS.interfaces}.0`, operator: "equals", expected: String(CORE_INTERFACES) },
    },
  },
  {
    scope: { tags: ["ups"] },
    check: {
      check_type: "snmp",
      label: "Battery charge",
      options: { oid: `${OIDS.batteryCharge}.0`, operator: "greater_or_equal", expected: 40 },
    },
  },
];

/** Pages of the service itself, so that something answers wherever the demo runs. */
export function planMonitors(url: string) {
  return [
    {
      name: "Netatlas: health",
      url: `${url}/api/health`,
      tags: ["netatlas"],
      check_interval_seconds: 30,
      json_path: "$.status",
      expected_value: "ok",
    },
    {
      name: "Netatlas: pages",
      url: `${url}/`,
      tags: ["netatlas"],
      keyword: "<title>",
    },
    {
      name: "Netatlas: refuses strangers",
      url: `${url}/api/v1/auth/me`,
      description: "Up as long as nobody is let in without credentials.",
      tags: ["netatlas", "security"],
      accepted_status_codes: "401",
    },
  ];
}

/** Pages of the data centre; the last one is up as long as nobody answers. */
export function planShopMonitors() {
  const web = (number: number, path: string) =>
    `http://${addressOf(`fra-web-${number}`)}:${PORTS.web}${path}`;
  const json = [{ name: "content-type", operator: "contains", expected: "json" }];
  return [
    {
      name: "Shop: front page",
      url: web(1, "/"),
      tags: ["shop"],
      keyword: "in stock",
      check_interval_seconds: 30,
    },
    {
      name: "Shop: search",
      url: web(3, "/search"),
      description: "As fast as customers expect it, from an index that is no older than five minutes.",
      tags: ["shop"],
      check_interval_seconds: 20,
      json_path: "$.index.age_seconds",
      json_operator: "lt",
      expected_value: "300",
      expected_headers: json,
      max_response_time_ms: 500,
      max_retries: 1,
    },
    {
      name: "Shop: checkout",
      url: web(2, "/health"),
      tags: ["shop"],
      check_interval_seconds: 30,
      accepted_status_codes: "200",
      json_path: "$.status",
      expected_value: "ok",
      expected_headers: json,
      max_retries: 1,
    },
    {
      name: "Shop: customers' portal",
      url: `https://${addressOf(PORTAL)}:${PORTS.portal}/`,
      description: "Its certificate is of the company itself, and must be renewed by hand.",
      tags: ["shop"],
      verify_tls: false,
      certificate_expiry_alert: true,
      certificate_expiry_days: 14,
    },
    {
      name: "Old intranet stays off",
      url: `http://${addressOf("fra-hv-1")}:8088/`,
      description: "Up as long as nobody starts it again.",
      tags: ["security"],
      upside_down: true,
    },
  ];
}

/** The job that the demo reports for. */
export const REPORTED = {
  name: "Stock sync",
  kind: "push",
  description: "Reported by the demo every half a minute.",
  tags: ["jobs", "shop"],
  check_interval_seconds: 60,
  push_grace_seconds: 20,
};

/** Nobody reports for it: somebody forgot to turn it on again. */
export const SILENT = {
  name: "Backup of fra-nas-1",
  kind: "push",
  description: "Silent: its job was turned off and forgotten.",
  tags: ["jobs"],
  check_interval_seconds: 120,
  push_grace_seconds: 60,
};

type Member = { device: string } | { check: string; on?: string } | { monitor: string };
type Group = { name: string; group_mode: "all" | "any"; tags: string[]; members: readonly Member[] };

/** Members by the names of devices, the labels of rules, and the names of monitors. */
export const GROUP_MONITORS: readonly Group[] = [
  {
    name: "Web shop",
    group_mode: "any",
    tags: ["shop"],
    members: [
      { check: "Web server", on: "fra-web-1" },
      { check: "Web server", on: "fra-web-2" },
    ],
  },
  {
    name: "Frankfurt backbone",
    group_mode: "all",
    tags: ["network"],
    members: [
      { device: "fra-fw-1" },
      { device: "fra-fw-2" },
      { device: "fra-core-1" },
      { device: "fra-core-2" },
      { check: "Interfaces" },
    ],
  },
  {
    name: "Shop and what it needs",
    group_mode: "all",
    tags: ["shop"],
    members: [
      { monitor: "Shop: front page" },
      { monitor: "Shop: checkout" },
      { monitor: "Stock sync" },
      { check: "PostgreSQL" },
      { check: "Name server" },
    ],
  },
];

type Component = { name: string } & ({ monitor: string } | { device: string });

/**
 * What the demo shows to people without an account. Where nothing stands in for the data centre, only the last group.
 */
export const STATUS_PAGE: {
  slug: string;
  title: string;
  description: string;
  groups: readonly { name: string; components: readonly Component[] }[];
} = {
  slug: "demo",
  title: "Netatlas demo",
  description: "How the demo's shop and the demo itself are, for people without an account.",
  groups: [
    {
      name: "Customers",
      components: [
        { monitor: "Web shop", name: "Online shop" },
        { monitor: "Shop: search", name: "Search" },
        { monitor: "Shop: checkout", name: "Checkout" },
      ],
    },
    {
      name: "Offices",
      components: [
        { monitor: "Frankfurt backbone", name: "Network" },
        { device: "fra-mail-1", name: "Mail" },
        { device: "fra-hv-2", name: "Remote desktops" },
      ],
    },
    {
      name: "Service",
      components: [
        { monitor: "Netatlas: health", name: "API" },
        { monitor: "Netatlas: pages", name: "Pages" },
        { monitor: "Netatlas: refuses strangers", name: "Sign-in" },
      ],
    },
  ],
};

const HOUR_MS = 3_600_000;
/** In the evening, some days from now. */
const AHEAD_MS = 3 * 24 * HOUR_MS;

type Window = {
  title: string;
  description: string | null;
  /** Names of devices; none: the whole data centre. */
  devices: readonly string[];
  schedule: Readonly<Record<string, string | number>>;
};

/** One that runs, one each week, one to come; the weekly one lies days ahead, as nothing is to be seen while it runs. */
export function planMaintenance(now: Date): readonly Window[] {
  const ahead = new Date(now.getTime() + AHEAD_MS);
  ahead.setUTCHours(20, 0, 0, 0);
  const isWeekend = [0, 5, 6].includes(now.getUTCDay());
  return [
    {
      title: "Memory of fra-hv-2",
      description: "Remote desktops are being moved to other machines; sessions may be cut off once",
      devices: ["fra-hv-2"],
      schedule: { kind: "once", duration_minutes: 240 },
    },
    {
      title: "Updates",
      description: "Short interruptions of everything that runs in Frankfurt",
      devices: [],
      schedule: {
        kind: "recurring",
        cron: `0 2 * * ${isWeekend ? "WED" : "SUN"}`,
        time_zone: "Europe/Berlin",
        duration_minutes: 120,
      },
    },
    {
      title: "Second pair of fibres to the shop's racks",
      description: null,
      devices: ["fra-leaf-1", "fra-leaf-2"],
      schedule: { kind: "once", starts_at: ahead.toISOString(), duration_minutes: 90 },
    },
  ];
}

/** What the SNMP profile of the data centre is called. */
export const SNMP_PROFILE = `${DATA_CENTRE.label}, v2c`;
