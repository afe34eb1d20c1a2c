import { afterAll, describe, expect, test } from "bun:test";
import { connect, type Socket } from "node:net";
import { z } from "@hono/zod-openapi";
import pino from "pino";
import { createBodyBudget, type BodyBudgets } from "#platform/http/body-budget";
import { listen } from "#platform/http/listen";
import { publicRoute } from "#platform/http/route";
import { createServerApp } from "#platform/http/server-app";
import { waitFor } from "../../support/wait-for";

const SECONDS = 1;
const BUDGET_BYTES = 32 * 1024;
const bodies: BodyBudgets = {
  anonymous: createBodyBudget(BUDGET_BYTES),
  small: createBodyBudget(BUDGET_BYTES),
  large: createBodyBudget(BUDGET_BYTES),
  relays: createBodyBudget(BUDGET_BYTES),
};

/** Requests that have been received and wait for their answers. */
const held: (() => void)[] = [];

const app = createServerApp(
  [
    publicRoute(
      {
        method: "post",
        path: "/length",
        tag: "test",
        summary: "The length of a text",
        access: "public",
        body: z.object({ text: z.string(), isHeld: z.boolean().default(false) }),
        response: z.object({ length: z.int() }),
      },
      async ({ body }) => {
        if (body.isHeld) await new Promise<void>((resolve) => void held.push(resolve));
        return { length: body.text.length };
      },
    ),
  ],
  {
    log: pino({ level: "silent" }),
    rules: {
      authenticate: () => Promise.reject(new Error("no route asks for it")),
      refusalOf: () => "",
    },
    corsOrigins: [],
    trustedHosts: [],
    trustedProxies: [],
    headers: {
      isEnabled: false,
      contentSecurityPolicy: "",
      referrerPolicy: "",
      permissionsPolicy: "",
      hstsMaxAge: null,
    },
    requireDatabase: () => undefined,
    bodies,
  },
);
const server = listen(app, { port: 0, hostname: "127.0.0.1", receiveSeconds: SECONDS });
afterAll(() => server.stop(true));

type Sender = { socket: Socket; answer: Promise<string> };

/** Sends the head of a request; `answer` is all that comes until the connection is closed or the answer is whole. */
function open(headers: readonly string[]): Sender {
  const socket = connect({ port: server.port ?? 0, host: "127.0.0.1" });
  const { promise, resolve } = Promise.withResolvers<string>();
  let received = "";
  socket.on("data", (bytes) => {
    received += bytes.toString("latin1");
    if (/\r\n\r\n\{.*\}$/s.test(received)) resolve(received);
  });
  socket.on("error", () => undefined);
  socket.on("close", () => resolve(received));
  socket.write(
    ["POST /length HTTP/1.1", "Host: localhost", "Content-Type: application/json", ...headers, "\r\n"].join(
      "\r\n",
    ),
  );
  return { socket, answer: promise };
}

const announced = (length: number) => open([`Content-Length: ${length}`]);
const chunked = () => open(["Transfer-Encoding: chunked"]);

function writeChunk(socket: Socket, text: string): void {
  socket.write(`${text.length.toString(16)}\r\n${text}\r\n`);
}

const bodyOf = (length: number, isHeld = false) => JSON.stringify({ text: "a".repeat(length), isHeld });

test("a body arrives whole, in however small pieces it comes", async () => {
  const body = bodyOf(9000);
  const { socket, answer } = chunked();
  for (let start = 0; start < body.length; start += 7) writeChunk(socket, body.slice(start, start + 7));
  socket.write("0\r\n\r\n");
  expect(await answer).toEndWith('{"length":9000}');
  socket.destroy();
  expect(bodies.anonymous.usedBytes).toBe(0);
});

