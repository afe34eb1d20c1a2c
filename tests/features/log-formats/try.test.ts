import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { LogFormatTestResult } from "../../../src/features/log-formats/test-models";
import { createFormatService, FORMATS, PATTERN } from "./format-service";

const service = await createFormatService();
afterAll(service.close);
const { send: call, given } = service;
beforeEach(service.clear);

const LINE = "<134>Nov 21 10:49:58 gate7 gate: PERMIT udp 192.0.2.7:51234 >> 198.51.100.9:53 zone-1";
const SSHD = "<38>Jun  1 12:00:00 web1 sshd[7]: Failed password for root from 203.0.113.9 port 22 ssh2";

const tried = (body: Record<string, unknown>) => call(`POST ${FORMATS}/test`, body);

describe("a format that is not there yet is tried", () => {
  test("on pasted lines: what it finds in each, and what the event would be", async () => {
    const lines = [
      LINE,
      LINE.replace(":53 ", ":99999 "),
      "<13>Nov 21 10:49:58 gate7 gate: up",
      "",
      "é PERMIT udp 1.2.3.4:1 >> 5.6.7.8:2",
    ];
    const answer = await tried({ format: { pattern: PATTERN, vendor: "Acme" }, lines });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        lines: [
          {
            text: LINE,
            verdict: "read",
            event: { line: 0, parser: "own:draft", vendor: "Acme", dst_port: 53 },
          },
          { verdict: "read", event: { line: 1, dst_port: null } },
          { verdict: "none", taken: [], event: { line: 2, parser: "generic" } },
          { verdict: "read", event: { line: 4, src_ip: "1.2.3.4" } },
        ],
      },
    });
    expect(answer.text).toContain('{"field":"dst_port","source":"dst_port","text":"99999","is_taken":false}');
  });

  test("a line that another format reads first says which", async () => {
    await given({ name: "before", pattern: "PERMIT %{word:protocol}" });
    const format = { pattern: "(?<reason>[A-Z][a-zA-Z]+ .*)" };
    expect((await tried({ format, lines: [SSHD, LINE] })).body).toMatchObject({
      lines: [
        { verdict: "other", event: { parser: "sshd" }, taken: [{ field: "reason" }] },
        { verdict: "other", event: { parser: "own:before" } },
      ],
    });
  });

  test("in the place of one that is there: those behind it do not count", async () => {
    const { id } = await given({ name: "first", pattern: PATTERN });
    await given({ name: "second", pattern: PATTERN });
    expect((await tried({ format: { pattern: "up (?<reason>.)" }, id, lines: [LINE] })).body).toMatchObject({
      lines: [{ verdict: "none", event: { parser: "own:second" } }],
    });
    expect(
      (await tried({ format: { name: "first", pattern: PATTERN }, id, lines: [LINE] })).body,
    ).toMatchObject({
      lines: [{ verdict: "read", event: { parser: "own:first" } }],
    });
    expect((await tried({ format: { pattern: PATTERN }, id: 999_999, lines: [LINE] })).status).toBe(404);
  });

  test("its conditions are asked with the sender that is given", async () => {
    const format = { pattern: PATTERN, conditions: { senders: ["192.0.2.0/24"] } };
    for (const [sender, verdict] of [
      ["192.0.2.9", "read"],
      ["198.51.100.1", "conditions"],
    ])
      expect((await tried({ format, sender, lines: [LINE] })).body).toMatchObject({ lines: [{ verdict }] });
  });

  test("on stored lines that a search finds", async () => {
    await service.received([LINE, LINE], "zone-1");
    const search = { q: "zone-1", count: 1 };
    expect((await tried({ format: { pattern: PATTERN }, search })).body).toMatchObject({
      lines: [{ text: LINE, verdict: "read" }],
    });
    expect((await tried({ format: { pattern: PATTERN }, search: { q: "dst_port:x" } })).status).toBe(422);
  });

  test("a hostile pattern comes to its end", async () => {
    const format = { pattern: "(?:a?){300}(?:a|c){300}[b](?<reason>.)" };
    const lines = Array.from({ length: 50 }, () => "a".repeat(4000));
    const { status, body } = await tried({ format, lines });
    expect(status).toBe(200);
    const verdicts = LogFormatTestResult.parse(body).lines.map(({ verdict }) => verdict);
    expect(new Set(verdicts)).toEqual(new Set(["costly"]));
  });

  test.each([
    [{ format: { pattern: "(" }, lines: ["x"] }, ["body", "format", "pattern"]],
    [{ format: { pattern: "(?<reason>x)" } }, ["body", "lines"]],
    [{ format: { pattern: "(?<reason>x)" }, lines: ["x"], search: {} }, ["body", "lines"]],
  ])("what is wrong is named: %j", async (body, loc) => {
    expect(await tried(body)).toMatchObject({ status: 422, body: { detail: [{ loc }] } });
  });
});
