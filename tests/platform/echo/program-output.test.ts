import { describe, expect, test } from "bun:test";
import { readFpingOutput, readPingOutput } from "../../../src/platform/echo/program-output";

test("what fping says: a line for each address, and what routers said", () => {
  const reports = readFpingOutput(`ICMP Host Unreachable from 10.9.0.1 for ICMP Echo sent to 10.9.0.6
ICMP Host Unreachable from 10.9.0.1 for ICMP Echo sent to 10.9.0.6

127.0.0.1   : 0.045 - 0.032
::1         : 0.069 0.021 0.022
10.9.0.6    : - - -
nonsense
`);
  expect([...reports.keys()]).toEqual(["127.0.0.1", "::1", "10.9.0.6"]);
  expect(reports.get("127.0.0.1")).toMatchObject({
    tally: { received: 2, minMs: 0.032, maxMs: 0.045 },
    trouble: null,
  });
  expect(reports.get("127.0.0.1")?.tally.sumMs).toBeCloseTo(0.077);
  expect(reports.get("::1")).toMatchObject({ tally: { received: 3 } });
  expect(reports.get("10.9.0.6")).toMatchObject({
    tally: { received: 0 },
    trouble: { kind: "unreachable", message: "host unreachable, says 10.9.0.1" },
  });
});

describe("what ping says", () => {
  test("of iputils; a second reply counts for nothing", () => {
    const report = readPingOutput(`PING 127.0.0.1 (127.0.0.1) 56(84) bytes of data.
64 bytes from 127.0.0.1: icmp_seq=1 ttl=64 time=0.029 ms
64 bytes from 127.0.0.1: icmp_seq=1 ttl=64 time=0.100 ms (DUP!)
64 bytes from 127.0.0.1: icmp_seq=2 ttl=64 time=0.031 ms

--- 127.0.0.1 ping statistics ---
2 packets transmitted, 2 received, 0% packet loss, time 204ms
rtt min/avg/max/mdev = 0.029/0.030/0.031/0.001 ms
`);
    expect(report).toMatchObject({ tally: { received: 2, minMs: 0.029, maxMs: 0.031 }, trouble: null });
  });

  test("of iputils, where a router says no", () => {
    const report = readPingOutput(`PING 10.9.0.5 (10.9.0.5) 56(84) bytes of data.
From 10.9.0.1 icmp_seq=1 Destination Host Unreachable

--- 10.9.0.5 ping statistics ---
1 packets transmitted, 0 received, +1 errors, 100% packet loss, time 0ms
`);
    expect(report).toMatchObject({
      tally: { received: 0 },
      trouble: { kind: "unreachable", message: "destination host unreachable, says 10.9.0.1" },
    });
  });

  test("of BusyBox and of the BSDs", () => {
    expect(
      readPingOutput(
        "64 bytes from 127.0.0.1: seq=0 ttl=64 time=0.031 ms\n64 bytes from 127.0.0.1: seq=1 ttl=64 time=0.053 ms",
      ),
    ).toMatchObject({ tally: { received: 2, maxMs: 0.053 } });
    expect(readPingOutput("64 bytes from 127.0.0.1: icmp_seq=0 ttl=64 time<1 ms")).toMatchObject({
      tally: { received: 1 },
    });
  });

  test("nothing", () => {
    expect(readPingOutput("")).toMatchObject({ tally: { received: 0 }, trouble: null });
  });
});
