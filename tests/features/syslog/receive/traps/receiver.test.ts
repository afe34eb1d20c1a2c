import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Worker } from "node:worker_threads";
import { patient } from "../../../../support/patience";
import { waitFor } from "../../../../support/wait-for";
import { GivenReceiver } from "../receiver-fixture";
import {
  accessOf,
  ALICE,
  BOB,
  captured,
  capturedInform,
  givenUser,
  LINK_DOWN,
  sendInform,
  sendLinkDown,
  withCommunity,
  withUser,
} from "./senders";

setDefaultTimeout(patient(30_000));

type Options = Parameters<typeof GivenReceiver.start>[0];

/** A receiver that takes traps, and its port for them. */
async function givenTrapReceiver(
  options: Options = {},
  bounds: Parameters<typeof GivenReceiver.start>[1] = {},
): Promise<{ given: GivenReceiver; port: number }> {
  const given = await GivenReceiver.start({ tcpPort: null, trapPort: 0, ...options }, bounds);
  given.receiver.setTrapAccess(await accessOf());
  await waitFor("the trap port", () =>
    given.receiver.listeners.some(({ transport, error }) => transport === "snmp-trap" && error === null),
  );
  return { given, port: given.port("snmp-trap") };
}

const trapCounters = ({ receiver }: GivenReceiver) => receiver.status().counters.traps;

describe("the trap port", () => {
  test("opens once it is known whose traps are taken, and says so until then", async () => {
    await using given = await GivenReceiver.start({ trapPort: 0 });
    const traps = () => given.receiver.listeners.find(({ transport }) => transport === "snmp-trap");
    expect(traps()?.error).toContain("SNMP profiles");
    // Of every start that is a moment of it, and nothing that somebody could mend.
    expect(traps()?.waitsFor).toContain("SNMP profiles");
    expect(given.receiver.limitations.join()).not.toContain("SNMP profiles");
    given.receiver.setTrapAccess(await accessOf());
    await waitFor("the trap port", () => traps()?.error === null);
    expect(traps()?.waitsFor).toBeNull();
    expect(traps()?.receiveBufferBytes).toBeGreaterThan(0);
    expect(traps()?.kernelDrops).toBe(0);
  });

  test("takes traps of all versions into the journal, under a transport of their own and the address that sent them", async () => {
    const { given, port } = await givenTrapReceiver();
    await using _ = given;
    await withCommunity({ port, version: "v1" }, (session) => sendLinkDown(session));
    await withCommunity({ port }, (session) => sendLinkDown(session));
    await withUser({ port, user: ALICE }, (session) => sendLinkDown(session));
    await withUser({ port, user: BOB }, (session) => sendLinkDown(session));
    const messages = await given.read(4);
    expect(messages.map(({ transport, sender }) => [transport, sender])).toEqual(
      Array.from({ length: 4 }, () => ["snmp-trap", "127.0.0.1"]),
    );
    const texts = messages.map(({ bytes }) => Buffer.from(bytes).toString());
    expect(texts.map((text) => / version=(\S+)/.exec(text)?.[1])).toEqual(["v1", "v2c", "v3", "v3"]);
    await waitFor("the counts", () => given.receiver.status().counters.received["snmp-trap"] === 4);
  });

  test("counts by reason what it does not take, and names the last", async () => {
    const { given, port } = await givenTrapReceiver();
    await using _ = given;
    await withCommunity({ port, community: "public" }, (session) => sendLinkDown(session));
    await withUser({ port, user: givenUser("mallory", { auth: ALICE.auth }) }, (session) =>
      sendLinkDown(session),
    );
    const otherKey = givenUser("alice", { auth: { protocol: "sha", key: "something-else" } });
    await withUser({ port, user: otherKey }, (session) => sendLinkDown(session));
    const socket = await Bun.udpSocket({ hostname: "127.0.0.1" });
    socket.send("<13>a line of syslog", port, "127.0.0.1");
    socket.send(Buffer.alloc(20_000, 0x30), port, "127.0.0.1");
    socket.close();
    await waitFor("five refusals", () => trapCounters(given).refused.malformed === 2);
    expect(trapCounters(given).refused).toMatchObject({ wrong_community: 1, unknown_user: 1, wrong_key: 1 });
    const { counters, lastSeen } = given.receiver.status();
    expect(lastSeen).toMatchObject({ trapRefusedSender: "127.0.0.1", trapRefusal: "malformed" });
    expect(counters.received["snmp-trap"]).toBe(0);
  });

  test("is closed to senders that the allowlist does not name", async () => {
    const { given, port } = await givenTrapReceiver({ allowlist: ["192.0.2.0/24"] });
    await using _ = given;
    await withCommunity({ port }, (session) => sendLinkDown(session));
    await waitFor("the denial", () => given.receiver.status().counters.denied === 1);
  });

  test("stands in the first of several threads", async () => {
    const { given, port } = await givenTrapReceiver({ threads: 2 });
    await using _ = given;
    await withCommunity({ port }, (session) => sendInform(session));
    expect((await given.read(1))[0]?.transport).toBe("snmp-trap");
  });

  test("stands again after a crash, with the same port and the same profiles, and a later clock for informs", async () => {
    const workers: Worker[] = [];
    const remember = (worker: Worker): void => void workers.push(worker);
    process.on("worker", remember);
    const { given, port } = await givenTrapReceiver();
    process.off("worker", remember);
    await using _ = given;
    await withUser({ port, user: BOB }, sendInform);
    await workers[0]?.terminate();
    await waitFor("the restart", () => given.said.includes("the receiver crashed and is started again"));
    await waitFor("an inform to be answered", () =>
      withUser({ port, user: BOB }, sendInform).then(
        () => true,
        () => false,
      ),
    );
    expect(given.port("snmp-trap")).toBe(port);
    expect((await given.read(2)).map(({ transport }) => transport)).toEqual(["snmp-trap", "snmp-trap"]);
  });

  test("drops and counts traps while the journal is full, and leaves informs to be sent again", async () => {
    const { given, port } = await givenTrapReceiver({}, { minFreeBytes: Number.MAX_SAFE_INTEGER });
    await using _ = given;
    await withCommunity({ port }, (session) => sendLinkDown(session));
    const inform = await capturedInform();
    const socket = await Bun.udpSocket({ hostname: "127.0.0.1" });
    socket.send(inform, port, "127.0.0.1");
    await waitFor("both", () => given.receiver.status().counters.dropped.disk_full === 2);
    socket.close();
    expect(trapCounters(given).acknowledged).toBe(0);
  });
});

