import { expect, test } from "bun:test";
import type { Port } from "../../../../../src/web/api/ports";
import { seriesOf } from "../../../../../src/web/pages/device/ports/port-series";
import {
  filterPorts,
  formatLoss,
  lossOf,
  standingOf,
} from "../../../../../src/web/pages/device/ports/port-rows";

function portOf(given: Partial<Port>): Port {
  return {
    id: 1,
    device_id: 1,
    name: "Gi0/1",
    if_index: 1,
    description: null,
    alias: null,
    type: 6,
    mtu: 1500,
    speed_bps: null,
    mac_address: null,
    admin_status: "up",
    oper_status: "up",
    changed_at: null,
    gone_at: null,
    polled_at: null,
    in_bps: null,
    out_bps: null,
    utilisation: null,
    in_errors_per_second: null,
    out_errors_per_second: null,
    in_discards_per_second: null,
    out_discards_per_second: null,
    recent_in_bps: [],
    recent_out_bps: [],
    ...given,
  };
}

test("a port that somebody switched off is not down, and one that is gone is neither", () => {
  expect(standingOf(portOf({})).label).toBe("Up");
  expect(standingOf(portOf({ oper_status: "down" }))).toEqual({ status: "down", label: "Down" });
  expect(standingOf(portOf({ admin_status: "down", oper_status: "down" })).label).toBe("Switched off");
  expect(standingOf(portOf({ gone_at: "2026-11-20T00:00:00.000Z" })).label).toBe("Gone");
});

test("ports are found by name, alias and MAC address, and by whether they are up", () => {
  const ports = [
    portOf({ name: "Gi0/1", alias: "Uplink" }),
    portOf({ name: "Gi0/2", oper_status: "down", mac_address: "00:00:5e:00:53:02" }),
    portOf({ name: "Gi0/3", gone_at: "2026-11-20T00:00:00.000Z" }),
  ];
  const names = (text: string, state?: "up" | "down") =>
    filterPorts(ports, { text, state }).map(({ name }) => name);
  expect(names("")).toEqual(["Gi0/1", "Gi0/2", "Gi0/3"]);
  expect(names("", "up")).toEqual(["Gi0/1"]);
  expect(names("", "down")).toEqual(["Gi0/2"]);
  expect(names(" UPLINK ")).toEqual(["Gi0/1"]);
  expect(names("53:02")).toEqual(["Gi0/2"]);
});

test("lost frames are the sum of what is known, and little is not nothing", () => {
  expect(lossOf(portOf({}))).toBeNull();
  expect(lossOf(portOf({ in_errors_per_second: 0.5, out_discards_per_second: 1 }))).toBe(1.5);
  expect([null, 0, 0.003, 1.5].map(formatLoss)).toEqual(["–", "0", "<0.01 /s", "1.50 /s"]);
});

test("a chart has traffic each way, and lost frames by why", () => {
  const point = {
    at: "2026-11-20T00:00:00.000Z",
    seconds: 300,
    up: 1,
    in_bps: 5,
    out_bps: null,
    in_peak_bps: 5,
    out_peak_bps: null,
    in_unicast: null,
    out_unicast: null,
    in_multicast: null,
    out_multicast: null,
    in_broadcast: null,
    out_broadcast: null,
    in_errors: 1,
    out_errors: 2,
    in_discards: null,
    out_discards: null,
  };
  const { times, traffic, losses } = seriesOf({ points: [point] });
  expect(times).toEqual([1_795_132_800]);
  expect(traffic.map(({ values }) => values)).toEqual([[5], [null]]);
  expect(losses.map(({ values }) => values)).toEqual([[3], [null]]);
});
