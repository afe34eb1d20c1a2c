import { describe, expect, test } from "bun:test";
import { readStructuredData } from "../../../../../src/features/syslog/parse/header/structured-data";
import { isoEventTime, known, parseLine, SENDER } from "../parse-line";

const HEADER = "<165>1 2003-10-11T22:14:15.003Z mymachine.example.com";

test("a whole header is read", () => {
  const message = parseLine(`${HEADER} evntslog 811 ID47 - An application event`);
  expect(isoEventTime(message)).toBe("2003-10-11T22:14:15.003000Z");
  expect(message).toMatchObject({
    facility: 20,
    severity: 5,
    sourceHost: "mymachine.example.com",
    app: "evntslog",
    procid: "811",
    msgid: "ID47",
    structuredData: null,
    message: "An application event",
    parser: "generic",
  });
});

test("NILVALUEs are null, and the sender stands for the host", () => {
  const { rawLog, ...rest } = known(parseLine("<0>1 - - - - - -"));
  expect(rest).toEqual({ facility: 0, severity: 0, sourceHost: SENDER, parser: "generic" });
  expect(rawLog).toBe("<0>1 - - - - - -");
});

test.each(["CEF:0|Acme|Wall|1|7|x|5|", "LEEF:1.0|Acme|Wall|1|7|"])(
  "%s directly behind the host is no program",
  (mark) => {
    expect(parseLine(`${HEADER} ${mark}src=192.0.2.1`)).toMatchObject({ app: null, srcIp: "192.0.2.1" });
    expect(parseLine(`<165>1 2003-10-11T22:14:15Z ${mark}src=192.0.2.1`)).toMatchObject({
      sourceHost: SENDER,
      srcIp: "192.0.2.1",
    });
  },
);

test("a byte order mark before the text is left out", () => {
  expect(parseLine(`${HEADER} app - - - \ufeffsome text`).message).toBe("some text");
  expect(parseLine(`${HEADER} app - - [a b="c"] \ufeffsome text`).message).toBe("some text");
});

test("blanks and line breaks of the text are kept", () => {
  expect(parseLine(`${HEADER} app - - -  two  blanks \nsecond line`).message).toBe(
    " two  blanks \nsecond line",
  );
});

describe("structured data becomes JSON", () => {
  test.each([
    ["[id]", { id: {} }],
    ['[a x="1" y="2"][b@32473 z=""]', { a: { x: "1", y: "2" }, "b@32473": { z: "" } }],
    [String.raw`[a i="\]\"\\"]`, { a: { i: String.raw`]"\ `.trim() } }],
    [String.raw`[a i="C:\temp"]`, { a: { i: String.raw`C:\temp` } }],
    ['[a x="⌘ \u0001"]', { a: { x: "⌘ \u0001" } }],
    ['[origin ip="192.0.2.1" ip="192.0.2.2"]', { origin: { ip: "192.0.2.1,192.0.2.2" } }],
    ['[a x="1"][b y="2"][a z="3"]', { a: { x: "1", z: "3" }, b: { y: "2" } }],
    ['[a x="1" ]', { a: { x: "1" } }],
  ])("%s", (data, expected) => {
    const message = parseLine(`${HEADER} app - - ${data} text`);
    expect(JSON.parse(message.structuredData ?? "null")).toEqual(expected);
    expect(message.message).toBe("text");
  });

  test("of a parameter called __proto__ too", () => {
    expect(parseLine(`${HEADER} app - - [__proto__ __proto__="x"]`).structuredData).toBe(
      '{"__proto__":{"__proto__":"x"}}',
    );
  });

  test.each([
    ["[]"],
    ["[ a]"],
    ["[=]"],
    ['["]'],
    ["[a"],
    ["[a b]"],
    ['[a b="c]'],
    ['[a b="]"]'],
    ['[a b=""c"]'],
    [String.raw`[a b="\"]`],
    ['[a b="c"][d'],
    ["[a b='c']"],
  ])("but %s breaks the grammar and stays in the text", (data) => {
    const message = parseLine(`${HEADER} app - - ${data} text`);
    expect(message).toMatchObject({
      app: "app",
      facility: 20,
      structuredData: null,
      message: `${data} text`,
    });
  });

  test("eight times as many elements take no more than some eight times as long", () => {
    const [few, many] = [2000, 16_000].map((count) =>
      Array.from({ length: count }, (_, index) => `[id-${index}]`).join(""),
    );
    const least = { few: Infinity, many: Infinity };
    for (
      let round = 0;
      round < ROUNDS.least || (round < ROUNDS.most && least.many >= least.few * 30);
      round++
    ) {
      least.few = Math.min(least.few, timeOf(few ?? ""));
      least.many = Math.min(least.many, timeOf(many ?? ""));
    }
    expect(least.many).toBeLessThan(least.few * 30);
  });
});

