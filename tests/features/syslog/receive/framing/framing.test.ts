import { describe, expect, test } from "bun:test";
import fs from "node:fs";
import path from "node:path";
import { FrameSplitter } from "../../../../../src/features/syslog/receive/framing/framing";

type Frame = { text: string; originalBytes: number; isMalformed: boolean };

/** The frames of a stream that arrives in packets of the given sizes (the last size repeats). */
function split(stream: string | Buffer, sizes: number[] = [1 << 20], maxBytes = 200): Frame[] {
  const frames: Frame[] = [];
  const splitter = new FrameSplitter(maxBytes, (bytes, originalBytes, isMalformed) => {
    frames.push({ text: Buffer.from(bytes).toString("latin1"), originalBytes, isMalformed });
  });
  const octets = Buffer.isBuffer(stream) ? stream : Buffer.from(stream, "latin1");
  for (let offset = 0, packet = 0; offset < octets.length; packet++) {
    const size = sizes[Math.min(packet, sizes.length - 1)] ?? 1;
    splitter.push(Buffer.from(octets.subarray(offset, offset + size)));
    offset += size;
  }
  splitter.end();
  return frames.filter((frame) => frame.originalBytes > 0);
}

const texts = (frames: Frame[]): string[] => frames.map((frame) => frame.text);
const malformed = (frames: Frame[]): string[] => texts(frames.filter((frame) => frame.isMalformed));

const LINES = Array.from(
  { length: 64 },
  (_, index) => `<${index}>Oct 11 22:14:15 host app: message ${index} with 10 words`,
);

describe("a TCP stream", () => {
  for (const [name, stream] of [
    ["octet counting", LINES.map((line) => `${line.length} ${line}`).join("")],
    ["octet counting with LF inside the count", LINES.map((line) => `${line.length + 1} ${line}\n`).join("")],
    ["octet counting with LF behind the frame", LINES.map((line) => `${line.length} ${line}\n`).join("")],
    ["LF", LINES.map((line) => `${line}\n`).join("")],
    ["CRLF", LINES.map((line) => `${line}\r\n`).join("")],
    ["NUL", LINES.map((line) => `${line}\0`).join("")],
    ["LF without the last one", LINES.join("\n")],
    ["blank lines between", LINES.join("\n\n\r\n")],
    [
      "mixed framing",
      LINES.map((line, index) => (index % 3 === 0 ? `${line.length} ${line}` : `${line}\n`)).join(""),
    ],
  ] as const) {
    test(`with ${name} gives the same messages in one packet, octet by octet and in any packets between`, () => {
      for (const sizes of [[1 << 20], [1], [2], [7], [63], [64], [1, 500, 3, 40]]) {
        const frames = split(stream, sizes);
        expect(texts(frames)).toEqual(LINES);
        expect(malformed(frames)).toEqual([]);
      }
    });
  }

  test("may hold lines that merely start with a digit", () => {
    const lines = [
      "2024-01-01 12:00:00 up",
      "10 connections dropped",
      "7",
      "16 ",
      "12 <b>bold</b>",
      "1700000000 host app: x",
      "42",
    ];
    const frames = split(lines.join("\n"));
    expect(texts(frames)).toEqual(lines);
    expect(malformed(frames)).toEqual([]);
  });

  test("counts blank lines apart from messages", () => {
    const lengths: number[] = [];
    const splitter = new FrameSplitter(100, (bytes) => lengths.push(bytes.length));
    splitter.push(Buffer.from("\n\r\n\0one\n"));
    expect(lengths).toEqual([0, 0, 0, 3]);
  });

  for (const [name, count] of [
    ["zero", "0 "],
    ["negative", "-5 "],
    ["too large", "999999999999 "],
    ["larger than a frame may be", "9999999 "],
    ["with leading zeros", "016 "],
    ["smaller than the PRI", "2 "],
    ["without a space", "16"],
  ] as const) {
    test(`with a count that is ${name} keeps the octets as a malformed line and takes the next line`, () => {
      for (const sizes of [[1 << 20], [1], [3]]) {
        const frames = split(`${count}<1>bad\n<34>valid line\n`, sizes);
        expect(texts(frames)).toEqual([`${count}<1>bad`, "<34>valid line"]);
        expect(malformed(frames)).toEqual([`${count}<1>bad`]);
      }
    });

    test(`with a count that is ${name} finds the next true count without any line end`, () => {
      for (const sizes of [[1 << 20], [1], [3]]) {
        const frames = split(`${count}<1>bad 16 <1>1 - - - - - -12 <34>valid on`, sizes);
        expect(texts(frames)).toEqual([`${count}<1>bad `, "<1>1 - - - - - -", "<34>valid on"]);
        expect(malformed(frames)).toEqual([`${count}<1>bad `]);
      }
    });
  }

  test("goes on after a count that was too small, and after one that swallowed the next frame", () => {
    const good = "16 <1>1 - - - - - -";
    expect(texts(split(`9 <1>1 - - - - - -${good}`))).toEqual(["<1>1 - - ", "- - - -", "<1>1 - - - - - -"]);
    const swallowed = split(`20 <1>1 - - - - - -16 <2>1 - - - - - -${good}`);
    expect(texts(swallowed)).toEqual(["<1>1 - - - - - -16 <", "2>1 - - - - - -", "<1>1 - - - - - -"]);
    expect(malformed(swallowed)).toEqual(["2>1 - - - - - -"]);
  });

  test("keeps a counted message that the end of the stream cut, with its count, as malformed", () => {
    for (const sizes of [[1 << 20], [1]]) {
      expect(split("30 <1>1 - - half", sizes)).toEqual([
        { text: "30 <1>1 - - half", originalBytes: 16, isMalformed: true },
      ]);
      expect(texts(split("16 <1>1 - - - - - -17", sizes))).toEqual(["<1>1 - - - - - -", "17"]);
    }
  });
});

