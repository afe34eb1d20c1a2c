import { expect, test } from "bun:test";
import { getEventListeners } from "node:events";
import { PROBED_TYPES, probeOf } from "../../../../src/features/monitoring/probes/registry";
import { CLOSED_PORT, probeAny, within } from "./given";

test("every type has its usual ports", () => {
  const ports = PROBED_TYPES.map((type) => {
    const { defaultPort, defaultTlsPort } = probeOf(type);
    return [type, defaultPort, defaultTlsPort];
  });
  expect(ports).toEqual([
    ["tcp", null, null],
    ["udp", null, null],
    ["dhcp", 67, null],
    ["dns", 53, null],
    ["smtp", 25, 465],
    ["imap", 143, 993],
    ["ssh", 22, null],
    ["ntp", 123, null],
    ["snmp", 161, null],
  ]);
});

test.each(PROBED_TYPES)("type %s sends nothing for a caller who has left", async (type) => {
  const reason = new Error("no longer wanted");
  const limits = { timeoutMs: 1000, signal: AbortSignal.abort(reason) };
  const asked = probeAny(type, { address: "127.0.0.1", port: CLOSED_PORT }, limits);
  expect(await asked.catch((error: unknown) => error)).toBe(reason);
});

test.each(PROBED_TYPES)(
  "type %s finds a closed port down, and leaves the signal alone after that",
  async (type) => {
    const limits = within(1000);
    const outcome = await probeAny(type, { address: "127.0.0.1", port: CLOSED_PORT }, limits);
    expect(outcome).toMatchObject({ status: "down", latencyMs: null });
    expect(getEventListeners(limits.signal, "abort")).toEqual([]);
  },
);