/**
 * Others use the processor, too: the shortest times of several rounds are held against each other, of more where the
 * machine is busy. What took the square of its length would be at 64 times however many there are.
 */
const ROUNDS = { least: 7, most: 200 };

function timeOf(text: string): number {
  const started = performance.now();
  expect(readStructuredData(text, 0)?.end).toBe(text.length);
  return performance.now() - started;
}

describe("a line that is clearly RFC 5424 is read as far as it goes", () => {
  test.each<[string, object]>([
    ["<34>1 2026-11-21T10:50:00Z", { facility: 4, app: null, message: null }],
    ["<34>1 2026-11-21T10:50:00Z host", { sourceHost: "host", message: null }],
    [
      "<34>1 2026-11-21T10:50:00Z host app 12 - free text",
      { app: "app", procid: "12", message: "free text" },
    ],
    ["<34>1 2026-11-21T10:50:00Z host app 12 id -", { msgid: "id", message: null }],
    [
      '<34>1 2026-11-21T10:50:00Z host app - - [a b="c"]text',
      { structuredData: '{"a":{"b":"c"}}', message: "text" },
    ],
    [
      "<34>1 2026-02-30T10:50:00Z host app - - - text",
      { eventTimeMicros: null, sourceHost: "host", message: "text" },
    ],
    ["<34>1 2026-11-21T10:50:00Zz host app - - - text", { eventTimeMicros: null, sourceHost: "host" }],
    ["<34>999 - host app - - - text", { sourceHost: "host", message: "text" }],
    ["<6>0 2017-02-15T16:01:07.000+01:00 host test - - - x", { facility: 0, severity: 6, app: "test" }],
    [
      "1 2026-11-21T10:50:00Z host app - - - no priority",
      { facility: 1, severity: 5, message: "no priority" },
    ],
    ["\ufeff<34>1 2026-11-21T10:50:00Z host app - - - text", { facility: 4, sourceHost: "host" }],
  ])("%s", (line, expected) => {
    expect(parseLine(line)).toMatchObject(expected);
  });

  test("a time without offset is local", () => {
    const message = parseLine("<34>1 2026-11-21T10:50:00 host app - - - x", { timeZone: "Europe/Berlin" });
    expect(isoEventTime(message)).toBe("2026-11-21T09:50:00.000000Z");
  });
});

describe("other lines are no RFC 5424", () => {
  test.each([
    ["<34>1"],
    ["<34>1 "],
    ["<1>3a"],
    ["<1>5 A"],
    ["<34>1234 - - - - - -"],
    ["<1>10 -- - - - -"],
    ["<34>1 22:14:15 host app"],
  ])("%s keeps its text behind the priority", (line) => {
    const message = parseLine(line);
    const text = line.replace(/^<\d+>/, "");
    expect(message).toMatchObject({ sourceHost: SENDER, app: null, eventTimeMicros: null });
    expect(message.message).toBe(text.trimStart() === "" ? null : text);
  });
});
