import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, parseAllDocuments } from "yaml";
import { z } from "zod";
import { parseSettings } from "../../src/settings/settings";
import { documentedPaths } from "./documented-paths";

/** The manifests, held against each other and against the service: no cluster is here to refuse them. */
const FOLDER = join(import.meta.dir, "../../deploy/kubernetes");
const read = (path: string): string => readFileSync(join(FOLDER, path), "utf8");

const Labels = z.record(z.string(), z.string());
const Probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) });
const Variable = z.object({ name: z.string(), value: z.string().optional() });
const Port = z.object({ name: z.string(), containerPort: z.int(), protocol: z.string().default("TCP") });
const Container = z.object({
  env: z.array(Variable).default([]),
  envFrom: z.array(z.object({ secretRef: z.object({ name: z.string() }) })).default([]),
  ports: z.array(Port),
  startupProbe: Probe,
  readinessProbe: Probe,
  livenessProbe: Probe,
  resources: z.object({ limits: z.object({ memory: z.string() }) }),
  securityContext: z.unknown(),
  volumeMounts: z.array(z.object({ name: z.string() })),
});
const Workload = z.object({
  kind: z.literal("StatefulSet"),
  metadata: z.object({ name: z.string() }),
  spec: z.object({
    serviceName: z.string(),
    selector: z.object({ matchLabels: Labels }),
    template: z.object({
      metadata: z.object({ labels: Labels }),
      spec: z.object({
        terminationGracePeriodSeconds: z.int(),
        automountServiceAccountToken: z.literal(false),
        securityContext: z.unknown(),
        containers: z.array(Container),
      }),
    }),
    volumeClaimTemplates: z.array(z.object({ metadata: z.object({ name: z.string() }) })),
  }),
});
const Service = z.object({
  kind: z.literal("Service"),
  metadata: z.object({ name: z.string() }),
  spec: z.object({
    selector: Labels,
    ports: z.array(z.object({ targetPort: z.string(), protocol: z.string().default("TCP") })),
  }),
});
const Budget = z.object({
  kind: z.literal("PodDisruptionBudget"),
  spec: z.object({ selector: z.object({ matchLabels: Labels }) }),
});
const Kustomization = z.object({ resources: z.array(z.string()) });

/** Environment names as the service itself knows them, at what they are by default. */
const SETTINGS = parseSettings({});
const DEFAULT_PORTS: Record<string, number> = {
  http: SETTINGS.APP_PORT,
  "syslog-udp": SETTINGS.SYSLOG_UDP_PORT,
  "syslog-tcp": SETTINGS.SYSLOG_TCP_PORT,
};

