import { beforeAll, describe, expect, test } from "bun:test";
import { encodeRelayBody } from "../../../../src/features/syslog/relay/wire";
import { createTestService, type TestService } from "../../../support/app";
import {
  behind,
  givenRelayKey,
  recordOf,
  reportOf,
  send,
  sendBody,
  sendPlain,
  START,
} from "../../../support/relay-sender";
import { waitFor } from "../../../support/wait-for";

let service: TestService;
/** Of an administrator who reads. */
let reader: string;
let count = 0;
/** Nothing rests in a journal. */
const AT_ONCE = { SYSLOG_REST_SECONDS: "0" };

beforeAll(async () => {
  service = await createTestService({ settings: { ...AT_ONCE, API_KEY_RATE_LIMIT_MAX_CALLS: "10000" } });
  ({ key: reader } = await service.apiKeyOf(await service.givenAdmin()));
}, 60_000);

/** An id that no other relay of this file has. */
function newId(): string {
  count += 1;
  return count.toString(16).padStart(12, "0");
}

async function givenRelay() {
  const id = newId();
  return { id, key: await givenRelayKey(service), word: `word${id}` };
}

type Found = { total: number; events: Record<string, unknown>[] };

async function search(word: string, query = ""): Promise<Found> {
  const { status, text } = await service.call(`GET /api/v1/syslog/events?q=${word}${query}`, { key: reader });
  expect(status).toBe(200);
  return JSON.parse(text);
}

async function untilFound(word: string, total: number): Promise<Found> {
  await waitFor(`${total} lines with ${word}`, async () => (await search(word)).total >= total);
  return search(word);
}

async function readRelay(id: string): Promise<Record<string, unknown> | undefined> {
  const { text } = await service.call("GET /api/v1/syslog/relays", { key: reader });
  const relays: Record<string, unknown>[] = JSON.parse(text);
  return relays.find((relay) => relay["id"] === id);
}

describe("what a relay sends", () => {
  test("is found with its sender, transport and time of arrival, hours later", async () => {
    const { id, key, word } = await givenRelay();
    const receivedAtMicros = Date.now() * 1000 - 5 * 3_600_000_000;
    const records = recordOf(1, [
      { line: `<13>one ${word}`, receivedAtMicros, sender: "203.0.113.7", transport: "tls" },
      { line: `<13>two ${word}`, receivedAtMicros: receivedAtMicros + 5, sender: "2001:db8::7" },
    ]);
    const answer = await send(service, key, { report: reportOf(id), records });
    expect(answer).toMatchObject({ status: 200, body: behind(records) });
    const { events } = await untilFound(word, 2);
    expect(
      events.map(({ sender, transport, received_at: at, id: eventId }) => ({
        sender,
        transport,
        at,
        eventId,
      })),
    ).toEqual([
      {
        sender: "2001:db8::7",
        transport: "udp",
        at: new Date(Math.floor((receivedAtMicros + 5) / 1000)).toISOString(),
        eventId: receivedAtMicros + 5,
      },
      {
        sender: "203.0.113.7",
        transport: "tls",
        at: new Date(Math.floor(receivedAtMicros / 1000)).toISOString(),
        eventId: receivedAtMicros,
      },
    ]);
    const hour = new Date(receivedAtMicros / 1000 - 60_000).toISOString();
    const end = new Date(receivedAtMicros / 1000 + 60_000).toISOString();
    expect((await search(word, `&start_time=${hour}&end_time=${end}`)).total).toBe(2);
  });

  test("is stored once where it is sent again because the answer was lost", async () => {
    const { id, key, word } = await givenRelay();
    const records = recordOf(1, [{ line: `first ${word}` }]);
    const first = await send(service, key, { report: reportOf(id), records });
    const more = Buffer.concat([records, recordOf(2, [{ line: `second ${word}` }])]);
    const again = await send(service, key, { report: reportOf(id), records: more });
    expect(again).toMatchObject({ status: 200, body: behind(records) });
    expect(again.body).toEqual(first.body);
    const after = behind(records);
    const next = recordOf(2, [{ line: `second ${word}` }]);
    await send(service, key, { report: reportOf(id, { after }), records: next });
    expect((await untilFound(word, 2)).total).toBe(2);
  });

  test("is not taken from a copy of its disk, which has gone on by itself", async () => {
    const { id, key, word } = await givenRelay();
    const common = recordOf(1, [{ line: `common ${word}` }]);
    await send(service, key, { report: reportOf(id), records: common });
    const after = behind(common);
    const own = recordOf(2, [{ line: `own ${word}` }], 1);
    await send(service, key, { report: reportOf(id, { after }), records: own });
    const copied = recordOf(2, [{ line: `copied ${word}` }], 2);
    const answer = await send(service, key, { report: reportOf(id, { after }), records: copied });
    expect(answer).toMatchObject({ status: 200, body: behind(own) });
    expect(behind(own)).not.toEqual(behind(copied));
    expect(
      (await untilFound(word, 2)).events.some(({ raw_log: raw }) => String(raw).includes("copied")),
    ).toBe(false);
  });

  test("counts the positions that never came, within a batch and between two", async () => {
    const { id, key, word } = await givenRelay();
    const records = Buffer.concat([
      recordOf(1, [{ line: `a ${word}` }]),
      recordOf(5, [{ line: `b ${word}` }]),
    ]);
    await send(service, key, { report: reportOf(id), records });
    const later = recordOf(11, [{ line: `c ${word}` }]);
    const after = { position: 9, check: 77 };
    await send(service, key, { report: reportOf(id, { after }), records: later });
    await untilFound(word, 3);
    const relay = await readRelay(id);
    expect(relay).toMatchObject({ lines: 3, missing: 8, lost_total: 8, state: "losing" });
  });

  test("that comes to two processes by turns is stored once, by both", async () => {
    const other = await createTestService({ database: service.database, settings: AT_ONCE });
    const { id, key, word } = await givenRelay();
    let after = START;
    for (let position = 1; position <= 6; position++) {
      const records = recordOf(position, [{ line: `turn ${word}` }]);
      const answer = await send(position % 2 === 0 ? service : other, key, {
        report: reportOf(id, { after }),
        records,
      });
      expect(answer.status).toBe(200);
      after = behind(records);
    }
    await waitFor("all to be stored", async () => (await readRelay(id))?.["waiting"] === 0);
    expect(await readRelay(id)).toMatchObject({ lines: 6, missing: 0, skipped: 0 });
    await other.close();
  });
});

