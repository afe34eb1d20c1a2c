import { ROLES, type Role } from "#platform/roles";

type Start = {
  url: string;
  roles: readonly Role[];
  database: string;
  dataDirectory: string;
  /** One line each, such as `syslog udp [::]:1514, receive buffer 64 MiB`. */
  listeners: readonly string[];
  /** How devices are asked whether they answer, and what would be better. */
  reachability: string;
  /** What works less well than it could here, why, and what mends it. */
  limitations: readonly string[];
};

/** Of the longest name, and a gap. */
const NAME_WIDTH = 14;

/** What a person who starts the service wants to know, in one block. */
export function startBlock(start: Start): string {
  const rows: [string, string][] = [
    ...describeServing(start),
    ["Database", start.database],
    ["Data", start.dataDirectory],
    ...start.listeners.map((listener, index): [string, string] => [index === 0 ? "Syslog" : "", listener]),
    ["Reachability", start.reachability],
    ...start.limitations.map((limitation, index): [string, string] => [
      index === 0 ? "Limited" : "",
      limitation,
    ]),
  ];
  const lines = rows.map(([name, value]) => `  ${name.padEnd(NAME_WIDTH)}${value}`);
  return ["", "Netatlas is running", ...lines, "", ""].join("\n");
}

function describeServing({ url, roles }: Start): [string, string][] {
  const named: [string, string][] = roles.length === ROLES.length ? [] : [["Roles", roles.join(", ")]];
  if (!roles.includes("api")) return [...named, ["Health", `${url}/api/v1/health/ready`]];
  return [...named, ["Web", url], ["API", `${url}/api/v1`], ["Docs", `${url}/api/docs`]];
}

/** How to make the first administrator, from any machine and at any time. */
export function firstRunBlock(link: string): string {
  return [
    "  First run",
    `    ${link}`,
    "    makes the first administrator: keep the link to yourself",
    "",
    "",
  ].join("\n");
}
