import { expect, test } from "bun:test";
import pino from "pino";
import { TrapAccessWatch } from "../../../../../src/features/syslog/receive/traps/access-watch";
import { waitFor } from "../../../../support/wait-for";

test("profiles that could not be read are read again soon, though nobody writes anything", async () => {
  let readings = 0;
  const longestMs: number[] = [];
  const watch = new TrapAccessWatch({
    readProfiles: async () => {
      if (++readings === 1) throw new Error("the database is away");
      return [];
    },
    isAnyTrapCommunity: false,
    onChange: () => undefined,
    log: pino({ level: "silent" }),
    writes: {
      mark: () => 1,
      pause: async (_mark, { mostMs }) => {
        if (longestMs.push(mostMs) === 2) watch.stop();
      },
      ignore: () => undefined,
      hurry: () => undefined,
    },
  });
  watch.start(Promise.resolve());
  await waitFor("two readings", () => longestMs.length === 2);
  expect(longestMs).toEqual([5000, 120_000]);
});
