import { afterAll, describe, expect, test } from "bun:test";
import { ParseTestResult } from "../../../../src/features/syslog/parse-test/models";
import { createTestService } from "../../../support/app";

/** What pasted lines would become, by the code of ingest. */
const service = await createTestService({
  settings: { SYSLOG_TIME_ZONE: "Europe/Berlin", SYSLOG_MAX_LINE_BYTES: "480" },
});
const token = await service.tokenOf(await service.givenUser({ role: "SecurityAnalyst" }));
const PARSE_TEST = "POST /api/v1/syslog/parse-test";
afterAll(service.close);

async function parse(body: { lines: string[]; sender?: string | null }) {
  const answer = await service.call(PARSE_TEST, { token, body });
  expect(answer.status).toBe(200);
  return ParseTestResult.parse(answer.body).events;
}

test("a firewall line gives its fields and the parser that recognised it", async () => {
  const line =
    "<134>1 2026-06-01T12:00:00Z fw1 filterlog 1 - - 5,,,1000000103,igb0,match,block,in,4,0x0,,64,1,0,DF,6,tcp,60,10.0.0.1,192.168.1.1,1234,443,0,S,1,,64240,,mss";
  expect(await parse({ lines: [line], sender: "192.0.2.9" })).toMatchObject([
    {
      line: 0,
      parser: "filterlog",
      source_host: "fw1",
      sender: "192.0.2.9",
      event_time: "2026-06-01T12:00:00.000Z",
      src_ip: "10.0.0.1",
      dst_port: 443,
      action: "block",
      verdict: "deny",
      tracker_id: "1000000103",
      raw_log: line,
      raw_base64: Buffer.from(line).toString("base64"),
      truncated: false,
    },
  ]);
});

test("a line that nothing recognises is kept whole, by the parser `generic`", async () => {
  expect(await parse({ lines: ["no header \\o/ \u0007"] })).toMatchObject([
    { parser: "generic", raw_log: "no header \\o/ \u0007", facility: null, severity: null, sender: null },
  ]);
});

test("an empty line gives no event, and each event says which line it is", async () => {
  const events = await parse({ lines: ["first", "", "third"] });
  expect(events.map(({ line, raw_log }) => [line, raw_log])).toEqual([
    [0, "first"],
    [2, "third"],
  ]);
});

test("a line is cut as ingest cuts it, and says how long it was", async () => {
  const [event] = await parse({ lines: [`<14>${"ü".repeat(1000)}`] });
  expect(event).toMatchObject({ truncated: true, original_bytes: 2004 });
  expect(Buffer.from(event?.raw_base64 ?? "", "base64")).toHaveLength(480);
});

test("a stamp without a zone is read in the zone of SYSLOG_TIME_ZONE", async () => {
  const [event] = await parse({ lines: ["<13>Jan 15 12:00:00 host app: text"] });
  expect(event?.event_time).toEndWith("-01-15T11:00:00.000Z");
});

test("the host is the sender where the line names none", async () => {
  const [event] = await parse({ lines: ["just text"], sender: " 2001:DB8:0::1 " });
  expect(event).toMatchObject({ sender: "2001:db8::1", source_host: "2001:db8::1" });
});

test("a thousand lines are answered, and nothing of them is stored", async () => {
  expect(await parse({ lines: Array.from({ length: 1000 }, (_, index) => `line ${index}`) })).toHaveLength(
    1000,
  );
  expect((await service.call("GET /api/v1/syslog/events", { token })).body).toMatchObject({ total: 0 });
});

describe("bad input", () => {
  const REFUSED: [what: string, body: unknown, loc: (string | number)[], type: string][] = [
    ["no lines", {}, ["body", "lines"], "missing"],
    ["an empty list", { lines: [] }, ["body", "lines"], "too_short"],
    ["1,001 lines", { lines: Array.from({ length: 1001 }, () => "a") }, ["body", "lines"], "too_long"],
    ["one text", { lines: "a" }, ["body", "lines"], "list_type"],
    ["a number among the lines", { lines: ["a", 1] }, ["body", "lines", 1], "string_type"],
    ["a sender that is no address", { lines: ["a"], sender: "fw1" }, ["body", "sender"], "value_error"],
    ["a sender that is a number", { lines: ["a"], sender: 1 }, ["body", "sender"], "string_type"],
  ];
  test.each(REFUSED)("%s: refused", async (_, body, loc, type) => {
    expect(await service.call(PARSE_TEST, { token, body })).toMatchObject({
      status: 422,
      body: { detail: [{ loc, type }] },
    });
  });

  test("a body of more than 16 MiB is refused", async () => {
    const text = JSON.stringify({ lines: ["x".repeat(16 * 1024 * 1024)] });
    const answer = await service.call(PARSE_TEST, {
      token,
      text,
      headers: { "Content-Type": "application/json" },
    });
    expect(answer).toMatchObject({ status: 413, body: { detail: "Request body too large" } });
  });
});
