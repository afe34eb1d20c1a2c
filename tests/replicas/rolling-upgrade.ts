import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { createApiClient, setUpAdmin, signIn, type ApiClient } from "../support/api-client";
import { expectBalance } from "../support/numbered-balance";
import { startSender } from "../support/numbered-sender";
import { findReleaseBefore, unpackSources } from "../support/released-sources";
import { startReplicas, type Replicas } from "../support/replicas";
import { waitFor } from "../support/wait-for";

setDefaultTimeout(120_000);

let replicas: Replicas | undefined;
afterAll(() => replicas?.remove());

const before = await findReleaseBefore();
const MANY = 1_000_000;

type Device = { id: number; display_name: string };

async function expectShared(writer: ApiClient, reader: ApiClient, name: string): Promise<void> {
  const { id } = await writer.send<Device>("POST", "/api/v1/topology/devices", { name });
  expect(await reader.get<Device>(`/api/v1/topology/devices/${id}`)).toMatchObject({ display_name: name });
}

test.skipIf(before === undefined)(
  before === undefined
    ? "SKIPPED rolling upgrade: this clone has no history in which the release before stands"
    : `version ${before.version} goes on beside this one, on the schema that this one has made`,
  async () => {
    if (before === undefined) return;
    replicas = await startReplicas({ MIGRATION_BACKUP: "off" });
    const sources = await unpackSources(before, replicas.folder);
    const old = await replicas.start("", {}, sources);
    const admin = await setUpAdmin(old.url);
    const sender = await startSender({
      transport: "tcp",
      port: old.syslogPort,
      first: 0,
      total: MANY,
      rate: 500,
    });
    const session = await signIn(old.url);

    const added = await replicas.start("api worker");
    const next = createApiClient(added.url, admin.credential);
    await waitFor("the new schema", async () => (await next.fetch("/api/v1/auth/me")).status === 200);

    await expectShared(admin, next, "written by the old version");
    await expectShared(next, admin, "written by the new version");
    const same = createApiClient(added.url, session.credential);
    expect((await same.fetch("/api/v1/auth/me")).status).toBe(200);
    await same.send("POST", "/api/v1/auth/logout", {});
    expect((await session.fetch("/api/v1/auth/me")).status).toBe(401);
    const isFound = async (client: ApiClient) =>
      (await client.get<{ total: number }>("/api/v1/syslog/events?limit=1")).total > 0;
    await waitFor("lines that the old one receives to be found by the new one", () => isFound(next));
    expect(await isFound(admin)).toBe(true);
    const { jobs } = await next.get<{ jobs: { name: string; failure: string | null }[] }>(
      "/api/v1/system/diagnostics",
    );
    expect(jobs.filter(({ failure }) => failure !== null)).toEqual([]);

    expect(await old.stop()).toBe(0);
    await sender.done;
    expect(old.output()).not.toMatch(/\bERROR\b|\bFATAL\b/);
    const taken = await replicas.restart(old, "collector");
    await waitFor("it to be ready", async () => (await fetch(`${taken.url}/api/v1/health/ready`)).ok);
    const more = await startSender({
      transport: "tcp",
      port: taken.syslogPort,
      first: MANY,
      total: 500,
      rate: 1000,
    });
    await more.done;
    const sent = new Set([...sender.sent, ...more.sent].map(({ sequence }) => sequence));
    await expectBalance({ client: next, dataDirectory: added.dataDirectory }, { sent });
    expect(added.output() + taken.output()).not.toMatch(/\bERROR\b|\bFATAL\b/);
  },
);
