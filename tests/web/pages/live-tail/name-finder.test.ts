import { expect, test } from "bun:test";
import { createNameFinder } from "../../../../src/web/pages/live-tail/name-finder";
import { liveEvent } from "../../../support/browser/live-event";

const SERVER = "10.0.0.1";
const STRANGER = "203.0.113.9";

/** A finder whose clock and timers are the test's; `asked` are the addresses of each question. */
function givenFinder(devices: Readonly<Record<string, string>>) {
  const asked: string[][] = [];
  let clock = 1_000_000;
  let timers: { at: number; run: () => void }[] = [];
  let isDown = false;
  const finder = createNameFinder({
    now: () => clock,
    later: (run, milliseconds) => void timers.push({ at: clock + milliseconds, run }),
    async read(addresses) {
      asked.push([...addresses]);
      if (isDown) throw new Error("not answered");
      return new Map(addresses.flatMap((one) => (devices[one] === undefined ? [] : [[one, devices[one]]])));
    },
  });
  return {
    ...finder,
    asked,
    names: () => Object.fromEntries(finder.view.get().names),
    fail(next: boolean) {
      isDown = next;
    },
    async pass(milliseconds: number) {
      clock += milliseconds;
      const due = timers.filter(({ at }) => at <= clock);
      timers = timers.filter(({ at }) => at > clock);
      for (const { run } of due) run();
      // What was asked is answered.
      await Bun.sleep(0);
    },
  };
}

const flow = (id: number, source: string, destination = STRANGER) =>
  liveEvent(id, { src_ip: source, dst_ip: destination, sender: null });

test("of a thousand lines that run through within a second one question is asked, about those in sight", async () => {
  const finder = givenFinder({ [SERVER]: "nas" });
  for (let id = 0; id < 1000; id++) finder.show([flow(id, `10.0.1.${id % 250}`), flow(id, SERVER)]);
  await finder.pass(1000);
  expect(finder.asked).toEqual([["10.0.1.249", STRANGER, SERVER]]);
  expect(finder.names()).toEqual({ [SERVER]: "nas" });
});

test("an address is asked about once, also one of no device, and again after minutes", async () => {
  const finder = givenFinder({ [SERVER]: "nas" });
  await finder.prepare([flow(1, SERVER)]);
  for (let second = 0; second < 10; second++) {
    finder.show([flow(second, SERVER)]);
    await finder.pass(1000);
  }
  expect(finder.asked).toHaveLength(1);
  await finder.pass(5 * 60_000);
  finder.show([flow(2, SERVER)]);
  await finder.pass(1000);
  expect(finder.asked).toHaveLength(2);
});

test("the names are the same object as long as no other is known, so that no line is drawn again", async () => {
  const finder = givenFinder({ [SERVER]: "nas" });
  await finder.prepare([flow(1, SERVER)]);
  const { names } = finder.view.get();
  finder.show([flow(2, "10.0.0.77")]);
  await finder.pass(1000);
  expect(finder.asked).toHaveLength(2);
  expect(finder.view.get().names).toBe(names);
});

test("a question that is not answered is asked again, ten seconds later", async () => {
  const finder = givenFinder({ [SERVER]: "nas" });
  finder.fail(true);
  finder.show([flow(1, SERVER)]);
  await finder.pass(1000);
  finder.fail(false);
  for (let second = 0; second < 9; second++) {
    finder.show([flow(1, SERVER)]);
    await finder.pass(1000);
  }
  expect(finder.asked).toHaveLength(1);
  await finder.pass(1000);
  expect(finder.names()).toEqual({ [SERVER]: "nas" });
});

test("a column grows by what a name takes, up to a bound, and never shrinks", async () => {
  const finder = givenFinder({ [SERVER]: "a-name-that-is-longer-than-anybody-reads", "10.0.0.2": "ap" });
  await finder.prepare([flow(1, SERVER)]);
  const grown = finder.view.get().addressLengths;
  expect(grown).toEqual({ src_ip: 24 });
  await finder.prepare([flow(2, "10.0.0.2")]);
  expect(finder.view.get().addressLengths).toEqual(grown);
});

test("no more than 5,000 addresses are remembered, the newest", async () => {
  const finder = givenFinder({ "10.0.0.0": "first" });
  for (let part = 0; part < 11; part++) {
    const events = Array.from({ length: 500 }, (_, index) => {
      const number = part * 500 + index;
      const source = `10.0.${Math.floor(number / 250)}.${number % 250}`;
      return liveEvent(number, { src_ip: source, sender: null });
    });
    await finder.prepare(events);
  }
  expect(finder.names()).toEqual({});
  await finder.prepare([liveEvent(1, { src_ip: "10.0.0.0", sender: null })]);
  expect(finder.asked).toHaveLength(12);
});
