import { describe, expect, test } from "bun:test";
import { createSocket } from "node:dgram";
import { encode } from "dns-packet";
import { array, assert, nat, oneof, property, string, tuple, uint8Array } from "fast-check";
import { hostNameIn } from "../../../../src/features/discovery/sweep/clean-text";
import { decodeDns } from "#platform/dns/query";
import type { NameServerList } from "#platform/dns/system-servers";
import { askAll } from "../../../../src/features/discovery/sweep/names/datagram-round";
import { mdnsQuestions, readMdnsName } from "../../../../src/features/discovery/sweep/names/mdns";
import { netbiosQuestion, readNetbiosName } from "../../../../src/features/discovery/sweep/names/netbios";
import { askReverseDns } from "../../../../src/features/discovery/sweep/names/reverse-dns";
import { parseDescription, readDescriptionPlace } from "../../../../src/features/discovery/sweep/names/ssdp";
import { Pacer } from "../../../../src/features/discovery/sweep/pacer";

const signal = new AbortController().signal;
const pacer = new Pacer({ packetsPerSecond: 5000, signal });
const RUNS = { seed: 20_261_124, numRuns: 3000 };

/** Octets at random, and true messages of which some octets are others. */
function hostile(message: Uint8Array) {
  const flips = array(tuple(nat(message.length - 1), nat(255)), { maxLength: 8 });
  const broken = flips.map((changes) => {
    const octets = Buffer.from(message);
    for (const [at, octet] of changes) octets[at] = octet;
    return octets;
  });
  return oneof(
    uint8Array({ maxLength: 300 }).map((octets) => Buffer.from(octets)),
    broken,
  );
}

/** The answer of a Windows host: a group's name, then its own. */
function nodeStatus({ name = "BUCHHALTUNG", id = 7, count = 2 } = {}): Buffer {
  const entry = (text: string, flags: number) =>
    Buffer.concat([Buffer.from(text.padEnd(15), "latin1"), Buffer.from([0, flags, 0])]);
  const header = Buffer.from(netbiosQuestion(id).subarray(0, 12));
  header.writeUInt16BE(0x84_00, 2);
  header.writeUInt16BE(1, 6);
  const rest = Buffer.alloc(11);
  rest.writeUInt16BE(0x21, 0);
  rest[10] = count;
  const asked = netbiosQuestion(id).subarray(12, 46);
  return Buffer.concat([header, asked, rest, entry("WORKGROUP", 0x84), entry(name, 4)]);
}

describe("NetBIOS", () => {
  test("a computer's own name is read, not that of its group", () => {
    expect(readNetbiosName(nodeStatus(), 7)).toBe("buchhaltung");
  });

  test.each<[string, Buffer]>([
    ["to another question", nodeStatus({ id: 8 })],
    ["with a name that no host has", nodeStatus({ name: "\u001b[31mroot" })],
    ["that is cut off", nodeStatus().subarray(0, 70)],
    ["that promises more names than it has", Buffer.concat([nodeStatus({ count: 255, name: "" })])],
    ["that is only our question", netbiosQuestion(7)],
  ])("an answer %s names nobody", (_, octets) => {
    expect(readNetbiosName(octets, 7)).toBeNull();
  });

  test("any octets name a host or nobody", () => {
    assert(
      property(hostile(nodeStatus()), (octets) => holdName(readNetbiosName(octets, 7))),
      RUNS,
    );
  });
});

const ADDRESS = "127.9.0.1";
const REVERSE = "1.0.9.127.in-addr.arpa";
const named = (name: string, owner = REVERSE) =>
  Buffer.from(encode({ type: "response", id: 0, answers: [{ type: "PTR", name: owner, data: name }] }));

