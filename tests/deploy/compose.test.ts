import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { parseSettings } from "../../src/settings/settings";
import { documentedPaths } from "./documented-paths";

/** What the files for compose and the proxies say of each other and of the service: no engine is here to refuse them. */
const DEPLOY = join(import.meta.dir, "../../deploy");
const read = (path: string): string => readFileSync(join(DEPLOY, path), "utf8");

const LongPort = z.object({ target: z.int(), published: z.int(), protocol: z.string() });
const Service = z.object({
  image: z.string(),
  environment: z.record(z.string(), z.string()).default({}),
  ports: z.array(z.union([z.string(), LongPort])).default([]),
  depends_on: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).default([]),
  security_opt: z.array(z.string()).default([]),
  stop_grace_period: z.string().optional(),
});
const Compose = z.object({
  services: z.record(z.string(), Service),
  networks: z
    .object({ default: z.object({ ipam: z.object({ config: z.array(z.object({ subnet: z.string() })) }) }) })
    .optional(),
});

const composeOf = (path: string) => Compose.parse(parse(read(path), { merge: true }));

/** What a port inside and outside is, as `inside/protocol` and `outside/protocol`. */
function portsOf(port: string | z.infer<typeof LongPort>): { inside: string; outside: string } {
  if (typeof port !== "string")
    return { inside: `${port.target}/${port.protocol}`, outside: `${port.published}/${port.protocol}` };
  const [pair = "", protocol = "tcp"] = port.split("/");
  const [outside = "", inside = ""] = pair.split(":");
  return { inside: `${inside}/${protocol}`, outside: `${outside}/${protocol}` };
}

const { APP_PORT, SYSLOG_UDP_PORT, SYSLOG_TCP_PORT } = parseSettings({});
const OWN_PORTS = [`${APP_PORT}/tcp`, `${SYSLOG_UDP_PORT}/udp`, `${SYSLOG_TCP_PORT}/tcp`];

describe.each(["compose/compose.yaml", "compose/scaled.yaml"])("%s", (path) => {
  const { services, networks } = composeOf(path);
  const own = Object.entries(services).filter(([, { image }]) => image === "netatlas");

  test("waits for services that are there, and publishes each port once", () => {
    const names = Object.keys(services);
    const awaited = Object.values(services).flatMap(({ depends_on: those }) =>
      Array.isArray(those) ? those : Object.keys(those),
    );
    expect(awaited.filter((name) => !names.includes(name))).toEqual([]);
    const published = Object.values(services).flatMap(({ ports }) =>
      ports.map((port) => portsOf(port).outside),
    );
    expect(new Set(published).size).toBe(published.length);
  });

  test("leads to ports on which the service listens by itself", () => {
    const inside = own.flatMap(([, { ports }]) => ports.map((port) => portsOf(port).inside));
    expect(inside.length).toBeGreaterThan(0);
    expect(inside.filter((port) => !OWN_PORTS.includes(port))).toEqual([]);
  });

  test("says to the service what the service takes, and gives it the time that its drain takes", () => {
    for (const [name, { environment, security_opt: security, stop_grace_period: grace }] of own) {
      expect([name, security]).toEqual([name, ["no-new-privileges:true"]]);
      const settings = parseSettings(filledIn(environment));
      expect(Number(grace?.replace(/s$/, ""))).toBeGreaterThanOrEqual(2 * settings.DRAIN_SECONDS + 10);
      const subnet = networks?.default.ipam.config[0]?.subnet;
      if (subnet !== undefined) expect(settings.TRUSTED_PROXY_IPS).toEqual([subnet]);
    }
  });
});

/** As compose puts values in the place of variables; keys are such as the README says to make. */
function filledIn(environment: Record<string, string>): Record<string, string> {
  const values: Record<string, string> = {
    NETATLAS_URL: "https://netatlas.example",
    NETATLAS_SECRET_KEY: "0123456789abcdef".repeat(4),
    NETATLAS_MASTER_KEY: "bWFzdGVyLWtleS1mb3ItdGVzdHMtb2YtMzItYnl0ZXM=",
    NETATLAS_DATABASE_PASSWORD: "0123456789abcdef".repeat(3),
    NETATLAS_METRICS_TOKEN: "0123456789abcdef".repeat(3),
  };
  const fill = (text: string) =>
    text.replaceAll(/\$\{(\w+)(?::[?-][^}]*)?\}/g, (_, name: string) => values[name] ?? `no ${name}`);
  return Object.fromEntries(Object.entries(environment).map(([name, text]) => [name, fill(text)]));
}

test("each variable that the files leave open is one that the README says to set", () => {
  const open = ["compose/compose.yaml", "compose/scaled.yaml"].flatMap((path) =>
    [...read(path).matchAll(/\$\{(\w+)/g)].map(([, name]) => name ?? ""),
  );
  const readme = read("README.md");
  expect(open.length).toBeGreaterThan(4);
  expect([...new Set(open)].filter((name) => !readme.includes(`${name}=`))).toEqual([]);
});

test("HAProxy of several processes leads to services of its file, API to API and lines to collectors", () => {
  const { services } = composeOf("compose/scaled.yaml");
  const servers = [...read("compose/haproxy.cfg").matchAll(/^ +server \S+ ([\w-]+):(\d+)/gm)].map(
    ([, name = "", port = ""]) => ({ name, port: Number(port) }),
  );
  expect(servers.length).toBeGreaterThan(4);
  for (const { name, port } of servers) {
    const roles = services[name]?.environment["ROLES"] ?? "";
    expect([name, roles.includes("collector") ? SYSLOG_TCP_PORT : APP_PORT]).toEqual([name, port]);
  }
  const led = new Set(servers.map(({ name }) => name));
  const own = Object.entries(services).filter(([, { image }]) => image === "netatlas");
  expect([...led].sort()).toEqual(own.map(([name]) => name).sort());
});

test.each([
  ["compose/haproxy.cfg", /option httpchk GET (\S+)/g],
  ["proxy/haproxy.cfg", /option httpchk GET (\S+)/g],
  ["proxy/Caddyfile", /health_uri (\S+)/g],
  ["monitoring/prometheus.yaml", /metrics_path: (\S+)/g],
])("%s asks paths that the service has", (path, pattern) => {
  const asked = [...read(path).matchAll(pattern)].map(([, found]) => found ?? "");
  expect(asked.length).toBeGreaterThan(0);
  const paths = documentedPaths();
  expect(asked.filter((one) => !paths.includes(one))).toEqual([]);
});

test("proxies lead to the ports on which the service listens by itself", () => {
  const servers = [
    "proxy/haproxy.cfg",
    "proxy/nginx.conf",
    "proxy/nginx-syslog.conf",
    "proxy/Caddyfile",
  ].flatMap((path) =>
    [...read(path).matchAll(/(?:server|reverse_proxy)\s[^;{\n]*?(?:127\.0\.0\.1|192\.0\.2\.\d+):(\d+)/g)].map(
      ([, port]) => Number(port),
    ),
  );
  expect(servers.length).toBeGreaterThan(6);
  expect(servers.filter((port) => ![APP_PORT, SYSLOG_TCP_PORT].includes(port))).toEqual([]);
});
