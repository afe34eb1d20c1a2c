import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { waitFor } from "../../../../support/wait-for";
import type { Told } from "./looking-thread";

/** It would look after 100 ms, and asleep after a second. */
const ASLEEP_MS = 900;
const AWAKE_MS = 500;

const threads: Worker[] = [];
afterAll(async () => void (await Promise.all(threads.map((thread) => thread.terminate()))));

type Reached = { send: (text: string) => void; ask: (text: string) => void };

/** A thread that looks at a socket in a silence; `onSleep` is called behind each look that ended a sleep. */
async function givenThread(onSleep: (thread: Reached) => void = () => undefined) {
  const told: Told[] = [];
  const sender = await Bun.udpSocket({});
  const thread = new Worker(join(import.meta.dir, "looking-thread.ts"));
  threads.push(thread);
  let port = 0;
  const reached: Reached = {
    send: (text) => void sender.send(text, port, "127.0.0.1"),
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window
    ask: (text) => thread.postMessage(text),
  };
  thread.on("message", (message: Told) => {
    told.push(message);
    if ("port" in message) ({ port } = message);
    if ("look" in message && message.gapMs >= ASLEEP_MS) onSleep(reached);
  });
  const looks = () => told.flatMap((one) => ("look" in one ? [one] : []));
  return { told, looks, ask: reached.ask };
}

test.if(process.platform === "linux")(
  "a thread whose sockets are silent sleeps for a second in place of looking ten times",
  async () => {
    const { looks } = await givenThread();
    await waitFor("three sleeps", () => looks().filter(({ gapMs }) => gapMs >= ASLEEP_MS).length === 3);
    expect(looks().length).toBeLessThanOrEqual(8);
  },
);

test.if(process.platform === "linux")(
  "a datagram ends its sleep, and from there on it looks by the clock",
  async () => {
    const { looks } = await givenThread(({ send }) => send("a datagram"));
    const isWoken = (place: number): boolean => {
      const [before, it, next] = looks().slice(place - 1, place + 2);
      if (before === undefined || it === undefined || next === undefined) return false;
      return before.gapMs >= ASLEEP_MS && it.look > 0 && it.gapMs < ASLEEP_MS && next.gapMs < AWAKE_MS;
    };
    await waitFor("a sleep that ended early", () => looks().some((_, place) => place > 0 && isWoken(place)));
  },
);

test.if(process.platform === "linux")(
  "a message of another thread ends its sleep, and that it may not sleep any more holds at once",
  async () => {
    const { told, looks, ask } = await givenThread((thread) => thread.ask("are you there"));
    const isQuick = (one: Told): boolean => "answer" in one && one.gapMs < ASLEEP_MS;
    await waitFor("an answer before the sleep was over", () => told.some(isQuick));
    ask("stay awake");
    await waitFor("the answer", () => told.some((one) => "answer" in one && one.answer === "stay awake"));
    const before = looks().length;
    const after = () => looks().slice(before + 1);
    await waitFor("looks by the clock", () => after().filter(({ gapMs }) => gapMs < AWAKE_MS).length >= 12);
    expect(after().filter(({ gapMs }) => gapMs >= ASLEEP_MS)).toEqual([]);
  },
);
