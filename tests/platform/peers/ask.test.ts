import { afterAll, describe, expect, test } from "bun:test";
import { ApiError } from "#platform/errors";
import { askForFile, askForJson, type PeerQuestion } from "#platform/peers/ask";
import { PeerGate } from "#platform/peers/gate";
import { PeerKey } from "#platform/peers/key";
import { urlOfPeer, type Peer } from "#platform/peers/peer";

/** Processes of one database on this machine, and those who would like to be one. */
const key = new PeerKey("the key of all");
const GET: PeerQuestion = { method: "GET", path: "/told", patienceMs: 2000 };
const TOLD = { told: "the truth" };

const servers: Bun.Server<undefined>[] = [];
afterAll(() => Promise.all(servers.map((server) => server.stop(true))));

function serve(answer: (request: Request) => Response | Promise<Response>): string {
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: answer });
  servers.push(server);
  return server.url.origin;
}

type Given = { key?: PeerKey };

/** A process that answers those who show the key, and what it was asked. */
function givenProcess({ key: own = key }: Given = {}) {
  const asked: { method: string; authorization: string }[] = [];
  const id = crypto.randomUUID();
  const gate = new PeerGate({
    key: own,
    self: { id, readAddress: () => address },
  });
  const address: string = serve(async (request) => {
    const { method, headers } = request;
    const authorization = headers.get("Authorization") ?? "";
    asked.push({ method, authorization });
    try {
      const { pathname: path } = new URL(request.url);
      const admitted = gate.admit({ method, path, authorization });
      return admitted.json(TOLD);
    } catch (error) {
      return new Response("", { status: error instanceof ApiError ? error.status : 500 });
    }
  });
  return { asked, peer: { id, address } satisfies Peer };
}

const statusAt = async (url: string, authorization: string, method = "GET") =>
  (await fetch(url, { method, headers: { Authorization: authorization } })).status;

test("a process answers another one of the same key", async () => {
  const { peer } = givenProcess();
  expect(await askForJson(key, peer, GET)).toEqual(TOLD);
});

test("one with another key is refused, and so is what it says", async () => {
  const { peer } = givenProcess();
  expect(askForJson(new PeerKey("another"), peer, GET)).rejects.toThrow("it answered 401");
  const impostor = serve(() => Response.json(TOLD));
  expect(askForJson(key, { ...peer, address: impostor }, GET)).rejects.toThrow("does not prove");
});

test("who passes the question on to the process that is meant gets no answer out of it", async () => {
  const { peer, asked } = givenProcess();
  const between = serve(({ method, headers }) =>
    fetch(`${peer.address}/told`, { method, headers: { Authorization: headers.get("Authorization") ?? "" } }),
  );
  expect(askForJson(key, { ...peer, address: between }, GET)).rejects.toThrow("it answered 401");
  expect(asked).toHaveLength(1);
});

test("an answer that was changed on its way is not taken", async () => {
  const { peer } = givenProcess();
  const gate = new PeerGate({
    key,
    self: { id: peer.id, readAddress: () => origin },
  });
  const origin: string = serve(async (request) => {
    const authorization = request.headers.get("Authorization") ?? "";
    const admitted = gate.admit({ method: "GET", path: "/told", authorization });
    return new Response(JSON.stringify({ told: "a lie" }), { headers: admitted.json(TOLD).headers });
  });
  expect(askForJson(key, { ...peer, address: origin }, GET)).rejects.toThrow("does not prove");
});

test("a question that was heard is of no use: not again, not for something else, and not to another process", async () => {
  const { peer, asked } = givenProcess();
  const other = givenProcess();
  await askForJson(key, peer, GET);
  const heard = asked[0]?.authorization ?? "";
  expect(await statusAt(`${peer.address}/told`, heard)).toBe(401);
  expect(await statusAt(`${other.peer.address}/told`, heard)).toBe(401);
  expect(await statusAt(`${peer.address}/else`, heard)).toBe(401);
  expect(await statusAt(`${peer.address}/told`, heard, "POST")).toBe(401);
  expect(await statusAt(`${peer.address}/told`, heard.replace(/\d{13}/, String(Date.now() - 180_000)))).toBe(
    401,
  );
  for (const made of [
    "",
    "Netatlas2",
    "Bearer x",
    `Netatlas ${Date.now()} ${"b".repeat(43)}`,
    `Netatlas2 ${Date.now()} ${"a".repeat(32)} ${"b".repeat(43)}`,
  ])
    expect(await statusAt(`${peer.address}/told`, made)).toBe(401);
});

test("a process that was started anew does not take what its run before was asked", async () => {
  const { peer } = givenProcess();
  expect(askForJson(key, { ...peer, id: crypto.randomUUID() }, GET)).rejects.toThrow("it answered 401");
});

describe("an answer", () => {
  test("that leads elsewhere is none, and nobody is asked there", async () => {
    const { peer, asked } = givenProcess();
    const away = serve(() => Response.redirect(`${peer.address}/told`, 307));
    expect(askForJson(key, { ...peer, address: away }, GET)).rejects.toThrow("it answered 307");
    expect(asked).toEqual([]);
  });

  test("that never comes, never ends, or is too long is given up", async () => {
    const { peer } = givenProcess();
    const silent = serve(() => new Promise<Response>(() => undefined));
    expect(askForJson(key, { ...peer, address: silent }, { ...GET, patienceMs: 100 })).rejects.toThrow();
    const piece = new Uint8Array(64 * 1024);
    const endless = serve(
      () => new Response(new ReadableStream({ pull: (controller) => controller.enqueue(piece) })),
    );
    expect(askForJson(key, { ...peer, address: endless }, GET)).rejects.toThrow("too much");
    expect(askForFile(key, { ...peer, address: endless }, GET)).rejects.toThrow("without a length");
  });
});

describe("an address", () => {
  test.each([
    ["http://collector-1:8080", "http://collector-1:8080/told"],
    ["https://collector.example.net/", "https://collector.example.net/told"],
    ["http://127.0.0.1:8080", "http://127.0.0.1:8080/told"],
    ["http://[fd00::7]:8080", "http://[fd00::7]:8080/told"],
    ["http://100.64.0.7", "http://100.64.0.7/told"],
  ])("%s is asked", (address, url) => {
    expect(urlOfPeer({ address }, "/told").href).toBe(url);
  });

  test.each([
    "",
    "not an address",
    "file:///etc",
    "http://169.254.169.254/latest",
    "http://2852039166",
    "http://[fe80::1]",
    "http://224.0.0.1",
    "http://0.0.0.0:80",
    "http://user:password@collector",
    "http://collector/?path=",
    "http://collector/#anywhere",
  ])("%s is not", (address) => {
    expect(() => urlOfPeer({ address }, "/told")).toThrow("its address");
  });
});
