import { describe, expect, test } from "bun:test";
import type { OwnFormat } from "../../../../../src/features/syslog/parse/own-formats/definition";
import { FormatSet, type SentFormat } from "../../../../../src/features/syslog/parse/own-formats/format-set";
import { parseMessage } from "../../../../../src/features/syslog/parse/message";
import { ANY_LINE, givenFormat, givenMapping, read, RECEIVED } from "./given";

const GATE = givenFormat(
  String.raw`%{word:action} %{word:protocol} %{ip:src_ip}:%{port:src_port} >> %{ip:dst_ip}:%{port:dst_port}`,
  { vendor: "Acme" },
);
const LINE = "<134>Nov 21 10:49:58 gate7 gate: PERMIT 6 192.0.2.7:51234 >> 198.51.100.9:443 zone inside";

describe("a line of a device that ours do not know", () => {
  test("has the fields of the groups, read as those of any other format", () => {
    expect(read([GATE], LINE)).toMatchObject({
      parser: "own:acme",
      vendor: "Acme",
      sourceHost: "gate7",
      app: "gate",
      facility: 16,
      severity: 6,
      action: "permit",
      actionRaw: "PERMIT",
      verdict: "allow",
      protocol: "tcp",
      srcIp: "192.0.2.7",
      srcPort: 51_234,
      dstIp: "198.51.100.9",
      dstPort: 443,
      message: "PERMIT 6 192.0.2.7:51234 >> 198.51.100.9:443 zone inside",
    });
  });

  test("keeps a field empty whose text is no value of it, and loses nothing else", () => {
    const line = LINE.replace(":443", ":99999").replace("192.0.2.7", "392.0.2.7");
    expect(read([GATE], line)).toMatchObject({
      parser: "own:acme",
      srcIp: null,
      dstPort: null,
      srcPort: 51_234,
    });
  });

  test("is read by the first format that knows it", () => {
    const other = givenFormat("%{word:action} %{rest:reason}", { name: "other" });
    expect(read([other, GATE], LINE).parser).toBe("own:other");
    expect(read([GATE, other], LINE).parser).toBe("own:acme");
  });

  test("stays generic where no format knows it", () => {
    expect(read([GATE], "<13>Nov 21 10:49:58 gate7 gate: hello")).toMatchObject({
      parser: "generic",
      vendor: null,
    });
  });

  test("without a header is read from its beginning, and then is not unparsed", () => {
    expect(read([GATE], "PERMIT udp 192.0.2.7:5 >> 198.51.100.9:53")).toMatchObject({
      parser: "own:acme",
      protocol: "udp",
      facility: 1,
    });
  });
});

describe("which lines are an own format's", () => {
  test("what ours know stays ours", () => {
    const greedy = givenFormat("%{rest:reason}");
    const line = "<38>Nov 21 10:49:58 web1 sshd[7]: Failed password for root from 203.0.113.9 port 22 ssh2";
    expect(read([greedy], line).parser).toBe("sshd");
  });

  test("JSON and key=value of nobody that ours know go to an own format first, whole", () => {
    const json = givenFormat("", {
      kind: "json",
      pattern: null,
      fields: [givenMapping("src_ip", { source: "$.peer[0]" }), givenMapping("reason", { source: "$.why" })],
    });
    const line =
      '<13>Nov 21 10:49:58 app1 x: {"src_ip":"203.0.113.1","peer":["192.0.2.9"],"why":"because","dst_port":80}';
    expect(read([json], line)).toMatchObject({
      parser: "own:acme",
      srcIp: "192.0.2.9",
      reason: "because",
      dstPort: null,
    });
    expect(read([], line)).toMatchObject({ parser: "json", srcIp: "203.0.113.1", dstPort: 80 });
  });

  test.each([
    ["srcipaddr: 192.0.2.1 dstipaddr: 198.51.100.2", "extracted"],
    ["SRC=192.0.2.1 DST=198.51.100.2 PROTO=TCP SPT=1 DPT=2", "key-value"],
    ['{"observer.vendor":"Acme","src_ip":"192.0.2.1","peer":"198.51.100.2"}', "json"],
  ])("lines whose names say a vendor, too: %s", (pairs, parser) => {
    const line = `<13>Nov 21 10:49:58 h app: ${parser === "json" ? "" : "observer.vendor=Acme "}${pairs}`;
    expect(read([], line)).toMatchObject({ parser, vendor: "acme" });
    const pair = givenFormat("%{ip:dst_ip}.{1,20}%{ip:src_ip}");
    expect(read([pair], line)).toMatchObject({ parser: "own:acme", vendor: null, dstIp: "192.0.2.1" });
  });

  test("and stay as ours read them where no own format knows them", () => {
    const line = '<13>Nov 21 10:49:58 app1 x: {"src_ip":"203.0.113.1","dst_port":80}';
    expect(read([GATE], line)).toEqual(read([], line));
  });

  test.each([
    ["the sender's network", { senders: ["198.51.100.0/24", "192.0.2.1"] }, true],
    ["another network", { senders: ["198.51.100.0/24", "2001:db8::/32"] }, false],
    ["the program, in any case", { apps: ["GATE"] }, true],
    ["another program", { apps: ["other"] }, false],
    ["the facility", { facilities: [16] }, true],
    ["another facility", { facilities: [17] }, false],
    ["texts of it", { contains: ["zone inside", "gate7"] }, true],
    ["a text in another case", { contains: ["Zone"] }, false],
  ])("conditions ask for %s", (_, conditions, isRead) => {
    const format = { ...GATE, conditions: { ...ANY_LINE, ...conditions } };
    expect(read([format], LINE).parser).toBe(isRead ? "own:acme" : "extracted");
  });

  test("a format of the whole line sees its header", () => {
    const format = givenFormat("<%{number}>%{skip} (?<source_host>gate7) ", {
      reads: "line",
      fields: [givenMapping("reason", { value: "seen" })],
    });
    expect(read([format], LINE)).toMatchObject({ parser: "own:acme", reason: "seen", sourceHost: "gate7" });
  });
});