describe("a body that drips", () => {
  test.each([
    ["announced", announced.bind(undefined, 5000), (socket: Socket) => socket.write("a")],
    ["in chunks", chunked, (socket: Socket) => writeChunk(socket, "a")],
  ])("is cut with 408 when its time is over: %s", async (_, begin, drip) => {
    const { socket, answer } = begin();
    const timer = setInterval(() => drip(socket), 100);
    const started = performance.now();
    const received = await answer;
    clearInterval(timer);
    expect(received).toStartWith("HTTP/1.1 408");
    expect(received).toContain("Connection: close");
    expect(received).toEndWith('{"detail":"The request body came too slowly"}');
    expect(performance.now() - started).toBeGreaterThan(SECONDS * 900);
    expect(bodies.anonymous.usedBytes).toBe(0);
  });

  test("gets more time for what it has brought", async () => {
    const body = bodyOf(15_000);
    const { socket, answer } = announced(body.length);
    // 15 kB in three seconds: too slow for the first second, but each 8 KiB bring another one.
    for (let start = 0; start < body.length; start += 1000) {
      socket.write(body.slice(start, start + 1000));
      await Bun.sleep(100);
    }
    expect(await answer).toEndWith('{"length":15000}');
    socket.destroy();
  });
});

describe("the budget of bodies in flight", () => {
  async function hold(length: number): Promise<Sender> {
    const body = bodyOf(length, true);
    const before = held.length;
    const sender = announced(body.length);
    sender.socket.write(body);
    await waitFor("the body to be received", () => Promise.resolve(held.length > before));
    return sender;
  }

  test("refuses with 503 and Retry-After what is beyond it, and takes it when there is room again", async () => {
    const first = await hold(20_000);
    const body = bodyOf(20_000);
    const second = announced(body.length);
    second.socket.write(body);
    const refusal = await second.answer;
    expect(refusal).toStartWith("HTTP/1.1 503");
    expect(refusal).toMatch(/\r\nRetry-After: \d+\r\n/i);
    expect(refusal).toEndWith('{"detail":"Too many request bodies are being received"}');
    held.pop()?.();
    expect(await first.answer).toEndWith('{"length":20000}');
    const third = announced(body.length);
    third.socket.write(body);
    expect(await third.answer).toEndWith('{"length":20000}');
    for (const { socket } of [first, second, third]) socket.destroy();
    expect(bodies.anonymous.usedBytes).toBe(0);
  });

  test("has back what a client held that left in the middle of its body", async () => {
    const { socket } = announced(60_000);
    socket.write("a".repeat(16_000));
    await waitFor("the budget to be used", () => Promise.resolve(bodies.anonymous.usedBytes >= 16_000));
    socket.destroy();
    await waitFor("the budget to be free", () => Promise.resolve(bodies.anonymous.usedBytes === 0));
  });

  test("has back what a refused body held", async () => {
    for (const body of ["{", bodyOf(70_000), '{"text":1}']) {
      const { socket, answer } = announced(body.length);
      socket.write(body);
      expect(await answer).toMatch(/^HTTP\/1\.1 4(?:13|22)/);
      socket.destroy();
    }
    expect(bodies.anonymous.usedBytes).toBe(0);
  });

  test("counts what has come, not what is announced", async () => {
    const idle = Array.from({ length: 20 }, () => announced(60_000));
    const body = bodyOf(20_000);
    const honest = announced(body.length);
    honest.socket.write(body);
    expect(await honest.answer).toEndWith('{"length":20000}');
    for (const { socket } of [...idle, honest]) socket.destroy();
  });
});

test("a budget that gives one owner so many claims at a time has room for others meanwhile", () => {
  const budget = createBodyBudget(100, { requests: 2 });
  const claims = [budget.claim("one"), budget.claim("one")];
  for (const claim of claims) claim.grow(40);
  expect(() => budget.claim("one")).toThrow("with these credentials");
  budget.claim("another").grow(20);
  claims[0]?.release();
  budget.claim("one").grow(40);
  expect(budget.usedBytes).toBe(100);
});

test("a budget of which one owner may have a part gives it back to it, and to nobody else meanwhile", () => {
  const budget = createBodyBudget(100, { bytes: 50 });
  const [first, second] = [budget.claim("one"), budget.claim("one")];
  first.grow(30);
  expect(() => second.grow(30)).toThrow("with these credentials");
  budget.claim("another").grow(50);
  second.grow(20);
  first.release();
  first.release();
  second.grow(30);
  expect(budget.usedBytes).toBe(100);
});
