import { afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setUpAdmin } from "../support/api-client";
import { makeAuthority } from "../support/certificates";
import { canMount, createFullDisk } from "../support/full-disk";
import { patient } from "../support/patience";
import { startRelay } from "../support/relay-process";
import { startService } from "../support/service-process";
import { waitFor } from "../support/wait-for";

/** Real relays whose disk is full, and whose way leads through a proxy. */
setDefaultTimeout(patient(120_000));
const PATIENCE_MS = patient(60_000);

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

test.skipIf(!canMount)(
  "a disk without any room ends no relay: what it cannot keep is counted, and it goes on when there is room",
  async () => {
    const disk = await createFullDisk(24 * 1024 * 1024);
    cleanUps.push(() => disk.remove());
    const dataDirectory = join(disk.folder, "data");
    mkdirSync(dataDirectory);
    const relay = await startRelay({ upstream: "http://127.0.0.1:1", key: "svc_none", dataDirectory });
    cleanUps.push(() => relay.stop());
    disk.fillUpTo(0);
    const socket = await Bun.udpSocket({});
    cleanUps.push(() => socket.close());
    const line = `<13>${"x".repeat(500)}`;
    const isLosing = async () => {
      for (let count = 0; count < 50; count++) socket.send(line, relay.syslogPort, "127.0.0.1");
      return (await relay.metric("netatlas_syslog_lost_total")) > 0;
    };
    await waitFor("lines to be lost", isLosing, PATIENCE_MS);
    const isToldOf = () => relay.output().includes("nor what was lost; it is tried again");
    await waitFor("the relay to tell that it cannot write that down", isToldOf, PATIENCE_MS);
    disk.free();
    const lost = () => relay.metric("netatlas_syslog_lost_total");
    const isKept = async () => {
      const { lost: kept }: { lost: Record<string, number> } = await Bun.file(
        join(dataDirectory, "relay-state"),
      ).json();
      return Object.values(kept).reduce((sum, count) => sum + count, 0) === (await lost());
    };
    await waitFor("the losses to be on the disk", () => isKept().catch(() => false), PATIENCE_MS);
    const takes = async () => (await fetch(`${relay.url}/ready`)).ok;
    await waitFor("the relay to take lines again", takes, PATIENCE_MS);
  },
);

/** A proxy that makes tunnels (CONNECT) and writes down to where. */
async function startTunnels() {
  const asked: string[] = [];
  const server = createServer((near) => {
    near.once("data", (head) => {
      const [, target = ""] = /^CONNECT (\S+) HTTP/.exec(head.toString()) ?? [];
      asked.push(target);
      const far = connect(Number(target.split(":")[1]), "127.0.0.1", () => {
        near.write("HTTP/1.1 200 Connection Established\r\n\r\n");
        near.pipe(far).pipe(near);
      });
      far.on("error", () => near.destroy());
    });
    near.on("error", () => undefined);
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  cleanUps.push(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port was given");
  return { asked, url: `http://127.0.0.1:${address.port}` };
}

/** A central service behind TLS that ends before it, with a certificate of its own authority. */
async function givenCentral() {
  const service = await startService();
  cleanUps.push(() => service.remove());
  const client = await setUpAdmin(service.url);
  const authority = await makeAuthority("Branch authority");
  const { certificate: cert, key: tlsKey } = await authority.issue("localhost");
  const front = Bun.serve({
    port: 0,
    hostname: "localhost",
    tls: { cert, key: tlsKey },
    async fetch(request) {
      const { method, headers } = request;
      const body = await request.bytes();
      return fetch(service.url + new URL(request.url).pathname, { method, headers, body });
    },
  });
  cleanUps.push(() => front.stop(true));
  const caFile = join(mkdtempSync(join(tmpdir(), "netatlas-ca-")), "ca.pem");
  writeFileSync(caFile, authority.certificate);
  const body = { name: "relay", permission: "relay" };
  const { key } = await client.send<{ key: string }>("POST", "/api/v1/api-keys", body);
  return { key, upstream: `https://localhost:${front.port}`, port: front.port, caFile };
}

test("HTTPS_PROXY is the way to the central service, whose certificate is checked all the same, and NO_PROXY is not", async () => {
  const { key, upstream, port, caFile } = await givenCentral();
  const proxy = await startTunnels();
  const environment = { HTTPS_PROXY: proxy.url, UPSTREAM_CA_FILE: caFile };
  const dataDirectory = mkdtempSync(join(tmpdir(), "netatlas-relay-"));
  const start = async (more: Record<string, string>) => {
    proxy.asked.length = 0;
    const plan = { upstream, key, dataDirectory, environment: { ...environment, ...more } };
    const relay = await startRelay(plan);
    cleanUps.push(() => relay.stop());
    return { ...relay, isUp: async () => (await relay.metric("netatlas_relay_upstream_up")) === 1 };
  };
  const through = await start({});
  await waitFor("the relay to be heard", through.isUp, PATIENCE_MS);
  expect(new Set(proxy.asked)).toEqual(new Set([`localhost:${port}`]));
  await through.stop();

  const untrusted = await start({ UPSTREAM_CA_FILE: "" });
  const isRefused = () => /certificate/i.test(untrusted.output());
  await waitFor("the certificate to be refused", isRefused, PATIENCE_MS);
  expect(await untrusted.isUp()).toBe(false);
  expect(proxy.asked.length).toBeGreaterThan(0);
  await untrusted.stop();

  const direct = await start({ NO_PROXY: "localhost" });
  await waitFor("the relay to be heard without the proxy", direct.isUp, PATIENCE_MS);
  expect(proxy.asked).toEqual([]);
});
