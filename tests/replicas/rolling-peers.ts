import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { createApiClient, setUpAdmin, signIn } from "../support/api-client";
import { openSubscribed } from "../support/live-client";
import { startSender } from "../support/numbered-sender";
import { findReleaseBefore, unpackSources } from "../support/released-sources";
import { startReplicas, type Replicas } from "../support/replicas";
import type { ServiceProcess } from "../support/service-process";
import { waitFor } from "../support/wait-for";

setDefaultTimeout(120_000);

let replicas: Replicas | undefined;
afterAll(() => replicas?.remove());

const before = await findReleaseBefore();

async function tokenAt({ url }: ServiceProcess): Promise<string> {
  const { credential } = await signIn(url);
  return credential["Authorization"]?.replace("Bearer ", "") ?? "";
}

const sendTo = async ({ syslogPort: port }: ServiceProcess, first: number) =>
  (await startSender({ transport: "tcp", port, first, total: 20, rate: 1000 })).done;

test.skipIf(before === undefined)(
  before === undefined
    ? "SKIPPED peers of an upgrade: this clone has no history in which the release before stands"
    : `processes of version ${before.version} and of this one ask each other, and answer`,
  async () => {
    if (before === undefined) return;
    replicas = await startReplicas({ MIGRATION_BACKUP: "off" });
    const old = await replicas.start("", {}, await unpackSources(before, replicas.folder));
    const admin = await setUpAdmin(old.url);
    const asked = await replicas.start("api worker");
    const receiving = await replicas.start("collector");
    const next = createApiClient(asked.url, admin.credential);
    type Listed = { instances: { address: string; collector: string | null; has_same_key: boolean }[] };
    const list = async () => (await next.get<Listed>("/api/v1/system/instances")).instances;
    await waitFor("all to be listed", async () => (await list()).length === 3);
    expect((await list()).map(({ has_same_key: has }) => has)).toEqual([true, true, true]);
    const collectorOf = async ({ url }: ServiceProcess) =>
      (await list()).find(({ address }) => address === url)?.collector ?? "";

    const [ofOld, ofNew] = [await collectorOf(old), await collectorOf(receiving)];
    for (const client of [admin, next])
      for (const collector of [ofOld, ofNew])
        expect(await client.get<object>(`/api/v1/syslog/status?collector=${collector}`)).toMatchObject({
          collector,
          collectors: [ofOld, ofNew].sort(),
        });

    const viewers = await Promise.all(
      [old, asked].map(async (process) => openSubscribed(process.url, await tokenAt(process))),
    );
    await sendTo(old, 0);
    await sendTo(receiving, 20);
    for (const viewer of viewers) {
      await waitFor("the lines of both", () => viewer.events.length === 40);
      viewer.close();
    }

    const begun = await fetch(`${old.url}/api/v1/exports/inventory?format=json`, {
      headers: { ...admin.credential, Prefer: "respond-async" },
    });
    const { id } = Object(await begun.json());
    const path = `/api/v1/operations/${id}`;
    await waitFor("the export", async () => (await next.get<{ state: string }>(path)).state === "done");
    const files = await Promise.all([admin, next].map((client) => client.fetch(`${path}/file`)));
    const texts = await Promise.all(files.map((file) => file.text()));
    expect(files.map(({ status }) => status)).toEqual([200, 200]);
    expect(texts[0]).toBe(texts[1] ?? "");

    for (const [process, collector] of [
      [asked, ofOld],
      [asked, ofNew],
      [old, ofNew],
    ] as const) {
      const url = `${process.url}/api/v1/syslog/test-line?collector=${collector}`;
      const answer = await fetch(url, { method: "POST", headers: admin.credential });
      expect({ status: answer.status, body: await answer.json() }).toMatchObject({
        status: 200,
        body: { collector },
      });
    }
    expect(asked.output() + receiving.output()).not.toMatch(/\bERROR\b|\bFATAL\b|does not prove/);
  },
);
