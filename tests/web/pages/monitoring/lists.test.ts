import { describe, expect, test } from "bun:test";
import { findAttention } from "../../../../src/web/pages/monitoring/attention";
import type { Check } from "../../../../src/web/api/monitoring";
import { matchesText, toServiceRow, type Row } from "../../../../src/web/pages/monitoring/rows";
import { inOrder, sortRows } from "../../../../src/web/pages/monitoring/list/steady-order";
import { tilesOf } from "../../../../src/web/pages/monitoring/wall/wall-tiles";

const row = (name: string, changes: Partial<Row> = {}): Row => ({
  kind: "device",
  id: 1,
  key: name,
  name,
  fullName: name,
  isSpread: false,
  where: "",
  state: "up",
  standing: "up",
  since: null,
  isHealthy: null,
  isFlapping: false,
  checkedAt: null,
  intervalSeconds: 60,
  latencyMs: null,
  error: null,
  beats: [],
  latencies: [],
  day: { share: null, hours: null },
  week: { share: null, hours: null },
  type: null,
  site: null,
  group: null,
  tags: [],
  href: "/",
  ...changes,
});
const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);

describe("the order of a list", () => {
  const latency = {
    id: "latency",
    label: "Latency",
    width: 1,
    cell: () => null,
    sortKey: ({ latencyMs }: Row) => latencyMs,
  };
  const rows = [row("slow", { latencyMs: 90 }), row("silent"), row("quick", { latencyMs: 2 })];

  test("by a column either way; what is not known comes last both times", () => {
    const by = (isDescending: boolean) =>
      names(sortRows(rows, { columns: [latency], sort: { column: "latency", isDescending } }));
    expect(by(false)).toEqual(["quick", "slow", "silent"]);
    expect(by(true)).toEqual(["slow", "quick", "silent"]);
  });

  test("the worst comes first where no column is asked for, or one that there is not", () => {
    const all = [...rows, row("broken", { standing: "down" })];
    expect(names(sortRows(all, { columns: [], sort: undefined }))[0]).toBe("broken");
    expect(names(sortRows(all, { columns: [], sort: { column: "x", isDescending: true } }))[0]).toBe(
      "broken",
    );
  });

  test("while it is held each row stays where it was, and new ones come last", () => {
    const before = new Map([
      ["a", 0],
      ["b", 1],
    ]);
    const now = [row("new", { standing: "down" }), row("b", { standing: "down" }), row("a")];
    expect(names(inOrder(now, before))).toEqual(["a", "b", "new"]);
  });
});

test("words are looked for in name, place, group and tags, all of them", () => {
  const switches = row("sw-1", { where: "10.0.0.1", group: "Core", tags: ["lab"] });
  expect(matchesText(switches, "core SW")).toBe(true);
  expect(matchesText(switches, "10.0 lab")).toBe(true);
  expect(matchesText(switches, "core edge")).toBe(false);
});

test("what is wrong is named, the worst first, and the rest is counted", () => {
  const rows = [
    row("fine"),
    row("behind", { standing: "unreachable" }),
    ...["a", "b", "c", "d"].map((name) => row(name, { standing: "down" })),
    row("off", { standing: "off" }),
    row("paused", { standing: "paused" }),
  ];
  const { named, others, watched } = findAttention(rows);
  expect(names(named)).toEqual(["a", "b", "c", "d"]);
  expect({ others, watched }).toEqual({ others: 1, watched: 7 });
});

describe("the wall", () => {
  const devices = [
    row("core-1", { group: "Core" }),
    row("core-2", { group: "Core", standing: "down" }),
    row("edge-1", { group: "Edge" }),
    row("spare", { group: "Store", standing: "paused" }),
    row("loose"),
  ];

  test("the worst group comes first, the others by name; what is paused is left out", () => {
    const tiles = tilesOf({ devices, services: [], monitors: [] }, "group");
    expect(names(tiles)).toEqual(["Core", "Edge", "Without a group"]);
    expect(tiles[0]).toMatchObject({ standing: "down", total: 2, up: 1 });
    expect(names(tiles[0]?.trouble ?? [])).toEqual(["core-2"]);
  });

  test("monitors are a tile of their own", () => {
    const tiles = tilesOf(
      { devices: [], services: [], monitors: [row("Shop", { standing: "down" })] },
      "site",
    );
    expect(names(tiles)).toEqual(["Monitors"]);
  });
});

describe("a check is named outside of its list", () => {
  const check: Check = {
    id: 1,
    label: "SSH",
    check_type: "ssh",
    port: 22,
    enabled: true,
    device_id: null,
    scope: null,
    covers: null,
    targets: { up: 15, down: 1, unknown: 0, unreachable: 0, maintenance: 1, paused: 0 },
    last_result: null,
    options: {},
    expected_status_min: 200,
    expected_status_max: 399,
    follow_redirects: true,
    http_method: "GET",
    http_path: null,
    verify_tls: true,
    failures_to_down: 2,
    successes_to_up: 1,
    interval_seconds: null,
    retry_interval_seconds: null,
    timeout_seconds: null,
    created_at: "2026-11-21T10:50:00.000Z",
    updated_at: "2026-11-21T10:50:00.000Z",
  };
  const fullName = (changes: Partial<Check>) =>
    toServiceRow({ ...check, ...changes }, { deviceName: "db-1", now: 0 }).fullName;

  test("by its device", () => {
    expect(fullName({ device_id: 4 })).toBe("SSH on db-1");
    expect(fullName({ device_id: 4, label: "SSH of db-1" })).toBe("SSH of db-1");
  });

  test("by how many of its devices are in its state", () => {
    expect(fullName({})).toBe("SSH on 1 of 17 devices");
    expect(fullName({ targets: { ...check.targets, up: 1, down: 0, maintenance: 0 } })).toBe(
      "SSH on 1 device",
    );
    expect(fullName({ enabled: false })).toBe("SSH on 17 devices");
  });
});
