import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { z } from "zod";
import {
  assignableInterval,
  contains,
  countOfParts,
  coveringPrefixes,
  formatAddress,
  formatPrefix,
  nextFreePrefix,
  parseHostAddress,
  parsePrefix,
  sizeOf,
  splitPrefix,
  subtractIntervals,
  usableInterval,
  type Prefix,
} from "../../../src/features/ipam/prefix";
import recorded from "./prefix-vectors.json" with { type: "json" };
import { randomQuestions, type Question } from "./prefix-questions";

const Answer = z.object({
  network: z.string(),
  address: z.string(),
  first: z.string(),
  last: z.string(),
  last_text: z.string(),
  size: z.string(),
  parts: z.int(),
  second_part: z.string(),
  last_part: z.string(),
  contains: z.boolean(),
  covering: z.array(z.string()),
});
type Answer = z.infer<typeof Answer>;

function prefix(text: string): Prefix {
  const parsed = parsePrefix(text);
  if (parsed === undefined) throw new Error(`no prefix: ${text}`);
  return parsed;
}

function ownAnswer({ text, deeper, other }: Question): Answer {
  const network = prefix(text);
  const address = parseHostAddress(text.split("/")[0] ?? "");
  if (address === undefined) throw new Error(`no address: ${text}`);
  const length = Math.min(network.family === 4 ? 32 : 128, network.length + deeper);
  const parts = [...splitPrefix(network, length)];
  expect(countOfParts(network, length)).toBe(BigInt(parts.length));
  const second = parts[Math.min(1, parts.length - 1)] ?? network;
  return {
    network: formatPrefix(network),
    address: formatAddress(address),
    first: String(network.first),
    last: String(network.last),
    last_text: formatAddress({ family: network.family, value: network.last }),
    size: String(sizeOf(network)),
    parts: parts.length,
    second_part: formatPrefix(second),
    last_part: formatPrefix(parts.at(-1) ?? network),
    contains: contains(prefix(other), network),
    covering: [
      ...coveringPrefixes(network.family, {
        first: address.value,
        last: network.last,
      }),
    ].map(formatPrefix),
  };
}

const PYTHON = Bun.which("python3");

describe("as Python's ipaddress says", () => {
  test("recorded answers to questions of both families", () => {
    expect(recorded.length).toBeGreaterThan(20);
    for (const { question, answer } of recorded) expect(ownAnswer(question)).toEqual(Answer.parse(answer));
  });

  test.skipIf(PYTHON === null)("10,000 random prefixes of both families", async () => {
    const questions = randomQuestions({ count: 10_000, seed: 20_261_121 });
    const python = Bun.spawn([PYTHON ?? "python3", join(import.meta.dir, "prefix-vectors.py")], {
      stdin: new Blob([questions.map((question) => JSON.stringify(question)).join("\n")]),
    });
    const lines = (await python.stdout.text()).trim().split("\n");
    expect(lines).toHaveLength(questions.length);
    const answers = lines.map((line) => Answer.parse(JSON.parse(line)));
    expect(questions.map(ownAnswer)).toEqual(answers);
    const families = questions.map(({ text }) => text.includes(":"));
    expect(families.filter(Boolean).length).toBeGreaterThan(3000);
    expect(families.filter((isIpv6) => !isIpv6).length).toBeGreaterThan(3000);
  });
});

describe("addresses for hosts", () => {
  const NO_POOL = { isPool: false };
  const shown = (text: string, { first, last }: { first: bigint; last: bigint }) => {
    const { family } = prefix(text);
    return `${formatAddress({ family, value: first })} - ${formatAddress({ family, value: last })}`;
  };

  test.each([
    ["10.0.0.0/24", "10.0.0.1 - 10.0.0.254", 254n],
    ["10.0.0.0/30", "10.0.0.1 - 10.0.0.2", 2n],
    ["10.0.0.0/31", "10.0.0.0 - 10.0.0.1", 2n],
    ["10.0.0.5/32", "10.0.0.5 - 10.0.0.5", 1n],
    ["2001:db8::/64", "2001:db8::1 - 2001:db8::ffff:ffff:ffff:ffff", (1n << 64n) - 1n],
    ["2001:db8::/126", "2001:db8::1 - 2001:db8::3", 3n],
    ["2001:db8::/127", "2001:db8:: - 2001:db8::1", 2n],
    ["2001:db8::/128", "2001:db8:: - 2001:db8::", 1n],
  ])("of %s: %s", (text, wanted, count) => {
    const interval = assignableInterval(prefix(text), NO_POOL);
    expect([shown(text, interval), sizeOf(interval)]).toEqual([wanted, count]);
  });

  test("a pool gives all of them, first and last too", () => {
    for (const [text, count] of [
      ["10.0.0.0/29", 8n],
      ["2001:db8::/125", 8n],
    ] as const) {
      expect(sizeOf(assignableInterval(prefix(text), { isPool: true }))).toBe(count);
    }
  });

  test("IPv6 counts all as usable, /31 two, /32 one", () => {
    const usable = (text: string) => sizeOf(usableInterval(prefix(text), NO_POOL));
    expect(usable("::/0")).toBe(1n << 128n);
    expect(usable("2001:db8::/64")).toBe(1n << 64n);
    expect(usable("192.0.2.0/31")).toBe(2n);
    expect(usable("192.0.2.0/32")).toBe(1n);
    expect(usable("0.0.0.0/0")).toBe((1n << 32n) - 2n);
  });
});

describe("intervals", () => {
  test("without holes that overlap, touch, stick out and come in any order", () => {
    const holes = [
      { first: 90n, last: 200n },
      { first: 20n, last: 29n },
      { first: 25n, last: 40n },
      { first: 41n, last: 41n },
      { first: 0n, last: 10n },
      { first: 300n, last: 400n },
    ];
    expect(subtractIntervals({ first: 5n, last: 100n }, holes)).toEqual([
      { first: 11n, last: 19n },
      { first: 42n, last: 89n },
    ]);
    expect(subtractIntervals({ first: 20n, last: 30n }, holes)).toEqual([]);
  });
});

describe("the next free prefix", () => {
  const nextIn = (parent: string, length: number, ...taken: string[]) => {
    const found = nextFreePrefix(prefix(parent), { length, taken: taken.map(prefix) });
    return found && formatPrefix(found);
  };

  test("is the lowest that overlaps nothing", () => {
    expect(nextIn("10.0.0.0/16", 24)).toBe("10.0.0.0/24");
    expect(nextIn("10.0.0.0/16", 24, "10.0.0.0/24", "10.0.2.0/24")).toBe("10.0.1.0/24");
    expect(nextIn("10.0.0.0/16", 23, "10.0.0.0/24", "10.0.2.0/24")).toBe("10.0.4.0/23");
    expect(nextIn("10.0.0.0/16", 24, "10.0.0.128/25", "2001:db8::/32")).toBe("10.0.1.0/24");
    expect(nextIn("2001:db8::/32", 64, "2001:db8::/48")).toBe("2001:db8:1::/64");
    expect(nextIn("0.0.0.0/0", 8, "0.0.0.0/1")).toBe("128.0.0.0/8");
  });

  test("is none where the parent is full, or smaller than what is wanted", () => {
    expect(nextIn("10.0.0.0/24", 25, "10.0.0.0/26", "10.0.0.192/26")).toBeUndefined();
    expect(nextIn("10.0.0.0/24", 23)).toBeUndefined();
    expect(nextIn("10.0.0.0/24", 33)).toBeUndefined();
    expect(nextIn("::/0", 128, "::/1", "8000::/1")).toBeUndefined();
  });
});
