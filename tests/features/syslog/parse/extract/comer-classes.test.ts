import { describe, expect, test } from "bun:test";
import { parseLine } from "../parse-line";

const from = "192.0.2.9";
const from6 = "2001:db8::9";
const own = "203.0.113.5";
const head = "<30>Nov 21 11:05:14 host1 svc[11]: ";

describe("of a socket that a language's runtime prints the ports tell who began", () => {
  test.each<[text: string, ends: Record<string, unknown>]>([
    [
      `failed to read command - read tcp ${own}:4150->${from}:53326: i/o timeout`,
      { srcIp: from, srcPort: 53_326, dstIp: own, dstPort: 4150, protocol: "tcp" },
    ],
    [
      `client(${from}:53326): write tcp ${own}:4150->${from}:53326: broken pipe`,
      { srcIp: from, srcPort: 53_326, dstIp: own, dstPort: 4150 },
    ],
    [
      `read tcp [${from6}]:49380->${own}:443: read: connection reset by peer`,
      { srcIp: from6, srcPort: 49_380, dstIp: own, dstPort: 443 },
    ],
    [
      `fd=5, laddr=('${own}', 8080), raddr=('${from}', 51000)>`,
      { srcIp: from, srcPort: 51_000, dstIp: own, dstPort: 8080 },
    ],
    [
      `fd=5, laddr=('${from}', 51000), raddr=('${own}', 8080)>`,
      { srcIp: from, srcPort: 51_000, dstIp: own, dstPort: 8080 },
    ],
    [
      `Closing Socket[addr=/${from},port=57507,localport=5269]`,
      { srcIp: from, srcPort: 57_507, dstIp: null, dstPort: 5269 },
    ],
    [
      `Closing Socket[addr=mx.example.com/${own},port=25,localport=50122]`,
      { srcIp: null, dstIp: own, dstPort: 25 },
    ],
    [`[a1b2: 5038 < ${from}] HEX: 41637469`, { srcIp: from, srcPort: null, dstIp: null, dstPort: 5038 }],
    [`[5000 <- ${from}] - (HEX: 2323)`, { srcIp: from, srcPort: null, dstIp: null, dstPort: 5000 }],
  ])("%s", (text, ends) => {
    expect(parseLine(head + text)).toMatchObject(ends);
  });

  test.each(["ServerSocket[addr=0.0.0.0/0.0.0.0,localport=80]", `[5038 > ${from}] HEX: 41637469`])(
    "%s tells nobody",
    (text) => {
      expect(parseLine(head + text)).toMatchObject({ srcIp: null, dstIp: null });
    },
  );
});

describe("who came stands in the class, the bracket or the notation that he is printed in", () => {
  test.each<[text: string, port: number | null]>([
    [`Error parsing packet DatagramPacket{/${from}:6969,28,{00,00}}`, 6969],
    [`MetricLineReceiver connection with ${from}:8879 lost: done`, 8879],
    [`[listener] MetricPickleReceiver connection with ${from}:44904 established`, 44_904],
    [`client connected - <ClientSocket: 0x7f0f, #23, state: 4, TCP, ${from}:10936>`, 10_936],
    [`[INFO][${from}:12646]received syn,sent syn ack back`, 12_646],
    [`[10:49:59 INFO] /${from}:28466 spróbował się połączyć!`, 28_466],
    [`[/${from}:28466] <-> InitialHandler has connected`, 28_466],
    [`bob (/${from}:28466) lost connection`, 28_466],
    [`Request for connection of bob (ip: ${from}) version=53`, null],
    [`Invalid job credential from 20004@${from}: Invalid job credential`, null],
    [`[DATE:07.01.15][RL:1.7.2.220][IP:${from}][PID:34237][Apache]`, null],
  ])("%s", (text, port) => {
    expect(parseLine(head + text)).toMatchObject({
      srcIp: from,
      srcPort: port,
      dstIp: null,
      dstPort: null,
    });
  });

  test.each([
    `rsync from backup@${from}:/srv`,
    `Pulled from git@${from}:repo`,
    `mail from bob@${from}`,
    `[10:49:59 INFO] /${from}:28466 is unreachable`,
    `[IP:${from}][MASK:24]`,
  ])("%s tells nobody", (text) => {
    expect(parseLine(head + text).srcIp).toBeNull();
  });
});

test("what a connection is to reach is its destination, beside whom it is from", () => {
  const text = `new tcp connection with the goal of ${own}:18020, remote address:${from}:53082`;
  expect(parseLine(head + text)).toMatchObject({
    srcIp: from,
    srcPort: 53_082,
    dstIp: own,
    dstPort: 18_020,
  });
});

test("a wrong version of something is no change of the ends beside it", () => {
  const ends = { srcIp: from, srcPort: 9432, dstIp: own, dstPort: 9432 };
  expect(parseLine(`${head}(${from}:9432 -> ${own}:9432) status: Wrong chunk version`)).toMatchObject(ends);
  expect(parseLine(`${head}upgraded version ${from}:9432 -> ${own}:9432`).srcIp).toBeNull();
});
