import { expect, test } from "bun:test";
import pino from "pino";
import { startEngine } from "../../../../src/features/monitoring/engine/engine";
import { MemoryStore } from "../../../support/memory-store";
import { VirtualClock } from "../../../support/virtual-clock";

const never = () => Promise.reject(new Error("nothing is asked here"));

test("a look at what there is to check that failed is made again soon, though nobody writes anything", async () => {
  const clock = new VirtualClock();
  const looks: number[] = [];
  const engine = startEngine({
    store: new MemoryStore({ clock, devices: [], links: [], choices: new Map(), root: 1 }).open(),
    clock,
    probes: { devices: never, service: never, push: never, group: never, monitor: never },
    maintenance: { ids: new Set(), look: () => Promise.resolve(), forget() {} },
    network: {
      ownAddresses: () => [],
      askGateway: () => Promise.resolve(true),
      rootAddresses: () => Promise.resolve([]),
    },
    settings: async () => {
      if (looks.push(clock.nowMs()) === 1) throw new Error("deadlock detected");
      return { isEnabled: true, intervalSeconds: 60 };
    },
    observer: { onCheck: () => undefined, onLag: () => undefined, onDropped: () => undefined },
    log: pino({ level: "silent" }),
    writes: {
      mark: () => 1,
      pause: (_mark, { mostMs }, signal) => clock.sleep(mostMs, signal),
      ignore: () => undefined,
      hurry: () => undefined,
    },
  });
  await clock.advance(10_000);
  expect(looks).toHaveLength(2);
  await clock.advance(100_000);
  expect(looks).toHaveLength(2);
  const stopped = engine.stop();
  await clock.advance(2000);
  await stopped;
});
