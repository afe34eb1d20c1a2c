import { afterAll, expect, test } from "bun:test";
import { keyCheckOf } from "#features/instances";
import { ROLES } from "#platform/roles";
import { InstanceList } from "../../../src/features/instances/models";
import { announceProcess } from "../../support/announced-process";
import { createTestService } from "../../support/app";

/** Two processes of one database, one of which is asked how all of them are. */
const told = await createTestService({ isOne: true });
const { database } = told;
const listening = told.listen();
const presence = await announceProcess(told, listening.url.origin, ROLES);
const asked = await createTestService({ database });
const token = await asked.tokenOf(await asked.givenAdmin());
const servers: { stop(isForced: boolean): Promise<void> }[] = [listening];
afterAll(async () => {
  await presence.stop();
  await Promise.all(servers.map((server) => server.stop(true)));
  await asked.close();
  await told.close();
});

async function readAll(): Promise<InstanceList["instances"]> {
  const { body } = await asked.call("GET /api/v1/system/instances", { token });
  return InstanceList.parse(body).instances;
}

const readAt = async (address: string) => (await readAll()).find((one) => one.address === address);

/** A process that was there a moment ago, as far as the database knows. */
async function givenRow(address: string): Promise<AsyncDisposable> {
  const instance = { ...told.instance, id: crypto.randomUUID() };
  const another = await announceProcess({ ...told, instance }, address);
  return { [Symbol.asyncDispose]: () => another.stop() };
}

function serve(answer: (request: Request) => Response | Promise<Response>): string {
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: answer });
  servers.push(server);
  return server.url.origin;
}

test("another process tells how it is: memory, delay, database, journal and readiness", async () => {
  const found = await readAt(listening.url.origin);
  expect(found).toMatchObject({ is_self: false, is_live: true, silence: null });
  expect(found?.report).toMatchObject({
    is_ready: true,
    unready_because: [],
    journal: { messages: 0, trouble: null },
  });
  expect(found?.report?.memory_bytes).toBeGreaterThan(1_000_000);
  expect(found?.report?.database_ms).toBeGreaterThan(0);
  expect(found?.report?.event_loop_delay_ms).toBeGreaterThanOrEqual(0);
  expect(found?.unseen_seconds).toBeLessThan(30);
});

test("a failure that the other process has logged is told by its text and code, and nothing else of it", async () => {
  const before = await readAt(listening.url.origin);
  expect(before?.report?.errors).toEqual({ count: 0, last_at: null, last_message: null, last_code: null });
  const error = Object.assign(new Error("for 10.1.2.3 by s3cret"), { code: "ENOSPC" });
  told.lastError.note([{ err: new Error("outer", { cause: error }), folder: "/data" }, "a backup failed"]);
  const found = await readAt(listening.url.origin);
  expect(found?.report?.errors).toMatchObject({
    count: 1,
    last_message: "a backup failed",
    last_code: "ENOSPC",
  });
  expect(JSON.stringify(found)).not.toContain("s3cret");
});

test("what is at the address of a process and does not prove to be it is believed nothing", async () => {
  const impostor = serve(() => Response.json({ uptime_seconds: 1 }));
  await using _ = await givenRow(impostor);
  expect(await readAt(impostor)).toMatchObject({ report: null, silence: "no_answer" });
  const { body } = await asked.call("GET /api/v1/system/diagnostics", { token });
  const verdicts: { feature: string; verdict: string; message: string }[] = Object(body).doctor;
  const { verdict, message = "" } = verdicts.find(({ feature }) => feature === "Processes") ?? {};
  expect(verdict).toBe("limited");
  expect(message).toContain(impostor);
  expect(message).not.toContain(listening.url.origin);
});

test("a process whose address leads to another one is named as refused there", async () => {
  const balancer = serve(({ url, headers }) =>
    fetch(listening.url.origin + new URL(url).pathname, {
      headers: { Authorization: headers.get("Authorization") ?? "" },
    }),
  );
  await using _ = await givenRow(balancer);
  expect(await readAt(balancer)).toMatchObject({ report: null, silence: "refused" });
});

test("a process of a version that knows no such question is told from one that does not answer", async () => {
  const old = serve(() => new Response("", { status: 404 }));
  await using _ = await givenRow(old);
  expect(await readAt(old)).toMatchObject({ report: null, silence: "old_version", is_live: true });
});

test("one that is gone, and a row of somebody without the key, are asked nothing", async () => {
  let questions = 0;
  const address = serve(() => {
    questions++;
    return new Response();
  });
  await using _ = await givenRow(address);
  await database.sql`UPDATE instances SET seen_at = now() - interval '90 seconds' WHERE address = ${address}`;
  const gone = await readAt(address);
  expect(gone).toMatchObject({ silence: "gone", report: null });
  expect(gone?.unseen_seconds).toBeGreaterThanOrEqual(90);
  await database.sql`
    UPDATE instances SET seen_at = now(), key_check = ${keyCheckOf("another")} WHERE address = ${address}`;
  expect(await readAt(address)).toMatchObject({ silence: "other_key", report: null });
  expect(questions).toBe(0);
});
