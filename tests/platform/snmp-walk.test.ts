import { afterAll, expect, test } from "bun:test";
import { SnmpSession } from "#platform/snmp/session";
import { walkColumn } from "#platform/snmp/walk";
import { closePeers } from "../features/monitoring/probes/given";
import { closeAgents, startPortAgent } from "../features/ports/port-agent";
import { startCrookedAgent } from "../features/tools/network-device";

afterAll(() => {
  closeAgents();
  closePeers();
});

const IF_DESCR = "1.3.6.1.2.1.2.2.1.2";

async function walk(
  { address, port }: { address: string; port: number },
  given: { version?: "v1"; mostRows?: number },
) {
  const { version = "v2c", mostRows = 1000 } = given;
  const access = { version, community: "public", port, timeoutMs: 1000, retries: 0 } as const;
  const session = await SnmpSession.open({ address, port, access });
  try {
    const { rows, brokenOff } = await walkColumn(session, IF_DESCR, {
      timeoutMs: 1000,
      signal: new AbortController().signal,
      mostRows,
      rowsAtOnce: 20,
      endsAt: performance.now() + 20_000,
    });
    return { rows: rows.map(({ index }) => index[0]), brokenOff };
  } finally {
    session.close();
  }
}

test("a table is read many rows at once, to its end and not beyond", async () => {
  const indexes = Array.from({ length: 45 }, (_, at) => at + 1);
  const agent = await startPortAgent(indexes.map((index) => ({ index, name: `p${index}` })));
  expect(await walk(agent, {})).toEqual({ rows: indexes, brokenOff: null });
  expect(agent.takeAnswered()).toBe(3);
  expect(await walk(agent, { mostRows: 30 })).toEqual({ rows: indexes.slice(0, 30), brokenOff: "rows" });
  expect(agent.takeAnswered()).toBe(2);
  expect(await walk(agent, { version: "v1" })).toEqual({ rows: indexes, brokenOff: null });
  expect(agent.takeAnswered()).toBe(46);
});

test("an agent that does not bear that is asked row by row from then on", async () => {
  const agent = await startCrookedAgent(
    (name) => {
      const row = name === IF_DESCR ? 1 : Number(name.split(".").at(-1)) + 1;
      return { name: row > 3 ? "1.3.9" : `${IF_DESCR}.${row}`, value: Buffer.from("x") };
    },
    { bearsMany: false },
  );
  expect(await walk(agent, {})).toEqual({ rows: [1, 2, 3], brokenOff: null });
  expect(agent.heard).toHaveLength(5);
});

test("a column of values that nobody needs so long is read no further than memory allows", async () => {
  const agent = await startCrookedAgent((name) => {
    const row = name === IF_DESCR ? 1 : Number(name.split(".").at(-1)) + 1;
    return { name: `${IF_DESCR}.${row}`, value: Buffer.alloc(30_000, "x") };
  });
  const { rows, brokenOff } = await walk(agent, { mostRows: 10_000 });
  expect(brokenOff).toBe("size");
  expect(rows.length).toBeGreaterThan(100);
  expect(rows.length).toBeLessThan(140);
});
