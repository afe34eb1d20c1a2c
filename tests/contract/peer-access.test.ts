import { afterAll, describe, expect, test } from "bun:test";
import { makeNonce, PeerKey } from "#platform/peers/key";
import { partsOfQuestion, writeQuestion } from "#platform/peers/proofs";
import { PEER_PATH } from "../../src/features/syslog/live/peers/frames";
import { MASTER_KEY } from "../support/app";
import { createLiveService } from "../support/live-service";
import { givenRelayKey } from "../support/relay-sender";

/**
 * Routes by which processes of one database ask each other: whoever is none of them gets nothing there, whatever they
 * may do elsewhere.
 */
const service = await createLiveService();
afterAll(() => service.close());

const ROUTES = [
  ["GET", "/api/v1/system/peer-report"],
  ["GET", "/api/v1/syslog/peer-status"],
  ["POST", "/api/v1/syslog/peer-test-line/test-line-0123abcd"],
  ["GET", "/api/v1/operations/peer-files/01890000-0000-7000-8000-000000000000"],
] as const;

const admin = await service.givenAdmin();
const session = await service.sessionOf(admin);
const viewer = await service.sessionOf(await service.givenUser({ role: "Viewer" }));

/** Who is known to the service in some way, and is no process of it. */
const PEOPLE: Record<string, Record<string, string>> = {
  "somebody who has not signed in": {},
  "a Viewer": { Authorization: `Bearer ${viewer.token}` },
  "a Viewer in a browser": { Cookie: viewer.cookies, "X-CSRF-Token": viewer.csrfToken },
  "a Viewer's key": { "X-API-Key": (await service.createKey({ token: viewer.token })).key },
  "a relay's key": { "X-API-Key": await givenRelayKey(service) },
  "an administrator": { Authorization: `Bearer ${session.token}` },
  "an administrator in a browser": { Cookie: session.cookies, "X-CSRF-Token": session.csrfToken },
  "an administrator's key": { "X-API-Key": (await service.createKey({ token: session.token })).key },
};

type Signed = { key?: string; id?: string; address?: string; at?: number; method: string; path: string };

/** The header with which a process asks; others as they would like to pass for one. */
function sign({ key = MASTER_KEY, id, address, at = Date.now(), method, path }: Signed): string {
  const me = { id: id ?? service.instance.id, address: address ?? service.url };
  const question = { nonce: makeNonce(), at, method, path };
  return writeQuestion(question, new PeerKey(key).sign(partsOfQuestion(me, question)));
}

async function ask(method: string, path: string, headers: Record<string, string>) {
  const answer = await fetch(service.url + path, { method, headers });
  return { status: answer.status, text: await answer.text(), proof: answer.headers.get("Netatlas-Proof") };
}

const REFUSED = { status: 401, text: expect.stringContaining("Not a process of ours"), proof: null };

test("the router has no route for processes beside those that are tried here", () => {
  const inRouter = service.app.routes
    .filter(({ path }) => path.includes("/peer-"))
    .map(({ method, path }) => `${method} ${path.replace(/\/:\w+$/, "")}`);
  const tried = ROUTES.map(
    ([method, path]) => `${method} ${path.replace(/\/(test-line-0123abcd|[0-9a-f-]{36})$/, "")}`,
  );
  expect([...new Set(inRouter)].sort()).toEqual(tried.sort());
});

describe.each(ROUTES)("%s %s", (method, path) => {
  test.each(Object.entries(PEOPLE))("refuses %s", async (_, headers) => {
    expect(await ask(method, path, headers)).toEqual(REFUSED);
  });

  test("answers a process once: who has heard its question gets nothing by it", async () => {
    const headers = { Authorization: sign({ method, path }) };
    expect((await ask(method, path, headers)).status).not.toBe(401);
    expect(await ask(method, path, headers)).toEqual(REFUSED);
  });

  test("refuses a question that is forged, old, from the future, or meant for another process, path or method", async () => {
    const questions = [
      sign({ method, path, key: "another" }),
      sign({ method, path, at: Date.now() - 180_000 }),
      sign({ method, path, at: Date.now() + 180_000 }),
      sign({ method, path, id: crypto.randomUUID() }),
      sign({ method, path, address: "http://collector-2:8080" }),
      sign({ method, path: `${path}x` }),
      sign({ method: method === "GET" ? "POST" : "GET", path }),
      sign({ method, path }).slice(0, -1),
      `${sign({ method, path })}, ${sign({ method, path })}`,
      "Netatlas2",
    ];
    for (const question of questions)
      expect(await ask(method, path, { Authorization: question })).toEqual(REFUSED);
  });
});

test.each(Object.entries(PEOPLE))("the live stream for processes tells %s nothing", async (_, headers) => {
  const socket = new WebSocket(service.url.replace("http", "ws") + PEER_PATH, { headers });
  const frames: string[] = [];
  const { promise: closed, resolve } = Promise.withResolvers<number>();
  socket.addEventListener("close", ({ code }) => resolve(code));
  socket.addEventListener("message", ({ data }) => {
    frames.push(String(data));
    const nonce = "0123456789abcdef";
    socket.send(
      JSON.stringify({ v: 1, nonce, proof: "made up", predicate: { conditions: [] }, after: null }),
    );
  });
  expect(await closed).toBe(1008);
  expect(frames.map((frame) => Object.keys(JSON.parse(frame)))).toEqual([["v", "nonce"]]);
});

test("who proves to be a process is one for these routes alone", async () => {
  for (const path of ["/api/v1/auth/me", "/api/v1/system/instances", "/api/v1/syslog/status"]) {
    const { status } = await ask("GET", path, { Authorization: sign({ method: "GET", path }) });
    expect({ path, status }).toEqual({ path, status: 401 });
  }
});
