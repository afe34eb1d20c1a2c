import { expect, test } from "bun:test";
import pino from "pino";
import { createBackground } from "#platform/background";

function givenBackground() {
  const lines: string[] = [];
  const log = pino({ level: "warn" }, { write: (line) => void lines.push(line) });
  return { background: createBackground({ log }), lines };
}

test("all work is done, at most four things at a time, and settled() waits for the last", async () => {
  const { background } = givenBackground();
  let [running, most, done] = [0, 0, 0];
  for (let index = 0; index < 50; index++) {
    background.run("count", async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => void setImmediate(resolve));
      running -= 1;
      done += 1;
    });
  }
  await background.settled();
  expect({ most, done }).toEqual({ most: 4, done: 50 });
});

test("a failure is logged by what it was, and ends nothing else", async () => {
  const { background, lines } = givenBackground();
  let hasRun = false;
  background.run("mail a letter", () => Promise.reject(new Error("no post office")));
  background.run("mail another", async () => {
    hasRun = true;
  });
  await background.settled();
  expect(hasRun).toBe(true);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("cannot mail a letter");
  expect(lines[0]).toContain("no post office");
});

test("what is begun while others end is waited for too", async () => {
  const { background } = givenBackground();
  const done: string[] = [];
  background.run("begin", async () => {
    background.run("go on", async () => {
      await new Promise((resolve) => void setImmediate(resolve));
      done.push("second");
    });
    done.push("first");
  });
  await background.settled();
  expect(done).toEqual(["first", "second"]);
});

test("beyond a thousand waiting things the next is dropped, with a warning", async () => {
  const { background, lines } = givenBackground();
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  let done = 0;
  for (let index = 0; index < 1005; index++) {
    background.run("wait", async () => {
      await gate;
      done += 1;
    });
  }
  expect(lines).toHaveLength(1);
  open();
  await background.settled();
  expect(done).toBe(1004);
});