describe("an inform", () => {
  test.each([
    ["of version 2c", (port: number) => withCommunity({ port }, sendInform)],
    ["of version 3, authenticated", (port: number) => withUser({ port, user: ALICE }, sendInform)],
    ["of version 3, encrypted", (port: number) => withUser({ port, user: BOB }, sendInform)],
  ])("%s is answered with what it said, once it is durable", async (_, send) => {
    const { given, port } = await givenTrapReceiver();
    await using __ = given;
    const answered = await send(port);
    expect(answered.map(({ oid }) => oid)).toEqual(expect.arrayContaining(LINK_DOWN.map(({ oid }) => oid)));
    // It is durable, so it is there to be read.
    const [message] = await given.read(1);
    expect(Buffer.from(message?.bytes ?? []).toString()).toContain(" inform ");
    await waitFor("the count", () => trapCounters(given).acknowledged === 1);
    expect(Object.values(trapCounters(given).refused).every((count) => count === 0)).toBeTrue();
  });

  test("that is sent again is answered again, and kept once", async () => {
    const { given, port } = await givenTrapReceiver();
    await using _ = given;
    const answers: Buffer[] = [];
    const inform = await capturedInform();
    const socket = await Bun.udpSocket({
      hostname: "127.0.0.1",
      binaryType: "buffer",
      socket: { data: (_, octets) => void answers.push(Buffer.from(octets)) },
    });
    socket.send(inform, port, "127.0.0.1");
    await waitFor("the answer", () => answers.length === 1);
    socket.send(inform, port, "127.0.0.1");
    await waitFor("the second answer", () => answers.length === 2);
    socket.close();
    expect(answers[0]).toEqual(answers[1] ?? Buffer.alloc(0));
    await waitFor("the counts", () => trapCounters(given).repeated === 1);
    expect(given.receiver.status().counters.received["snmp-trap"]).toBe(1);
  });

  test("is answered when the service stops right after it came", async () => {
    const { given, port } = await givenTrapReceiver();
    await using _ = given;
    const answer = withCommunity({ port }, sendInform);
    await waitFor("the inform", () => given.receiver.status().counters.received["snmp-trap"] === 1);
    await given.receiver.stop(2000);
    expect((await answer).length).toBeGreaterThan(0);
  });
});

test("a flood of traps holds up no line of syslog, whoever sends it", async () => {
  const { given, port } = await givenTrapReceiver();
  await using _ = given;
  const [trap = Buffer.alloc(0)] = await captured((sink) =>
    withUser({ port: sink, user: BOB }, (session) => sendLinkDown(session)),
  );
  const socket = await Bun.udpSocket({ hostname: "127.0.0.1" });
  for (let round = 0; round < 100; round++) {
    for (let one = 0; one < 50; one++) socket.send(trap, port, "127.0.0.1");
    socket.send(`<13>line ${round}`, given.port("udp"), "127.0.0.1");
    await new Promise((resolve) => setImmediate(resolve));
  }
  await waitFor("every line", () => given.receiver.status().counters.received.udp === 100);
  const { received } = given.receiver.status().counters;
  expect(received["snmp-trap"]).toBeGreaterThan(0);
  socket.close();
});

const snmptrap = Bun.which("snmptrap");
if (snmptrap === null) console.log("SKIPPED snmptrap of Net-SNMP: it is not on this machine");

describe.if(snmptrap !== null)("snmptrap of Net-SNMP", () => {
  /** Gives its exit code. */
  async function run(options: string[], port: number): Promise<number> {
    const variables = ["", "1.3.6.1.6.3.1.1.5.3", "1.3.6.1.2.1.2.2.1.2.3", "s", "eth3"];
    const command = [snmptrap ?? "", ...options, `127.0.0.1:${port}`, ...variables];
    return Bun.spawn(command, { stdout: "ignore", stderr: "ignore" }).exited;
  }

  const ofBob = [
    "-v3",
    "-u",
    "bob",
    "-l",
    "authPriv",
    "-a",
    "SHA-256",
    "-A",
    "bob-authenticates",
    "-x",
    "AES",
    "-X",
    "bob-encrypts-this",
  ];

  test.each([
    ["version 2c", ["-v2c", "-c", "campus"]],
    ["version 3", ["-e", "0x8000000001020304", ...ofBob]],
    ["an inform of version 2c", ["-Ci", "-v2c", "-c", "campus"]],
    ["an inform of version 3", ["-Ci", ...ofBob]],
  ])("%s is taken", async (_, options) => {
    const { given, port } = await givenTrapReceiver();
    await using __ = given;
    expect(await run(options, port)).toBe(0);
    const [message] = await given.read(1);
    expect(Buffer.from(message?.bytes ?? []).toString()).toContain('linkDown: ifDescr.3="eth3"');
  });
});
