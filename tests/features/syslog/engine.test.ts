import { expect, test } from "bun:test";
import { closeSync, openSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pino from "pino";
import { checkCollector, checkReceiving, startSyslog, type SyslogEngine } from "#features/syslog";
import { createMetrics } from "#platform/metrics";
import { eventSegments } from "#tables/syslog";
import { getSyslogStatus } from "../../../src/features/syslog/status/syslog-status";
import { addSyslogMetrics } from "../../../src/metrics/syslog";
import { createTestDatabase } from "../../support/database";
import { createStoreFolders, testPool } from "../../support/event-store";
import { engineOptions } from "../../support/syslog-engine";
import { replaceOpenFile } from "../../support/open-file";
import { atRunEnd } from "../../support/run-end";
import { waitFor } from "../../support/wait-for";

async function givenEngine(
  udpPort: number,
  { minFreeBytes = 0, ...receiver }: { allowlist?: string[]; minFreeBytes?: number } = {},
) {
  const { db } = await createTestDatabase();
  const folders = await createStoreFolders();
  const engine = await startSyslog(
    { db, catalogReady: Promise.resolve(), pool: testPool(), log: pino({ level: "silent" }) },
    {
      ...engineOptions(folders, { udpPort, tcpPort: 0, ...receiver }),
      journal: { maxBytes: 1024 ** 3, minFreeBytes },
    },
  );
  atRunEnd(() => engine.stop(1000));
  return { engine, db, folders };
}

async function send(engine: SyslogEngine, lines: readonly string[]): Promise<void> {
  const socket = await Bun.udpSocket({ hostname: "127.0.0.1" });
  for (const line of lines) socket.send(line, engine.ports.udp ?? 0, "127.0.0.1");
  socket.close();
}

test("a collector whose listeners are open is well", async () => {
  const { engine } = await givenEngine(0);
  expect(await checkCollector(engine)).toMatchObject({ ok: true });
});

test("a collector that could not open one of its listeners is not well, says which and why, and is well once it could", async () => {
  const taken = await Bun.udpSocket({ hostname: "127.0.0.1", port: 0 });
  const { engine } = await givenEngine(taken.port);
  const { ok, message } = await checkCollector(engine);
  expect(ok).toBe(false);
  expect(message).toContain(`udp 127.0.0.1 port ${taken.port}`);
  expect((await getSyslogStatus({ engine })).listeners).toMatchObject([
    { transport: "udp", port: taken.port, state: "retrying", error: message },
    { transport: "tcp", state: "open", error: null },
  ]);
  taken.close();
  await waitFor("the listener", async () => (await checkCollector(engine)).ok);
});

test("fault 7: readiness names damaged segments and what stands in quarantine, and stays ready, as the rest is searched", async () => {
  const { engine, db, folders } = await givenEngine(0);
  await send(engine, ["<13>one"]);
  await waitFor("the line to be stored", () => engine.state().pipeline.storedEvents === 1);
  const [segment] = await db.update(eventSegments).set({ damagedAt: new Date() }).returning();
  for (const range of ["0-1", "1-2", "2-3", "3-4"])
    writeFileSync(join(folders.journal, "quarantine", `0123456789ab-${range}.journal`), "");
  const { ok, message } = await checkCollector(engine);
  expect(ok).toBe(true);
  expect(message).toContain(`damaged segments: ${segment?.path}`);
  expect(message).toContain("quarantined journal ranges: 0123456789ab-0-1.journal, ");
  expect(message).toEndWith(" and 1 more");
});

test("a journal folder that cannot be read is told by readiness and status, though no message comes", async () => {
  const { engine, folders } = await givenEngine(0);
  rmSync(join(folders.journal, "quarantine"), { recursive: true });
  const told = "the journal's folder cannot be read: ENOENT";
  expect(await checkCollector(engine)).toEqual({ ok: false, message: told });
  expect(await getSyslogStatus({ engine })).toMatchObject({ quarantine: [], store_error: told });
});

test("status tells lines by sender and vendor, and their sums are those of the whole", async () => {
  const { engine } = await givenEngine(0);
  await send(engine, [
    `<134>1 ${new Date(Date.now() - 60_000).toISOString()} fw1 filterlog 1 - - 5,,,1,em0,match,pass,in,4,,,,,,,17,udp,76,192.0.2.7,192.0.2.8,1,2`,
    "nobody knows this",
    "x".repeat(9000),
  ]);
  await waitFor("the lines to be stored", () => engine.state().pipeline.storedEvents === 3);
  const status = await getSyslogStatus({ engine });
  expect(status.senders).toEqual([
    {
      sender: "127.0.0.1",
      received: 3,
      stored: 3,
      parsed: 1,
      unparsed: 2,
      generic: 0,
      malformed: 0,
      oversize: 1,
      denied: 0,
      dropped: 0,
      last_seen_at: status.last_packet_at,
      clock_skew_seconds: expect.closeTo(-60, 0),
      vendor: "pfsense",
    },
  ]);
  expect(status.sender_count).toBe(1);
  expect(status.vendors.map(({ vendor, stored, unparsed }) => [vendor, stored, unparsed])).toEqual([
    [null, 2, 2],
    ["pfsense", 1, 0],
  ]);
  expect([status.received_packets, status.stored_events, status.unparsed_events]).toEqual([3, 3, 2]);
});

test("status tells which sender the allowlist keeps out", async () => {
  const { engine } = await givenEngine(0, { allowlist: ["192.0.2.1"] });
  await send(engine, ["denied", "denied"]);
  await waitFor("the count", async () => (await getSyslogStatus({ engine })).sender_count === 1);
  expect((await getSyslogStatus({ engine })).senders).toMatchObject([
    { sender: "127.0.0.1", denied: 2, received: 0, last_seen_at: expect.any(String) },
  ]);
});

test("fault 9: while the disk is full, status, metrics and readiness say that nothing is taken, and which messages were lost", async () => {
  const { engine } = await givenEngine(0, { minFreeBytes: 2 ** 60 });
  await send(engine, ["lost"]);
  const status = await waitFor("the loss", async () => {
    const now = await getSyslogStatus({ engine });
    return now.losses["disk_full"] === 1 ? now : undefined;
  });
  expect(status.journal.refusal).toBe("disk_full");
  expect([status.received_packets, status.stored_events]).toEqual([1, 0]);
  expect(await checkCollector(engine)).toEqual({ ok: false, message: "messages are refused: disk_full" });
  expect(checkReceiving(engine)).toEqual({ ok: false, message: "messages are refused: disk_full" });
  const metrics = createMetrics();
  addSyslogMetrics(metrics, engine);
  expect(await metrics.registry.metrics()).toContain("netatlas_syslog_journal_refusing 1");
});

test("fault 10: while the journal takes no writes, readiness says so and the lag grows, though all that is in it is stored", async () => {
  const { engine, folders } = await givenEngine(0);
  const [name = ""] = readdirSync(folders.journal).filter((file) => file.endsWith(".journal"));
  const full = openSync("/dev/full", "w");
  replaceOpenFile(join(folders.journal, name), full);
  closeSync(full);
  renameSync(folders.journal, `${folders.journal}-away`);
  await send(engine, ["waits in memory"]);
  // Before that is known the folder is what is missed.
  await waitFor("readiness to know", async () => {
    const { ok, message } = await checkCollector(engine);
    return !ok && message === "received messages cannot be written to the journal: journal_failed";
  });
  expect(checkReceiving(engine)).toMatchObject({
    ok: false,
    message: "messages cannot be written to the journal: journal_failed",
  });
  const { lagSeconds } = engine.state().journal;
  await waitFor("the lag to grow", () => engine.state().journal.lagSeconds > lagSeconds);
  renameSync(`${folders.journal}-away`, folders.journal);
  await waitFor("readiness to be back", async () => (await checkCollector(engine)).ok, 5000);
  await waitFor("the line to be stored", () => engine.state().pipeline.storedEvents === 1);
});

test("lines that wait for long make a process unready, but not one that receives and nothing else", async () => {
  const { engine } = await givenEngine(0);
  const waiting = { ...engine.state(), error: "the database does not take event segments" };
  waiting.journal = { ...waiting.journal, messages: 7, lagSeconds: 61 };
  const state = () => waiting;
  const { options, maintenance, formats } = engine;
  expect(await checkCollector({ options, maintenance, formats, state })).toMatchObject({ ok: false });
  expect(checkReceiving({ state })).toEqual({
    ok: true,
    message: "7 messages wait to be stored, the oldest for 61 s: the database does not take event segments",
  });
});

test("the metrics tell the same, and ask once a scrape", async () => {
  const { engine } = await givenEngine(0);
  await send(engine, ["<13>Nov 21 10:00:00 host app: x", "nobody knows this"]);
  await waitFor("the lines to be stored", () => engine.state().pipeline.storedEvents === 2);
  const metrics = createMetrics();
  addSyslogMetrics(metrics, engine);
  const text = await metrics.registry.metrics();
  expect(text).toContain('netatlas_syslog_received_total{transport="udp"} 2');
  expect(text).toContain("netatlas_syslog_stored_total 2");
  expect(text).toContain('netatlas_syslog_lost_total{reason="kernel"} 0');
  expect(text).toContain('netatlas_syslog_sender_stored_total{sender="127.0.0.1"} 2');
  expect(text).toContain('netatlas_syslog_sender_unparsed_total{sender="127.0.0.1"} 1');
  expect(text).toContain('netatlas_syslog_vendor_unparsed_total{vendor="none"} 1');
  expect(text).toContain('netatlas_syslog_listener_up{listener="udp-0"} 1');
  expect(text).toContain('netatlas_syslog_kernel_drops_total{listener="udp-0"} 0');
  expect(text).toContain("netatlas_syslog_events 2");
  expect(text).toContain("netatlas_syslog_journal_refusing 0");
  expect(text).toContain("netatlas_syslog_live_viewers 0");
  for (const name of ["live_events_total", "live_skipped_total", "live_waiting_bytes", "live_lag_seconds"])
    expect(text).toContain(`netatlas_syslog_${name} 0`);
  expect(text).toContain('netatlas_syslog_connections_total{outcome="handshake_failed"} 0');
  expect(text).not.toMatch(/^netatlas_syslog_tls_certificate_expiry/m);
  let asked = 0;
  const counted = createMetrics();
  const source = async () => ++asked;
  const reading = (name: string) =>
    ({ name, help: name, type: "gauge", read: (value: number) => value }) as const;
  counted.addReadings(source, [reading("one"), reading("two")]);
  expect(await counted.registry.metrics()).toContain("two 1");
  expect(await counted.registry.metrics()).toContain("one 2");
});
