import { expect, test } from "bun:test";
import { BulkReader } from "../../../../../src/features/syslog/receive/sockets/bulk-reader";
import { createDescriptorCell } from "../../../../../src/features/syslog/receive/sockets/held-descriptor";
import { setReceiveBuffer } from "../../../../../src/features/syslog/receive/sockets/receive-buffer";
import { waitFor } from "../../../../support/wait-for";

type Taken = { address: string; text: string; length: number };

/** A socket that the bulk reader reads, and what it took; the socket's first owner is gone. */
async function givenReader(hostname: string, maxBytes = 8192) {
  const owner = await Bun.udpSocket({ hostname });
  const { port } = owner;
  const descriptor = "fd" in owner && typeof owner.fd === "number" ? owner.fd : -1;
  setReceiveBuffer(descriptor, 16 * 1024 * 1024);
  const taken: Taken[] = [];
  const errors: Error[] = [];
  const lulls: number[] = [];
  const reader = BulkReader.open(descriptor, {
    receiveBufferBytes: null,
    take: (address, bytes, length) => taken.push({ address, text: new TextDecoder().decode(bytes), length }),
    onLull: (forMs) => lulls.push(forMs),
    maxBytes,
    cell: createDescriptorCell(),
    onError: (error) => errors.push(error),
  });
  owner.close();
  if (reader === null) throw new Error("no bulk reader on this system");
  return { reader, port, taken, errors, lulls };
}

test.if(process.platform === "linux")(
  "datagrams come in the order of their arrival, with the address that sent them",
  async () => {
    const { reader, port, taken, errors } = await givenReader("127.0.0.1");
    const sender = await Bun.udpSocket({ hostname: "127.0.0.1" });
    const texts = Array.from({ length: 200 }, (_, index) => `datagram ${index}`);
    for (const text of texts) sender.send(text, port, "127.0.0.1");
    await waitFor("all datagrams", () => taken.length === texts.length);
    expect(taken).toEqual(texts.map((text) => ({ address: "127.0.0.1", text, length: text.length })));
    expect(errors).toEqual([]);
    sender.close();
    reader.close();
  },
);

test.if(process.platform === "linux")("before what one call gave is taken it is told, once", async () => {
  const owner = await Bun.udpSocket({ hostname: "127.0.0.1" });
  const sender = await Bun.udpSocket({ hostname: "127.0.0.1" });
  const steps: string[] = [];
  for (const text of ["one", "two", "three"]) sender.send(text, owner.port, "127.0.0.1");
  const reader = BulkReader.open("fd" in owner && typeof owner.fd === "number" ? owner.fd : -1, {
    receiveBufferBytes: null,
    onReceived: () => steps.push("received"),
    take: (_, bytes) => steps.push(new TextDecoder().decode(bytes)),
    maxBytes: 8192,
    cell: createDescriptorCell(),
    onError: (error) => steps.push(error.message),
  });
  owner.close();
  await waitFor("all datagrams", () => steps.length >= 4);
  expect(steps).toEqual(["received", "one", "two", "three"]);
  sender.close();
  reader?.close();
});

test.if(process.platform === "linux")(
  "after a look that took little it is told that nothing comes for a while, after one that took much that more may",
  async () => {
    const { reader, port, taken, lulls } = await givenReader("127.0.0.1");
    const sender = await Bun.udpSocket({ hostname: "127.0.0.1" });
    sender.send("one", port, "127.0.0.1");
    await waitFor("the datagram", () => lulls.length === 1);
    for (let sent = 0; sent < 200; sent++) sender.send("many", port, "127.0.0.1");
    await waitFor("all datagrams", () => taken.length === 201 && lulls.length > 1);
    expect(lulls[0]).toBeGreaterThanOrEqual(8);
    expect(lulls.slice(1)).toContain(2);
    sender.close();
    reader.close();
  },
);

test.if(process.platform === "linux")(
  "an address of IPv6 is told in full, one of IPv4 in its IPv6 form too",
  async () => {
    const { reader, port, taken } = await givenReader("::");
    const six = await Bun.udpSocket({ hostname: "::1" });
    const four = await Bun.udpSocket({ hostname: "127.0.0.1" });
    six.send("six", port, "::1");
    await waitFor("the datagram of IPv6", () => taken.length === 1);
    four.send("four", port, "127.0.0.1");
    await waitFor("the datagram of IPv4", () => taken.length === 2);
    expect(taken.map(({ address, text }) => [text, address])).toEqual([
      ["six", "0:0:0:0:0:0:0:1"],
      ["four", "0:0:0:0:0:ffff:7f00:1"],
    ]);
    for (const socket of [six, four]) socket.close();
    reader.close();
  },
);

test.if(process.platform === "linux")(
  "a datagram that is too long is cut, and its length is known; an empty one is a datagram",
  async () => {
    const { reader, port, taken } = await givenReader("127.0.0.1", 100);
    const sender = await Bun.udpSocket({ hostname: "127.0.0.1" });
    for (const text of ["x".repeat(60_000), "", "y".repeat(100)]) sender.send(text, port, "127.0.0.1");
    await waitFor("all datagrams", () => taken.length === 3);
    expect(taken.map(({ text, length }) => [text, length])).toEqual([
      ["x".repeat(100), 60_000],
      ["", 0],
      ["y".repeat(100), 100],
    ]);
    sender.close();
    reader.close();
  },
);

test.if(process.platform === "linux")(
  "what has arrived is taken before the socket is closed, and the port is free then",
  async () => {
    const { reader, port, taken } = await givenReader("127.0.0.1");
    const sender = await Bun.udpSocket({ hostname: "127.0.0.1" });
    sender.send("last", port, "127.0.0.1");
    reader.close();
    expect(taken.map(({ text }) => text)).toEqual(["last"]);
    const next = await Bun.udpSocket({ hostname: "127.0.0.1", port });
    for (const socket of [sender, next]) socket.close();
  },
);