describe("multicast DNS", () => {
  test("a host names its own address, and no other", () => {
    expect(readMdnsName(named("Anna-Laptop.local"), ADDRESS)).toBe("anna-laptop.local");
    expect(readMdnsName(named("anna-laptop.local", "2.0.9.127.in-addr.arpa"), ADDRESS)).toBeNull();
    expect(readMdnsName(Buffer.from(mdnsQuestions([ADDRESS])), ADDRESS)).toBeNull();
  });

  test("the answers are asked for to us alone, several in a packet", () => {
    const packet = Buffer.from(mdnsQuestions([ADDRESS, "127.9.0.2"]));
    expect(packet.toString("hex")).toEndWith("000c8001");
    expect(decodeDns(packet)?.questions?.map(({ name }) => name)).toEqual([
      REVERSE,
      "2.0.9.127.in-addr.arpa",
    ]);
  });

  test("names that point to themselves, to each other or behind the end end at once", () => {
    const header = Buffer.from("000084000000000100000000", "hex");
    const record = Buffer.from("000c000100000078", "hex");
    const loops = [
      Buffer.concat([header, Buffer.from("c00c", "hex"), record, Buffer.from("0002c00c", "hex")]),
      Buffer.concat([header, Buffer.from("c00ec00c", "hex"), record, Buffer.from("0002c00e", "hex")]),
      Buffer.concat([header, Buffer.from("01610161c00c", "hex"), record, Buffer.from("0002ffff", "hex")]),
      Buffer.concat([header, ...Array.from({ length: 30_000 }, () => Buffer.from("c00c", "hex"))]),
    ];
    const startedAt = performance.now();
    for (const octets of loops) expect(readMdnsName(octets, ADDRESS)).toBeNull();
    expect(performance.now() - startedAt).toBeLessThan(1000);
  });

  test("any octets name a host or nobody", () => {
    assert(
      property(hostile(named("anna-laptop.local")), (octets) => holdName(readMdnsName(octets, ADDRESS))),
      RUNS,
    );
  });
});

describe("SSDP", () => {
  const place = (location: string, status = "HTTP/1.1 200 OK") =>
    readDescriptionPlace(Buffer.from(`${status}\r\nST: x\r\nlocation: ${location}\r\n\r\n`), ADDRESS);

  test("a description on the host itself is one", () => {
    expect(place(`http://${ADDRESS}:5000/desc.xml`)).toEqual({ port: 5000, path: "/desc.xml" });
    expect(place(`http://${ADDRESS}/desc.xml`)).toEqual({ port: 80, path: "/desc.xml" });
  });

  test.each([
    "http://169.254.169.254/latest/meta-data",
    "http://127.9.0.2:5000/desc.xml",
    "http://localhost/desc.xml",
    `https://${ADDRESS}/desc.xml`,
    `file://${ADDRESS}/etc/passwd`,
    `http://${ADDRESS}/reboot?now=1`,
    `http://root@${ADDRESS}/desc.xml`,
    `http://${ADDRESS}@169.254.169.254/`,
    `http://${ADDRESS}/${"x".repeat(200)}`,
    "no URL",
    "",
  ])("%p is none", (location) => {
    expect(place(location)).toBeNull();
  });

  test("the outermost device names itself, in one line", () => {
    const document = `<root><device><deviceType>urn:schemas-upnp-org:device:MediaRenderer:1</deviceType>
      <friendlyName>Living\u0007 Room &lt;TV&gt;</friendlyName><manufacturer>Acme</manufacturer>
      <deviceList><device><friendlyName>Inner</friendlyName></device></deviceList></device></root>`;
    expect(parseDescription(document)).toEqual({
      friendlyName: "Living Room <TV>",
      text: "Living Room <TV>, Acme, MediaRenderer",
    });
    expect(parseDescription("<html></html>")).toBeNull();
  });

  test("any octets are a place on the host or none, any text is a description or none", () => {
    const answer = Buffer.from(`HTTP/1.1 200 OK\r\nLOCATION: http://${ADDRESS}:5000/desc.xml\r\n\r\n`);
    assert(
      property(hostile(answer), string({ maxLength: 400 }), (octets, text) => {
        const place = readDescriptionPlace(octets, ADDRESS);
        expect(place === null || place.path.startsWith("/")).toBe(true);
        const description = parseDescription(`<friendlyName>${text}</friendlyName>${text}`);
        // oxlint-disable-next-line no-control-regex -- what must not be there
        expect(description?.text ?? "").not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
        expect(description?.text.length ?? 0).toBeLessThanOrEqual(255);
      }),
      RUNS,
    );
  });
});

