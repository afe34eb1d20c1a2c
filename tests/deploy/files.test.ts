import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, parseAllDocuments } from "yaml";
import { z } from "zod";
import { START_VARIABLES } from "../../src/settings/start-variables";
import { patient } from "../support/patience";
import { startService, type ServiceProcess } from "../support/service-process";

setDefaultTimeout(patient(60_000));

const DEPLOY = join(import.meta.dir, "../../deploy");
const read = (path: string): string => readFileSync(join(DEPLOY, path), "utf8");
const files = (pattern: string): string[] => [...new Bun.Glob(pattern).scanSync({ cwd: DEPLOY })].sort();

/** What compose and Kubernetes take for themselves, and what other programs' images are told. */
const OF_OTHERS = /^(POSTGRES_(USER|PASSWORD|DB)|CLICKHOUSE_\w+|POD_IP|NODE_ENV|TMPDIR|UV_\w+|MIMALLOC_\w+)$/;

test.each(["package.json", "Containerfile", "deploy/systemd/netatlas.service"])(
  "%s starts the service with what its runtime is to be told",
  (path) => {
    const started = read(join("..", path));
    for (const [name, value] of Object.entries(START_VARIABLES))
      expect(started).toMatch(new RegExp(String.raw`(?:^|[\s=])${name}=${value}(?:\s|$)`, "m"));
  },
);

describe("a setting", () => {
  const named = [
    ...files("compose/*.yaml").flatMap((path) =>
      [...read(path).matchAll(/^\s+(?:environment: \{[^}]*?)?([A-Z][A-Z_]+): /gm)].map(([, name]) => ({
        path,
        name,
      })),
    ),
    ...files("compose/*.yaml").flatMap((path) =>
      [...read(path).matchAll(/\*environment, ([A-Z_]+):/g)].map(([, name]) => ({ path, name })),
    ),
    ...files("kubernetes/**/*.yaml").flatMap((path) =>
      [...read(path).matchAll(/name: ([A-Z][A-Z_]+)\b/g)].map(([, name]) => ({ path, name })),
    ),
    ...files("systemd/*").flatMap((path) =>
      [...read(path).matchAll(/^Environment=([A-Z_]+)=/gm)].map(([, name]) => ({ path, name })),
    ),
    ...files("proxy/*").flatMap((path) =>
      [...read(path).matchAll(/^# Netatlas: (.*)$/gm)].flatMap(([, line = ""]) =>
        [...line.matchAll(/([A-Z_]+)=/g)].map(([, name]) => ({ path, name })),
      ),
    ),
  ];

  test("that the kit names is one that the service has", () => {
    expect(named.length).toBeGreaterThan(40);
    const page = readFileSync(join(DEPLOY, "../docs/settings.md"), "utf8");
    const known = new Set([...page.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name]) => name ?? ""));
    const unknown = named.filter(({ name = "" }) => !known.has(name) && !OF_OTHERS.test(name));
    expect(unknown).toEqual([]);
  });
});

describe("a metric", () => {
  let service: ServiceProcess | undefined;
  let metrics: string;

  beforeAll(async () => {
    service = await startService({ environment: { METRICS_TOKEN: "a-token-that-only-this-test-knows" } });
    const answer = await fetch(`${service.url}/metrics`, {
      headers: { Authorization: "Bearer a-token-that-only-this-test-knows" },
    });
    metrics = await answer.text();
  });
  afterAll(() => service?.remove());

  test("of a rule or the dashboard is one that the service has", () => {
    const known = new Set([...metrics.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));
    const named = ["monitoring/rules.yaml", "monitoring/grafana-dashboard.json"].flatMap((path) =>
      [...read(path).matchAll(/\b(?:netatlas|process)_[a-z_]+\b(?!")/g)].map(([name]) => name),
    );
    expect(named.length).toBeGreaterThan(30);
    const unknown = named.filter(
      (name) => !known.has(name) && !known.has(name.replace(/_(bucket|count|sum)$/, "")),
    );
    expect(unknown).toEqual([]);
  });
});

describe("a YAML file", () => {
  test.each(files("**/*.yaml"))("%s is read without an error", (path) => {
    const documents = parseAllDocuments(read(path), { merge: true });
    expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
  });

  const Compose = z.object({
    services: z.record(
      z.string(),
      z.object({
        image: z.string(),
        read_only: z.boolean().optional(),
        cap_drop: z.array(z.string()).optional(),
        volumes: z.array(z.string()).default([]),
      }),
    ),
    volumes: z.record(z.string(), z.unknown()),
  });

  test.each(files("compose/*.yaml"))(
    "%s keeps each volume that it names, and our processes from what they need not",
    (path) => {
      const { services, volumes } = Compose.parse(parse(read(path), { merge: true }));
      for (const [name, service] of Object.entries(services)) {
        const named = service.volumes
          .map((volume) => volume.split(":")[0] ?? "")
          .filter((volume) => !volume.startsWith("."));
        for (const volume of named)
          expect([name, Object.keys(volumes)]).toEqual([name, expect.arrayContaining([volume])]);
        if (service.image !== "netatlas") continue;
        expect([name, service.read_only, service.cap_drop]).toEqual([name, true, ["ALL"]]);
      }
    },
  );
});

describe("programs that are told by the kit", () => {
  const check = (program: string, words: string[]) => {
    const path =
      Bun.which(program) ?? (program === "nginx" || program === "haproxy" ? `/usr/sbin/${program}` : null);
    const isThere = path !== null && Bun.spawnSync(["test", "-x", path]).exitCode === 0;
    if (!isThere) console.log(`SKIPPED ${program}: it is not installed`);
    test.skipIf(!isThere)(`${program} takes its file`, () => {
      const run = Bun.spawnSync([path ?? program, ...words.map((word) => word.replace("DEPLOY", DEPLOY))]);
      expect([run.exitCode, run.stderr.toString()]).toEqual([0, expect.any(String)]);
    });
  };
  check("promtool", ["check", "rules", "DEPLOY/monitoring/rules.yaml"]);
  check("haproxy", ["-c", "-f", "DEPLOY/compose/haproxy.cfg"]);
  check("caddy", ["validate", "--adapter", "caddyfile", "--config", "DEPLOY/proxy/Caddyfile"]);
});