describe("what a mapping makes of a text", () => {
  const verbs = givenFormat("verb=(?<verb>[^ ]+)", {
    fields: [givenMapping("action", { source: "verb", words: { "FW-Pass": "allow", stopped: "drop" } })],
  });

  test.each([
    ["fw-pass", "allow", "allow"],
    ["STOPPED", "drop", "drop"],
    ["deny", "deny", "deny"],
    ["mystery", "mystery", "other"],
  ])("the word %s is the action %s, a verdict of %s", (word, action, verdict) => {
    expect(read([verbs], `<13>Nov 21 10:49:58 h p: verb=${word} x`)).toMatchObject({
      action,
      verdict,
      actionRaw: word,
    });
  });

  test.each([
    [null, null, "2026-11-21T08:00:01+02:00", "2026-11-21T06:00:01.000Z"],
    [null, null, "1795240801", "2026-11-21T06:00:01.000Z"],
    [null, "Asia/Tokyo", "2026-11-21 15:00:01", "2026-11-21T06:00:01.000Z"],
    ["DD/MMM/YYYY:HH:mm:ss Z", null, "21/Nov/2026:07:00:01 +0100", "2026-11-21T06:00:01.000Z"],
    ["D.M.YY H:mm:ss,S", "Europe/Berlin", "21.11.26 7:00:01,25", "2026-11-21T06:00:01.250Z"],
    ["M/D/YYYY h:mm:ss A", null, "11/21/2026 6:00:01 PM", "2026-11-21T18:00:01.000Z"],
    ["MMM D HH:mm", null, "Nov 20 23:59", "2026-11-20T23:59:00.000Z"],
  ])("a time of the format %s in the zone %s: %s", (time_format, time_zone, text, instant) => {
    const format = givenFormat("t=(?<when>[^;]+);", {
      fields: [givenMapping("event_time", { source: "when", time_format, time_zone })],
    });
    const { eventTimeMicros } = read([format], `<13>1 - h p - - - t=${text};`);
    expect(new Date((eventTimeMicros ?? 0) / 1000).toISOString()).toBe(instant);
  });

  test.each(["31.2.26 7:00:01,2", "21.11.26 25:00:01,2", "21.11.26", "x"])(
    "%s is no time: the field stays as it was",
    (text) => {
      const format = givenFormat("t=(?<when>[^;]+);", {
        fields: [givenMapping("event_time", { source: "when", time_format: "D.M.YY H:mm:ss,S" })],
      });
      expect(read([format], `<13>Nov 21 10:49:58 h p: t=${text};`)).toMatchObject({
        parser: "own:acme",
        eventTimeMicros: RECEIVED - 2_000_000,
      });
    },
  );

  test.each([
    ["$.a", "1"],
    ["a", "1"],
    ["$['odd name'].b[0]", "x"],
    ['$["odd name"].b[-1]', "true"],
    ["$.none.at.all", null],
    ["$.list", null],
    ["$.nothing", null],
    ["$.toString", null],
  ])("the path %s", (path, reason) => {
    const format = givenFormat("", {
      kind: "json",
      pattern: null,
      fields: [givenMapping("reason", { source: path }), givenMapping("app", { source: "$.a" })],
    });
    const line = '<13>Nov 21 10:49:58 h p: at {"a":1,"odd name":{"b":["x",true]},"list":[],"nothing":null}';
    expect(read([format], line)).toMatchObject({ parser: "own:acme", app: "1", reason });
  });

  test.each(["[".repeat(4000), `${'{"a":'.repeat(1500)}1${"}".repeat(1500)}`, "{", '{"a":1} x'])(
    "JSON that is broken or has no end is another's: %.20s",
    (body) => {
      const format = givenFormat("", {
        kind: "json",
        pattern: null,
        fields: [givenMapping("app", { source: "$.b" })],
      });
      expect(read([format], `<13>Nov 21 10:49:58 h p: ${body}`).parser).not.toBe("own:acme");
    },
  );
});

