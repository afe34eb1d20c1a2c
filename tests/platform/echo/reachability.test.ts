import { afterAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { EchoInterruptedError, EchoOverloadError } from "#platform/echo/reachability";
import { closeEchoSockets, openEchoSockets } from "../../../src/platform/echo/sockets";
import { waitFor } from "../../support/wait-for";
import { loopbackAddresses, ONCE, openHere } from "./given";

const sockets = openEchoSockets();
closeEchoSockets(sockets);
const hasSockets = sockets.length > 0;
if (!hasSockets) console.log("SKIPPED ICMP sockets: this process may open none");

const reachability = await openHere();

/** Descriptors of this process that are sockets. */
/** Of the whole process, each by its own name. */
function openSockets(): string[] {
  return readdirSync("/proc/self/fd").flatMap((descriptor) => {
    try {
      const name = readlinkSync(`/proc/self/fd/${descriptor}`);
      return name.startsWith("socket:") ? [name] : [];
    } catch {
      return [];
    }
  });
}

/** How often threads of this process that have this name have slept. */
function wakeUps(name: string): number {
  const threads = readdirSync("/proc/self/task").filter(
    (thread) => readFileSync(`/proc/self/task/${thread}/comm`, "utf8").trim() === name,
  );
  const slept = threads.map((thread) => {
    const status = readFileSync(`/proc/self/task/${thread}/status`, "utf8");
    return Number(/^voluntary_ctxt_switches:\s+(\d+)$/m.exec(status)?.[1]);
  });
  return slept.reduce((sum, count) => sum + count, 0);
}

describe.skipIf(!hasSockets)("ICMP sockets of our own, on the loopback", () => {
  afterAll(() => reachability.close());

  test("say so, and that nothing better is to be had", () => {
    expect(reachability.status).toMatchObject({ improvement: null, problem: null });
    expect(["raw", "datagram"]).toContain(reachability.status.method);
  });

  test("ask both families, as often as is wanted and so far apart, and give the times", async () => {
    const started = performance.now();
    const addresses = ["127.0.0.1", "::1", "::ffff:127.0.0.1"];
    const answers = await reachability.echo(addresses, { ...ONCE, count: 3, spacingMs: 100 });
    expect(performance.now() - started).toBeWithin(200, 1000);
    expect(answers.map(({ address }) => address)).toEqual(addresses);
    for (const { sent, received, minMs, averageMs, maxMs, trouble, tcpPort } of answers) {
      expect({ sent, received, trouble, tcpPort }).toEqual({
        sent: 3,
        received: 3,
        trouble: null,
        tcpPort: null,
      });
      // Within a microsecond, nothing is there and back.
      expect(minMs ?? -1).toBeWithin(0.001, (averageMs ?? 0) + 0.001);
      expect(averageMs ?? -1).toBeWithin(0, (maxMs ?? 0) + 0.001);
    }
  });

  test.skipIf(process.platform !== "linux")("sleep between two requests to the same", async () => {
    await reachability.echo(["127.0.0.1"], ONCE);
    const before = wakeUps("echo");
    await reachability.echo(["127.0.0.1"], { ...ONCE, count: 2, spacingMs: 900 });
    // Twenty a second, some more right behind each of the two, and what others send to this thread.
    expect(wakeUps("echo") - before).toBeWithin(1, 100);
  });

  test("take thousands of addresses at once, and some that are none", async () => {
    const addresses = loopbackAddresses(5000);
    const answers = await reachability.echo([...addresses, "nonsense", "127.1"], ONCE);
    expect(answers.filter(({ received }) => received === 1)).toHaveLength(5000);
    expect(answers.slice(5000)).toMatchObject([
      { address: "nonsense", sent: 0, trouble: { kind: "invalid_address" } },
      { address: "127.1", sent: 0, trouble: { kind: "invalid_address" } },
    ]);
  });

  test("send no faster than they may", async () => {
    const slow = await openHere(1000);
    await slow.echo(["127.0.0.1"], ONCE);
    const started = performance.now();
    const answers = await slow.echo(loopbackAddresses(1000), ONCE);
    // The first 64 may go at once.
    expect(performance.now() - started).toBeGreaterThan(900);
    expect(answers.every(({ received }) => received === 1)).toBe(true);
    await slow.close();
  });

  test("calls at the same time do not wait for each other", async () => {
    const slow = await openHere(2000);
    await slow.echo(["127.0.0.1"], ONCE);
    const isDone = { many: false };
    const many = slow.echo(loopbackAddresses(4000), ONCE).then((answers) => {
      isDone.many = true;
      return answers;
    });
    const few = await slow.echo(loopbackAddresses(10), ONCE);
    expect(few.every(({ received }) => received === 1)).toBe(true);
    expect(isDone.many).toBe(false);
    expect((await many).every(({ received }) => received === 1)).toBe(true);
    await slow.close();
  });

  test("the caller's signal ends a call at once, with its reason, and nothing more is sent", async () => {
    const slow = await openHere(1000);
    await slow.echo(["127.0.0.1"], ONCE);
    const left = new AbortController();
    const asking = slow.echo(loopbackAddresses(50_000), { ...ONCE, signal: left.signal });
    left.abort(new Error("the client has left"));
    expect(await asking.catch(String)).toBe("Error: the client has left");
    await slow.echo(["127.0.0.1"], ONCE);
    expect(slow.counters?.sent).toBeLessThan(1000);
    expect(await slow.echo(["127.0.0.1"], { ...ONCE, signal: left.signal }).catch(String)).toContain(
      "has left",
    );
    await slow.close();
  });

  test("more addresses than a process should hold are refused", async () => {
    const asking = reachability.echo(Array<string>(250_001).fill("127.0.0.1"), ONCE);
    expect(await asking.catch((error: unknown) => error)).toBeInstanceOf(EchoOverloadError);
  });

  test("no addresses have no answers", async () => {
    expect(await reachability.echo([], ONCE)).toEqual([]);
  });

  test("a thread that crashes fails its calls and is replaced; other ways stand in meanwhile", async () => {
    const before = new Set(openSockets());
    const own = await openHere();
    await own.echo(["127.0.0.1"], ONCE);
    const underWay = own.echo(["127.0.0.1"], { ...ONCE, count: 100, spacingMs: 100 });
    // What nothing but a fault of ours sends makes the thread throw.
    const crashing = own.echo([null as unknown as string], ONCE);
    const failures = await Promise.all(
      [underWay, crashing].map((call) => call.catch((error: unknown) => error)),
    );
    for (const failure of failures) expect(failure).toBeInstanceOf(EchoInterruptedError);
    expect(own.status.problem).toContain("is started again");
    const [meanwhile] = await own.echo(["127.0.0.1"], ONCE);
    expect(["fping", "ping", "tcp"]).toContain(meanwhile?.method ?? "");
    await waitFor("the thread to be replaced", () => own.status.problem === null);
    const [again] = await own.echo(["127.0.0.1"], ONCE);
    expect(again).toMatchObject({ method: own.status.method, received: 1 });
    // One before the crash, and this one.
    expect(own.counters?.sent).toBeGreaterThanOrEqual(2);
    await own.close();
    // What other tests have left may be closed meanwhile.
    expect(openSockets().filter((name) => !before.has(name))).toEqual([]);
  });

  test("calls under way fail when it is closed", async () => {
    const own = await openHere();
    const asking = own.echo(["127.0.0.1"], { ...ONCE, count: 100, spacingMs: 100 });
    const failing = asking.catch((error: unknown) => error);
    await own.close();
    expect(await failing).toBeInstanceOf(EchoInterruptedError);
  });
});