describe("a clock", () => {
  test("that is ahead at the branch is corrected, and what would be in the future is of now", async () => {
    const { id, key, word } = await givenRelay();
    const aheadMicros = 3_600_000_000;
    const nowMicros = Date.now() * 1000;
    const records = recordOf(1, [
      { line: `earlier ${word}`, receivedAtMicros: nowMicros + aheadMicros - 10_000_000 },
      { line: `future ${word}`, receivedAtMicros: nowMicros + 9 * aheadMicros },
    ]);
    const report = reportOf(id, { sent_at_micros: nowMicros + aheadMicros });
    expect((await send(service, key, { report, records })).status).toBe(200);
    const { events } = await untilFound(word, 2);
    const ages = events.map(({ received_at: at }) => (Date.now() - Date.parse(String(at))) / 1000);
    expect(ages.every((age) => age >= 0 && age < 60)).toBe(true);
    expect(Math.max(...ages)).toBeGreaterThan(9);
    const relay = await readRelay(id);
    expect(relay).toMatchObject({ from_future: 1 });
    expect(Number(relay?.["clock_offset_seconds"])).toBeGreaterThan(3590);
  });
});

describe("what is refused", () => {
  test.each([
    ["octets that are no zstd", Buffer.from("no zstd at all"), 400],
    ["nothing", Buffer.alloc(0), 422],
  ])("is a body of %s", async (_, body, status) => {
    const { key } = await givenRelay();
    expect((await sendBody(service, key, new Uint8Array(body))).status).toBe(status);
  });

  test("is a body that becomes far larger than it came", async () => {
    const { key } = await givenRelay();
    const answer = await sendPlain(service, key, Buffer.alloc(40 * 1024 * 1024));
    expect(answer).toMatchObject({ status: 413 });
  });

  test("is a report with what is no id, by the name of the field", async () => {
    const { key } = await givenRelay();
    const report = { ...reportOf("not an id"), format: 2 };
    const answer = await sendPlain(service, key, Buffer.from(`${JSON.stringify(report)}\n`));
    expect(answer).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["body", "format"] }, { loc: ["body", "relay"] }] },
    });
  });

  test.each([
    ["a name with NUL", { name: "a\0b" }, "name"],
    ["a version with NUL", { version: "\0" }, "version"],
    ["half a character", { problems: ["\ud800"] }, "problems"],
  ])("is a report with %s, which no database holds", async (_, changes, field) => {
    const { id, key } = await givenRelay();
    const answer = await send(service, key, { report: reportOf(id, changes) });
    expect(answer).toMatchObject({ status: 422 });
    expect(Object(answer.body).detail[0].loc.slice(0, 2)).toEqual(["body", field]);
  });

  const good = recordOf(1, [{ line: "a line" }]);
  const damaged = Buffer.from(good);
  damaged[70] = (damaged[70] ?? 0) ^ 0xff;
  test.each([
    ["is cut short", good.subarray(0, good.length - 1), "length"],
    ["is damaged", damaged, "checksum"],
    ["is none", Buffer.alloc(100, 1), "magic"],
    ["has a position that was there before", recordOf(1, [{ line: "a" }]), "position"],
    ["is of a sender that is no address", recordOf(3, [{ line: "a", sender: "evil\u001b[2J" }]), "sender"],
    ["has no message", recordOf(3, []), "count"],
  ])("is a record that %s, and nothing of the body is taken", async (_, record, field) => {
    const { id, key, word } = await givenRelay();
    const records = Buffer.concat([
      recordOf(1, [{ line: `good ${word}` }]),
      recordOf(2, [{ line: "x" }]),
      record,
    ]);
    const answer = await send(service, key, { report: reportOf(id), records });
    const body = { detail: [{ loc: ["body", "records", 2, field] }] };
    expect(answer).toMatchObject({ status: 422, body });
    expect(await readRelay(id)).toMatchObject({ lines: 0 });
  });

  test("is another relay's id by a key that sends already, and another key for an id that is taken", async () => {
    const [one, two] = [await givenRelay(), await givenRelay()];
    expect((await send(service, one.key, { report: reportOf(one.id) })).status).toBe(200);
    expect(await send(service, one.key, { report: reportOf(two.id) })).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining(`sends as relay ${one.id}`) },
    });
    expect(await send(service, two.key, { report: reportOf(one.id) })).toMatchObject({ status: 403 });
  });

  test("is what finds too little free space: nothing of it is acknowledged", async () => {
    const full = await createTestService({ settings: { SYSLOG_MIN_FREE_BYTES: String(2 ** 50) } });
    const key = await givenRelayKey(full);
    const id = newId();
    const answer = await send(full, key, { report: reportOf(id), records: recordOf(1, [{ line: "a" }]) });
    expect(answer).toMatchObject({ status: 503 });
    expect(answer.headers.get("Retry-After")).toBe("30");
    expect(await send(full, key, { report: reportOf(id) })).toMatchObject({ status: 200, body: START });
    await full.close();
  });
});

