import { expect, test } from "bun:test";
import { assert, property, uint8Array } from "fast-check";
import {
  ARP_BYTES,
  createArpRequest,
  macOctets,
  macText,
  readArpReply,
  writeArpTarget,
} from "../../../src/platform/scan/arp-packet";

const OURS = "00:16:3E:AA:BB:CC";
const hardware = macOctets(OURS) ?? new Uint8Array();
const request = createArpRequest({ hardware, address: 0x0a_14_00_01 });

/** What a host answers, with its changes. */
function reply(change: (packet: Buffer) => void = () => undefined): Buffer {
  const packet = createArpRequest({ hardware, address: 0x0a_14_00_05 });
  packet.writeUInt16BE(2, 6);
  change(packet);
  return packet;
}

test("a request asks everybody for one address in our name", () => {
  writeArpTarget(request, 0x0a_14_00_05);
  expect(request.toString("hex")).toBe("000108000604000100163eaabbcc0a1400010000000000000a140005");
});

test("a reply tells who has which address, whatever pads its frame", () => {
  expect(readArpReply(reply())).toEqual({ address: 0x0a_14_00_05, macAddress: OURS });
  expect(readArpReply(Buffer.concat([reply(), Buffer.alloc(18)]))?.macAddress).toBe(OURS);
});

test.each<[string, Buffer]>([
  ["a request", request],
  ["one that is cut off", reply().subarray(0, ARP_BYTES - 1)],
  ["of another kind of network", reply((packet) => packet.writeUInt16BE(6, 0))],
  ["of another protocol", reply((packet) => packet.writeUInt16BE(0x86_dd, 2))],
  ["with addresses of other lengths", reply((packet) => packet.writeUInt8(8, 4))],
  ["from everybody", reply((packet) => packet.fill(0xff, 8, 14))],
  ["from nobody", reply((packet) => packet.fill(0, 8, 14))],
])("%s is no reply", (_, packet) => {
  expect(readArpReply(packet)).toBeUndefined();
});

test("any octets are a reply or none", () => {
  assert(
    property(uint8Array({ maxLength: 64 }), (octets) => {
      const read = readArpReply(Buffer.from(octets));
      expect(read === undefined || macOctets(read.macAddress) !== undefined).toBe(true);
    }),
    { seed: 20_261_124, numRuns: 2000 },
  );
});

test("a MAC address is the same as octets and as text; what is none has no octets", () => {
  expect(macText(hardware)).toBe(OURS);
  for (const text of ["", "00:16:3e", "00-16-3e-aa-bb-cc", "00:16:3e:aa:bb:cg"])
    expect(macOctets(text)).toBeUndefined();
});