describe("what formats may cost", () => {
  /** It takes some 80 steps for each character of a line that it does not know. */
  const DEAR = givenFormat("(?:(?:a|b|c|d|e|f|g|h|i|j)[a-z]?)+[!](?<reason>.)", { name: "dear" });
  const LONG = `<13>Nov 21 10:49:58 h p: ${"abcdefghij".repeat(60)}`;

  function run(formats: readonly OwnFormat[], lines: readonly string[]) {
    const set = new FormatSet(formats.map((format, key): SentFormat => ({ key, format })));
    set.begin();
    const parsers = lines.map(
      (line) =>
        parseMessage(Buffer.from(line), { receivedAtMicros: RECEIVED, sender: "", ownFormats: set }).fields
          .parser,
    );
    return { set, parsers, uses: set.listUse() };
  }

  test("a format that takes more than its share of a chunk is skipped for the rest of it, and counted; others go on", () => {
    const lines = Array.from({ length: 300 }, (_, index) => (index % 10 === 9 ? LINE : LONG));
    const { parsers, uses } = run([DEAR, GATE], lines);
    expect(parsers.filter((parser) => parser === "own:acme")).toHaveLength(30);
    const [dear, gate] = uses;
    expect(dear).toMatchObject({ key: 0, lines: 0 });
    expect(dear?.skipped).toBeGreaterThan(100);
    expect(gate).toMatchObject({ key: 1, lines: 30, skipped: 0 });
  });

  test("the next chunk is begun anew", () => {
    const { set } = run(
      [DEAR],
      Array.from({ length: 300 }, () => LONG),
    );
    set.begin();
    expect(set.listUse()).toEqual([]);
  });

  test("steps of all formats together are bounded, however many there are; a cheap one behind them is not to blame", () => {
    const dear = Array.from({ length: 99 }, (_, index) => ({ ...DEAR, name: `dear-${index}` }));
    const lines = Array.from({ length: 400 }, (_, index) => (index % 10 === 9 ? LINE : LONG));
    const { uses, parsers } = run([...dear, GATE], lines);
    const steps = uses.reduce((sum, use) => sum + use.steps, 0);
    expect(steps).toBeLessThan(3 * (400_000 + 16 * lines.length * 600));
    expect(uses.filter(({ skipped }) => skipped > 300)).toHaveLength(99);
    expect(uses.at(-1)).toMatchObject({ key: 99, lines: 40, skipped: 0 });
    expect(parsers.filter((parser) => parser === "own:acme")).toHaveLength(40);
  });

  test("a line that takes more steps than a line may is not read by the format, and counted", () => {
    const hostile = givenFormat("(?:a?){300}(?:a|c){300}[b](?<reason>.)", { name: "hostile" });
    const { parsers, uses } = run([hostile], [`<13>Nov 21 10:49:58 h p: ${"a".repeat(8000)}`, LINE]);
    expect(parsers).toEqual(["generic", "extracted"]);
    expect(uses).toMatchObject([{ costly: 1, lines: 0 }]);
  });

  test("100 formats that name what is in their lines cost next to nothing for lines of others", () => {
    const formats = Array.from({ length: 100 }, (_, index) => ({
      ...GATE,
      name: `gate-${index}`,
      pattern: `id=${index} ${GATE.pattern ?? ""}`,
    }));
    const { uses } = run(
      formats,
      Array.from({ length: 100 }, () => LONG),
    );
    expect(uses).toEqual([]);
  });
});