describe("a round of datagrams", () => {
  test("goes through a group once for all who were silent", async () => {
    const group = await bound("127.9.2.200");
    const asked = await bound("127.9.2.1", group.address().port);
    const heard: string[] = [];
    group.on("message", (octets) => void heard.push(String(octets)));
    asked.on("message", (_, from) => asked.send("me", from.port, from.address));
    await askAll(
      {
        addresses: ["127.9.2.1", "127.9.2.2", "127.9.2.3"],
        port: group.address().port,
        // A host as good as any, as loopback has no groups.
        group: {
          address: "127.9.2.200",
          from: ["127.0.0.1"],
          requests: (silent) => [Buffer.from(silent.join())],
        },
        isFromPort: false,
        request: () => Buffer.from("who are you"),
        read: () => true,
        waitMs: 100,
      },
      { pacer, signal },
    );
    expect(heard).toEqual(["127.9.2.2,127.9.2.3"]);
    asked.close();
    group.close();
  });

  test("hears only whom it asked, and no more than a few datagrams of each", async () => {
    const [asked, stranger] = [await bound("127.9.0.1"), await bound("127.9.0.3")];
    const port = asked.address().port;
    asked.on("message", (_, from) => {
      for (let sent = 0; sent < 30; sent++) asked.send("nonsense", from.port, from.address);
      stranger.send("I am 127.9.0.1", from.port, from.address);
    });
    const heard: string[] = [];
    const question = {
      addresses: ["127.9.0.1", "127.9.0.2"],
      port,
      isFromPort: true,
      request: () => Buffer.from("who are you"),
      read: (address: string) => heard.push(address) < 0,
      waitMs: 300,
    };
    await askAll(question, { pacer, signal });
    expect(heard).toEqual(Array.from({ length: 8 }, () => "127.9.0.1"));
    asked.close();
    stranger.close();
  });
});

describe("reverse DNS", () => {
  test("a name server is asked once for each address, as long as it answers", async () => {
    const questions: string[] = [];
    const server = await bound("127.9.0.53");
    server.on("message", (octets, from) => {
      const reply = Buffer.from(octets);
      reply.writeUInt16BE(0x81_80, 2);
      reply.writeUInt16BE(1, 6);
      const record = encode({
        type: "response",
        answers: [{ type: "PTR", name: "x", data: "Host.Example.org" }],
      });
      // Behind the header of 12 octets stands the owner, of 3: a pointer to the question takes its place.
      server.send(
        Buffer.concat([reply, Buffer.from("c00c", "hex"), record.subarray(15)]),
        from.port,
        from.address,
      );
      questions.push(octets.toString("latin1", 12));
    });
    const names: string[] = [];
    const nameServer = { address: "127.9.0.53", port: server.address().port };
    const silences: string[] = [];
    const asking = {
      onSilence: () => void silences.push("silence"),
      pacer,
      signal,
      servers: [nameServer] satisfies NameServerList,
      onName: (address: string, name: string) => void names.push(`${address} ${name}`),
    };
    await askReverseDns(["127.9.1.1", "127.9.1.2"], asking);
    await askReverseDns(["127.9.1.2"], asking);
    expect(silences).toEqual([]);
    expect(names.sort()).toEqual([
      "127.9.1.1 host.example.org",
      "127.9.1.2 host.example.org",
      "127.9.1.2 host.example.org",
    ]);
    expect(questions).toHaveLength(2);
    server.close();
  });

  test("servers that do not answer are given up soon", async () => {
    const nobody = { address: "127.9.0.54", port: 9 };
    const addresses = Array.from({ length: 2000 }, (_, index) => `127.10.${index >> 8}.${index & 255}`);
    const startedAt = performance.now();
    const silences: string[] = [];
    await askReverseDns(addresses, {
      pacer,
      signal,
      servers: [nobody],
      onName: () => undefined,
      onSilence: () => void silences.push("silence"),
    });
    expect(silences).toHaveLength(1);
    expect(performance.now() - startedAt).toBeLessThan(5000);
  });
});

function holdName(name: string | null): void {
  expect(name === null || hostNameIn(name) === name).toBe(true);
}

function bound(address: string, port = 0): Promise<ReturnType<typeof createSocket>> {
  const { promise, resolve, reject } = Promise.withResolvers<ReturnType<typeof createSocket>>();
  const socket = createSocket("udp4");
  socket.once("error", reject);
  socket.bind(port, address, () => resolve(socket));
  return promise;
}
