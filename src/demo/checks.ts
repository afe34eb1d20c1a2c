/** What the demo watches, beside whether its devices answer. */

type DemoCheck = {
  filter: { type: string };
  check: { check_type: string; label: string; port?: number; failures_to_down?: number };
};

/** One check on every device of a type. */
export const CHECKS: readonly DemoCheck[] = [
  { filter: { type: "switch" }, check: { check_type: "ssh", label: "SSH" } },
  { filter: { type: "firewall" }, check: { check_type: "https", label: "Administration", port: 443 } },
  {
    filter: { type: "printer" },
    check: { check_type: "tcp", label: "Raw printing", port: 9100, failures_to_down: 3 },
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

/** What the demo shows to people without an account, by the names of its monitors. */
export const STATUS_PAGE = {
  slug: "demo",
  title: "Netatlas demo",
  description: "How the demo itself is, for people without an account.",
  group: "Service",
  components: [
    { monitor: "Netatlas: health", name: "API" },
    { monitor: "Netatlas: pages", name: "Pages" },
    { monitor: "Netatlas: refuses strangers", name: "Sign-in" },
  ],
} as const;