describe("a message longer than the limit", () => {
  const long = `<1>${"x".repeat(997)}`;

  test("is cut and its true length counted, however it was framed and packed", () => {
    for (const stream of [
      `${long}\n<2>next\n`,
      `${long}\r\n<2>next\n`,
      `${long.length} ${long}7 <2>next`,
      `${long}\0<2>next`,
    ]) {
      for (const sizes of [[1 << 20], [1], [199], [200], [201], [999, 1]]) {
        expect(split(stream, sizes)).toEqual([
          { text: long.slice(0, 200), originalBytes: 1000, isMalformed: false },
          { text: "<2>next", originalBytes: 7, isMalformed: false },
        ]);
      }
    }
  });

  test("of exactly the limit is whole, with or without CR", () => {
    const line = "y".repeat(200);
    for (const end of ["\n", "\r\n"]) {
      for (const sizes of [[1 << 20], [1]]) {
        expect(split(`${line}${end}`, sizes)).toEqual([
          { text: line, originalBytes: 200, isMalformed: false },
        ]);
      }
    }
  });

  test("of 1 GB without a line end takes no memory", () => {
    const frames: number[] = [];
    const splitter = new FrameSplitter(8192, (_, originalBytes) => frames.push(originalBytes));
    const chunk = Buffer.alloc(1 << 20, 0x78);
    const before = process.memoryUsage().rss;
    for (let count = 0; count < 1024; count++) splitter.push(chunk);
    splitter.end();
    expect(frames).toEqual([1024 * (1 << 20)]);
    expect(process.memoryUsage().rss - before).toBeLessThan(64 << 20);
  });
});

test("any octets in any packets give the same frames, and lose none", () => {
  let seed = 12345;
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const parts = [
    "16 <1>1 - - - - - -",
    "<34>a line\n",
    "17 ",
    "16",
    "<1>",
    "\n",
    "\0",
    "\r\n",
    "-3 <2>",
    "0",
    "12 <9>",
    "tail",
    ">",
    " <",
    "1",
    "é",
  ];
  for (let round = 0; round < 3000; round++) {
    const stream = Array.from({ length: 1 + random(12) }, () => parts[random(parts.length)] ?? "").join("");
    const whole = split(stream);
    const sizes = Array.from({ length: 8 }, () => 1 + random(6));
    expect(split(stream, sizes)).toEqual(whole);
    expect(split(stream, [1])).toEqual(whole);
    const letters = (text: string): string => text.replaceAll(/[^a-zé]/g, "");
    expect(letters(texts(whole).join(""))).toBe(letters(Buffer.from(stream, "latin1").toString("latin1")));
  }
});

test.each([
  ["NUL", "a\0"],
  ["LF", "a\n"],
])("a packet of lines that end with %s is searched once for either end, not once a line", (_, line) => {
  const packet = Buffer.from(line.repeat(1000));
  let searches = 0;
  packet.indexOf = (value: string | number | Uint8Array, from?: unknown) => {
    searches += 1;
    return Buffer.prototype.indexOf.call(packet, value, Number(from));
  };
  let lines = 0;
  new FrameSplitter(200, () => (lines += 1)).push(packet);
  expect(lines).toBe(1000);
  expect(searches).toBeLessThanOrEqual(1002);
});

describe("the corpus of TCP streams", () => {
  const file = path.resolve(import.meta.dir, "../../../../../../shared/corpus/framing.jsonl");
  if (!fs.existsSync(file)) {
    test("SKIPPED corpus", () => console.log("SKIPPED corpus: framing.jsonl"));
    return;
  }
  for (const line of fs.readFileSync(file, "utf8").trim().split("\n")) {
    const { stream, frames, error, note } = JSON.parse(line) as {
      stream: string;
      frames: string[];
      error: boolean;
      note: string;
    };
    test(note, () => {
      for (const sizes of [[1 << 20], [1], [5]]) {
        const found = split(stream, sizes);
        expect(texts(found).slice(0, frames.length)).toEqual(frames);
        expect(malformed(found)).toEqual(texts(found).slice(frames.length));
        expect(found.length > frames.length).toBe(error);
      }
    });
  }
});