test("many requests of one key, each as large as may be, keep no other relay out", async () => {
  const [greedy, other] = [await givenRelay(), await givenRelay()];
  const plain = encodeRelayBody(reportOf(greedy.id), Buffer.alloc(11 * 1024 * 1024));
  const body = new Uint8Array(await Bun.zstdCompress(plain));
  const flood = Promise.all(Array.from({ length: 80 }, () => sendBody(service, greedy.key, body)));
  for (let request = 0; request < 5; request++)
    expect(await send(service, other.key, { report: reportOf(other.id) })).toMatchObject({ status: 200 });
  const refused = (await flood).map(({ status }) => status);
  expect(refused.filter((status) => status === 429).length).toBeGreaterThan(40);
  expect(refused).not.toContain(503);
});

describe("the right to relay", () => {
  test("can be all that a key has: every other route refuses it", async () => {
    const key = await givenRelayKey(service);
    for (const path of [
      "/api/v1/auth/me",
      "/api/v1/syslog/relays",
      "/api/v1/topology/devices",
      "/api/v1/api-keys/admin/all",
    ])
      expect(await service.call(`GET ${path}`, { key })).toMatchObject({
        status: 403,
        body: { detail: 'This API key has the permission "relay" alone' },
      });
  });

  test("has no cap of calls, and goes with the key", async () => {
    const strict = await createTestService({ settings: { API_KEY_RATE_LIMIT_MAX_CALLS: "2" } });
    const admin = await strict.givenAdmin();
    const session = await strict.sessionOf(admin);
    const { key, id: keyId } = await strict.createKey({ session }, { name: "relay", permission: "relay" });
    const relay = newId();
    for (let call = 0; call < 5; call++)
      expect((await send(strict, key, { report: reportOf(relay) })).status).toBe(200);
    await strict.call(`DELETE /api/v1/api-keys/${keyId}`, { session });
    expect((await send(strict, key, { report: reportOf(relay) })).status).toBe(401);
    const { key: next } = await strict.createKey({ session }, { name: "next", permission: "relay" });
    expect((await send(strict, next, { report: reportOf(relay) })).status).toBe(200);
    await strict.close();
  });

  test("cannot be given to a key by who does not have it, nor used with a session", async () => {
    const viewer = await service.sessionOf(await service.givenUser());
    const body = { name: "relay", permission: "relay" };
    expect(await service.call("POST /api/v1/api-keys", { session: viewer, body })).toMatchObject({
      status: 403,
    });
    const admin = await service.sessionOf(await service.givenAdmin());
    const plain = encodeRelayBody(reportOf(newId()), new Uint8Array());
    const answer = await service.call("POST /api/v1/syslog/relay", {
      session: admin,
      text: new Uint8Array(await Bun.zstdCompress(plain)),
      headers: { "Content-Type": "application/vnd.netatlas.relay+zstd" },
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining("with an API key") },
    });
  });
});

test("a relay that is forgotten frees its key, keeps its lines, and comes back where it stands", async () => {
  const { id, key, word } = await givenRelay();
  const records = recordOf(1, [{ line: `kept ${word}` }]);
  await send(service, key, { report: reportOf(id), records });
  await untilFound(word, 1);
  const admin = await service.sessionOf(await service.givenAdmin());
  expect(await service.call(`DELETE /api/v1/syslog/relays/${id}`, { session: admin })).toMatchObject({
    status: 204,
  });
  expect(await service.call(`DELETE /api/v1/syslog/relays/${id}`, { session: admin })).toMatchObject({
    status: 404,
  });
  const after = behind(records);
  expect(await send(service, key, { report: reportOf(id, { after }) })).toMatchObject({
    status: 200,
    body: after,
  });
  expect((await search(word)).total).toBe(1);
});
