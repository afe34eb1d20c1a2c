import { expect, test } from "bun:test";
import { Ripening } from "../../../../../src/features/syslog/segments/ingest/ripening";
import { waitFor } from "../../../../support/wait-for";

type Given = { isUrgent?: boolean; fixedMs?: number };

/** A draft, and when it became ripe, ms since it was begun. */
function givenRipening({ isUrgent = false, fixedMs }: Given = {}) {
  let [begunAtMs, ripeAfterMs] = [0, 0];
  const ripening = new Ripening({
    onRipe: () => void (ripeAfterMs = performance.now() - begunAtMs),
    isUrgent: () => isUrgent,
    fixedMs,
  });
  return {
    ripening,
    begin: () => {
      begunAtMs = performance.now();
      ripening.begin();
    },
    untilRipe: async () => {
      await waitFor("the draft to be ripe", () => ripening.isRipe);
      return ripeAfterMs;
    },
    /** Until the draft would be ripe if somebody looked. */
    untilOld: () => waitFor("the draft to be old", () => performance.now() - begunAtMs > 650),
  };
}

test("rows are gathered three times as long while nobody looks", async () => {
  const unseen = givenRipening();
  unseen.begin();
  expect(await unseen.untilRipe()).toBeGreaterThan(1790);
});

test.each([
  ["somebody has looked not long before", {}, (ripening: Ripening) => void ripening.noteLook()],
  ["somebody has to be told of lines soon", { isUrgent: true }, () => undefined],
])("they are no longer than usual where %s", async (_, options, prepare) => {
  const seen = givenRipening(options);
  prepare(seen.ripening);
  seen.begin();
  const unseen = givenRipening();
  unseen.begin();
  const ripeAfterMs = await seen.untilRipe();
  expect(ripeAfterMs).toBeGreaterThan(590);
  expect(ripeAfterMs).toBeLessThan(await unseen.untilRipe());
});

test("who looks after a long time has ripe at once what would have been if somebody had looked before", async () => {
  const { ripening, begin, untilOld } = givenRipening();
  begin();
  await untilOld();
  expect(ripening.noteLook()).toBe(true);
  expect(ripening.isRipe).toBe(true);
  expect(ripening.noteLook()).toBe(false);
});

test("a draft that was stored is not ripe any more, and the next has its own time", async () => {
  const { ripening, begin, untilRipe } = givenRipening();
  ripening.noteLook();
  begin();
  await untilRipe();
  ripening.end();
  expect(ripening.isRipe).toBe(false);
  begin();
  expect(ripening.isRipe).toBe(false);
  expect(await untilRipe()).toBeGreaterThan(590);
});

test("for how long rows are gathered may be fixed, whoever looks", async () => {
  const { ripening, begin, untilRipe, untilOld } = givenRipening({ fixedMs: 1000 });
  begin();
  await untilOld();
  expect(ripening.noteLook()).toBe(false);
  expect(await untilRipe()).toBeGreaterThan(990);
});
