import { expect, setDefaultTimeout, test } from "bun:test";
import pino from "pino";
import { startSyslog, type SyslogEngine } from "#features/syslog";
import { createMetrics } from "#platform/metrics";
import type { Db } from "#platform/database";
import { EventListQuery } from "../../../../../src/features/syslog/search/models";
import { listEvents } from "../../../../../src/features/syslog/search/service";
import { getSyslogStatus } from "../../../../../src/features/syslog/status/syslog-status";
import { addSyslogMetrics } from "../../../../../src/metrics/syslog";
import { createTestDatabase } from "../../../../support/database";
import { createStoreFolders, type StoreFolders, testPool } from "../../../../support/event-store";
import { atRunEnd } from "../../../../support/run-end";
import { engineOptions } from "../../../../support/syslog-engine";
import { patient } from "../../../../support/patience";
import { waitFor } from "../../../../support/wait-for";
import { BOB, PROFILES, sendInform, sendLinkDown, withCommunity, withUser } from "./senders";

setDefaultTimeout(patient(30_000));

type Given = { db: Db; folders: StoreFolders; keepLeases?: () => Promise<void> };

/** A collector that takes traps, and lines by UDP. */
async function startCollector({ db, folders, keepLeases }: Given): Promise<SyslogEngine> {
  const engine = await startSyslog(
    {
      db,
      catalogReady: Promise.resolve(),
      pool: testPool(),
      log: pino({ level: "silent" }),
      keepLeases,
      readSnmpProfiles: () => Promise.resolve(PROFILES),
    },
    engineOptions(folders, { udpPort: 0, trapPort: 0 }),
  );
  atRunEnd(() => engine.stop(1000));
  return engine;
}

const trapPort = (engine: SyslogEngine): Promise<number> =>
  waitFor("the trap port", () => engine.ports["snmp-trap"]);

async function findEvents(engine: SyslogEngine, q: string) {
  const query = EventListQuery.parse({ q });
  const { events } = await listEvents({ engine, userId: 1 }, query, AbortSignal.timeout(10_000));
  return events;
}

test("a trap is an event that is found by its program, its words and its fields, and status, metrics and senders count it", async () => {
  const { db } = await createTestDatabase();
  const engine = await startCollector({ db, folders: await createStoreFolders() });
  const port = await trapPort(engine);
  await withCommunity({ port, version: "v1" }, (session) =>
    sendLinkDown(session, { agentAddr: "192.0.2.9" }),
  );
  await withUser({ port, user: BOB }, sendInform);
  await withCommunity({ port, community: "public" }, (session) => sendLinkDown(session));
  await waitFor("the traps to be stored", () => engine.state().pipeline.storedEvents === 2);

  for (const q of [
    "app:snmptrap linkDown",
    "transport:snmp-trap",
    "msgid:linkDown interface:GigabitEthernet1/0/3",
  ])
    expect([q, (await findEvents(engine, q)).length]).toEqual([q, 2]);
  const [event] = await findEvents(engine, "source_host:192.0.2.9");
  expect(event).toMatchObject({
    app: "snmptrap",
    msgid: "linkDown",
    parser: "snmp-trap",
    transport: "snmp-trap",
    sender: "127.0.0.1",
    facility: 3,
    severity: 4,
    interface: "GigabitEthernet1/0/3",
  });

  await waitFor("the refusal", async () => {
    const { traps } = await getSyslogStatus({ engine });
    return traps.refused["wrong_community"] === 1 && traps.informs_acknowledged === 1;
  });
  const status = await getSyslogStatus({ engine });
  expect(status).toMatchObject({ received_packets: 2, stored_events: 2 });
  expect(status.traps).toMatchObject({
    enabled: true,
    port,
    received: 2,
    last_refused_sender: "127.0.0.1",
    last_refusal: "wrong_community",
  });
  expect(status.listeners).toMatchObject([
    { transport: "udp" },
    { transport: "snmp-trap", port, state: "open", kernel_drops: 0 },
  ]);
  await waitFor("the sender's counts", async () => {
    const { senders } = await getSyslogStatus({ engine });
    return senders[0]?.stored === 2 && senders[0].denied === 1;
  });
  const metrics = createMetrics();
  addSyslogMetrics(metrics, engine);
  const text = await metrics.registry.metrics();
  expect(text).toContain('netatlas_syslog_received_total{transport="snmp-trap"} 2');
  expect(text).toContain('netatlas_syslog_traps_refused_total{reason="wrong_community"} 1');
  expect(text).toContain('netatlas_syslog_listener_up{listener="snmp-trap-0"} 1');
});

test("traps that were taken and not stored when the service ended are stored by the next run", async () => {
  const { db } = await createTestDatabase();
  const folders = await createStoreFolders();
  // A line of a DHCP server is stored when its lease is kept, and what comes behind it waits.
  const former = await startCollector({
    db,
    folders,
    keepLeases: () => Promise.reject(new Error("not yet")),
  });
  const port = await trapPort(former);
  const socket = await Bun.udpSocket({ hostname: "127.0.0.1" });
  const lease = "<30>Nov 24 08:12:40 dhcp1 dhcpd[812]: DHCPACK on 192.0.2.7 to 00:1b:21:3a:4c:5d via eth1";
  socket.send(lease, former.ports.udp ?? 0, "127.0.0.1");
  socket.close();
  await waitFor("the line", () => former.state().receiver?.counters.received.udp === 1);
  await withUser({ port, user: BOB }, sendInform);
  await former.stop(200);
  expect(former.state().pipeline.storedEvents).toBe(0);

  const next = await startCollector({ db, folders });
  await waitFor("both", () => next.state().pipeline.replayedEvents === 2);
  expect(await findEvents(next, "app:snmptrap")).toMatchObject([
    { transport: "snmp-trap", msgid: "linkDown" },
  ]);
});