describe.each(["kustomization.yaml", "scaled/kustomization.yaml"])("%s", (file) => {
  const folder = join(file, "..");
  const { resources } = Kustomization.parse(parse(read(file)));
  const documents: unknown[] = resources.flatMap((path) =>
    parseAllDocuments(read(join(folder, path))).map((document): unknown => document.toJS()),
  );
  const those = <Schema extends z.ZodType>(schema: Schema, kind: string): z.output<Schema>[] =>
    documents.filter((one) => Object(one).kind === kind).map((one) => schema.parse(one));
  const workloads = those(Workload, "StatefulSet");
  const services = those(Service, "Service");
  const containers = workloads.flatMap(({ spec }) => spec.template.spec.containers);
  const podsOf = (labels: Record<string, string>) =>
    workloads.filter(({ spec }) =>
      Object.entries(labels).every(([name, value]) => spec.template.metadata.labels[name] === value),
    );

  test("names files that are there, with a workload and a service at least", () => {
    expect(resources.filter((path) => !existsSync(join(FOLDER, folder, path)))).toEqual([]);
    expect(workloads.length).toBeGreaterThan(0);
    expect(services.length).toBeGreaterThan(1);
  });

  test("every pod is what the restricted profile wants, with a root that it cannot write", () => {
    for (const { spec } of workloads) {
      expect(spec.template.spec.securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: 10001,
        seccompProfile: { type: "RuntimeDefault" },
      });
      for (const { securityContext } of spec.template.spec.containers)
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        });
    }
  });

  test("every probe asks a path that the service has, at a port that its container names", () => {
    const paths = documentedPaths();
    for (const { startupProbe, readinessProbe, livenessProbe, ports } of containers)
      for (const { httpGet } of [startupProbe, readinessProbe, livenessProbe]) {
        expect(paths).toContain(httpGet.path);
        expect(ports.map(({ name }) => name)).toContain(httpGet.port);
      }
  });

  test("liveness is not readiness: a database that is away must not have processes killed", () => {
    for (const { readinessProbe, livenessProbe } of containers) {
      expect(readinessProbe.httpGet.path).toBe("/api/v1/health/ready");
      expect(livenessProbe.httpGet.path).toBe("/api/health");
    }
  });

  test("containers listen where the service does by itself", () => {
    for (const { ports } of containers)
      for (const { name, containerPort } of ports)
        expect([name, containerPort]).toEqual([name, DEFAULT_PORTS[name] ?? -1]);
  });

  test("every selector finds the pods that it means, and every port of a service one of theirs", () => {
    for (const { metadata, spec } of workloads)
      expect(podsOf(spec.selector.matchLabels).map((one) => one.metadata.name)).toEqual([metadata.name]);
    for (const { spec } of those(Budget, "PodDisruptionBudget"))
      expect(podsOf(spec.selector.matchLabels)).toHaveLength(1);
    for (const { metadata, spec } of services) {
      const found = podsOf(spec.selector);
      expect([metadata.name, found.length]).toEqual([metadata.name, 1]);
      const open = found.flatMap((one) =>
        one.spec.template.spec.containers.flatMap(({ ports }) =>
          ports.map(({ name, protocol }) => `${name} ${protocol}`),
        ),
      );
      for (const { targetPort, protocol } of spec.ports) expect(open).toContain(`${targetPort} ${protocol}`);
    }
    const names = services.map(({ metadata }) => metadata.name);
    for (const { spec } of workloads) expect(names).toContain(spec.serviceName);
  });

  test("what is mounted is claimed, and a pod has the time that its drain takes", () => {
    for (const { spec } of workloads) {
      const { containers: own, terminationGracePeriodSeconds: grace } = spec.template.spec;
      const claimed = spec.volumeClaimTemplates.map(({ metadata }) => metadata.name);
      for (const { volumeMounts, env } of own) {
        expect(claimed).toEqual(expect.arrayContaining(volumeMounts.map(({ name }) => name)));
        const drain = Number(env.find(({ name }) => name === "DRAIN_SECONDS")?.value ?? 0);
        expect(grace).toBeGreaterThanOrEqual(2 * drain + 10);
      }
    }
  });

  test("what it says to the service, the service takes", () => {
    for (const { env, envFrom } of containers) {
      const given = env.flatMap(({ name, value }) =>
        value === undefined || name === "POD_IP" ? [] : [[name, value]],
      );
      const settings: Record<string, string> = Object.fromEntries(given);
      if (settings["INSTANCE_URL"] !== undefined)
        settings["INSTANCE_URL"] = settings["INSTANCE_URL"].replace("$(POD_IP)", "10.1.2.3");
      const isShared = envFrom.length > 0;
      const secret = isShared
        ? Object.fromEntries(secretKeys().map((name) => [name, SECRET[name] ?? "?"]))
        : {};
      expect(() => parseSettings({ ...settings, ...secret })).not.toThrow();
    }
  });
});

/** Of the kind that the README says to put there. */
const SECRET: Record<string, string> = {
  DATABASE_URL: "postgres://netatlas:word@postgres/netatlas",
  EVENTS_URL: "clickhouse://netatlas:word@clickhouse:8123/netatlas",
  SECRET_KEY: "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
  MASTER_KEY: "bWFzdGVyLWtleS1mb3ItdGVzdHMtb2YtMzItYnl0ZXM=",
  METRICS_TOKEN: "0123456789abcdef0123456789abcdef0123456789abcdef",
};

/** What the README has an operator put into the secret that the manifests take their environment from. */
function secretKeys(): string[] {
  const text = readFileSync(join(FOLDER, "../README.md"), "utf8");
  const [, command = ""] = /create secret generic netatlas([^]*?)\n\n/.exec(text) ?? [];
  return [...command.matchAll(/--from-literal=([A-Z_]+)=/g)].map(([, name]) => name ?? "");
}

test("the secret that the README makes is the one that the pods want, with all keys that several processes need", () => {
  const wanted = ["api", "collector"].flatMap((name) =>
    [...read(`scaled/${name}.yaml`).matchAll(/secretRef: \{ name: ([\w-]+) \}/g)].map(([, secret]) => secret),
  );
  expect(new Set(wanted)).toEqual(new Set(["netatlas"]));
  expect(secretKeys().sort()).toEqual(Object.keys(SECRET).sort());
});
