import { describe, expect, test } from "bun:test";
import { isDeepStrictEqual } from "node:util";
import { PatternError } from "../../../../../src/features/syslog/parse/own-formats/pattern/node";
import { Matcher } from "../../../../../src/features/syslog/parse/own-formats/pattern/matcher";
import { compilePattern } from "../../../../../src/features/syslog/parse/own-formats/pattern/pattern";

const STEPS = 1_000_000;
const matcher = new Matcher();

/** The named groups of the first match; undefined: none. */
function groupsOf(pattern: string, text: string): Record<string, string | null> | undefined {
  const program = compilePattern(pattern);
  if (matcher.find(program, text, STEPS) !== "match") return undefined;
  return Object.fromEntries(program.names.map((name, group) => [name, matcher.textOf(group)]));
}

function problemOf(pattern: string): { message: string; position: number } {
  try {
    compilePattern(pattern);
  } catch (error) {
    if (error instanceof PatternError) return { message: error.message, position: error.position };
    throw error;
  }
  throw new Error(`${pattern} was taken`);
}

describe("what a pattern finds", () => {
  test("named groups of the first match, as far left as there is one", () => {
    expect(groupsOf(String.raw`(?<a>\d+)-(?<b>\w+)`, "x 12-ab 34-cd")).toEqual({ a: "12", b: "ab" });
  });

  test("a group that had no part in the match has no text", () => {
    expect(groupsOf("(?:(?<a>x)|(?<b>y))z", "yz")).toEqual({ a: null, b: "y" });
  });

  test("(?i) takes upper and lower case as the same", () => {
    expect(groupsOf("(?i)deny (?<a>[a-z]+)", "DENY TcP")).toEqual({ a: "TcP" });
    expect(groupsOf("deny (?<a>[a-z]+)", "DENY tcp")).toBeUndefined();
  });

  test.each([
    ["%{ip:a}", "from 192.0.2.7 on", "192.0.2.7"],
    ["%{ip:a}", "at 12:30:45 from 2001:db8::7f", "2001:db8::7f"],
    ["%{ip:a}", "x ::1 y", "::1"],
    ['%{quoted:a}"', 'name"', "name"],
    ["%{mac:a}", "at 00:00:5e:00:53:01.", "00:00:5e:00:53:01"],
    ["%{time:a}", "t=2026-11-21 10:50:00.5+01:00 x", "2026-11-21 10:50:00.5+01:00"],
    ["%{skip}=%{rest:a}", "k=v=w", "v=w"],
    ["%{host:a}:", "edge-1.example.com: up", "edge-1.example.com"],
  ])("the building block of %s in %s", (pattern, text, found) => {
    expect(groupsOf(pattern, text)).toEqual({ a: found });
  });
});

describe("a pattern that cannot be used is refused, with the place", () => {
  test.each([
    ["(a", "not closed", 0],
    ["a)", "without a (", 1],
    ["[a-", "not closed", 0],
    ["[z-a]", "wrong way round", 2],
    ["*a", "nothing to repeat", 0],
    ["a**", "nothing to repeat", 2],
    ["a{3,1}", "wrong way round", 1],
    ["a{1,99999}", "1000 times", 1],
    [String.raw`(?<a>x)\1`, "linear time", 7],
    ["x(?=y)", "linear time", 1],
    ["x(?<!y)z", "linear time", 1],
    ["(?P<a>x)", "(?<name>…)", 0],
    ["(?<1a>x)", "letters, digits", 0],
    ["(?<a>x)(?<a>y)", "two groups", 7],
    [String.raw`x\q`, "no meaning", 1],
    ["%{ipp:a}", 'no building block "ipp"', 0],
    ["ab%{ip:a", "} is missing", 2],
    ["a*", "empty text", 0],
    ["x|", "empty text", 0],
    ["(?:ab){1000}(?:cd|e){1000}", "4000 steps", 0],
    ["((((xy?){1000}){1000}){1000}){1000}", "4000 steps", 0],
    ["((((){1000}){1000}){1000}){1000}x", "4000 steps", 0],
    [`${"(".repeat(500)}a${")".repeat(500)}`, "40 others", 40],
    ["a|".repeat(1100), "2000 characters", 2000],
  ])("%.40s", (pattern, message, position) => {
    const problem = problemOf(pattern);
    expect(problem.message).toContain(message);
    expect(problem.position).toBe(position);
  });

  test("what stands behind a building block is shown where it is in the pattern as it was given", () => {
    expect(problemOf("%{ip:src_ip} (x").position).toBe(13);
  });
});

describe("work grows with the text alone", () => {
  /** They take a backtracking engine longer than the universe has, or the square of the text. */
  test.each([
    ["(a+)+$", "a".repeat(8000) + "!"],
    ["(a|aa)+$", "a".repeat(4000) + "b"],
    ["(?:a|a)*[b]", "a".repeat(8000)],
    ["(.*)(.*)(.*)(.*)[x]", "a".repeat(2000)],
    [String.raw`(?:\w+\s?)+[:]`, "word ".repeat(1600)],
    ["(x+x+)+[y]", "x".repeat(8000)],
    [String.raw`^(\d+,)*(\d+,)*[y]$`, "1,".repeat(4000) + "xy"],
    ["(a*)*[b]", "a".repeat(8000)],
  ])("%s", (pattern, text) => {
    const program = compilePattern(pattern);
    expect(matcher.find(program, text, 200 * text.length)).toBe("none");
    expect(matcher.steps).toBeLessThan(200 * text.length);
  });

  test("what would take more steps than are allowed says so", () => {
    const program = compilePattern("(?:a?){300}(?:a|c){300}[b]");
    expect(matcher.find(program, "a".repeat(8000), 50_000)).toBe("costly");
    expect(matcher.steps).toBeLessThanOrEqual(51_000);
  });
});

/** Numbers that are the same in each run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
}

describe("it finds what the runtime's own expressions find", () => {
  const ATOMS = [
    "a",
    "b",
    "c",
    ".",
    "[ab]",
    "[^a]",
    String.raw`\d`,
    String.raw`\w`,
    "1",
    "-",
    String.raw`\b`,
  ];
  const COUNTS = ["", "", "", "*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{0,2}?", "{2,}"];

  function randomPattern(random: (below: number) => number, depth: number): string {
    const part = (): string => {
      const atom = ATOMS[random(ATOMS.length)] ?? "a";
      if (atom === String.raw`\b`) return atom;
      const isNested = depth > 0 && random(4) === 0;
      const inner = isNested ? `(?:${randomPattern(random, depth - 1)})` : atom;
      return inner + (COUNTS[random(COUNTS.length)] ?? "");
    };
    const sequence = Array.from({ length: 1 + random(4) }, part).join("");
    return random(4) === 0 ? `${sequence}|${part()}` : sequence;
  }

  test("800 random patterns on random texts, remembering or not", () => {
    const random = createRandom(7);
    const different: string[] = [];
    let tried = 0;
    for (let round = 0; round < 800; round++) {
      const pattern = `${random(6) === 0 ? "^" : ""}(?<a>${randomPattern(random, 2)})(?<b>${randomPattern(random, 1)})${random(6) === 0 ? "$" : ""}`;
      const expression = new RegExp(pattern);
      if (expression.test("")) continue;
      let program: ReturnType<typeof compilePattern>;
      try {
        program = compilePattern(pattern);
      } catch (error) {
        if (error instanceof PatternError && /empty text|place cannot/.test(error.message)) continue;
        throw error;
      }
      for (let line = 0; line < 5; line++) {
        const text = Array.from({ length: random(14) }, () => "aabbc1-_ "[random(9)] ?? "").join("");
        const wanted = expression.exec(text)?.groups;
        for (const mustRemember of program.mustRemember ? [true] : [false, true]) {
          tried++;
          const isFound = matcher.find({ ...program, mustRemember }, text, STEPS) === "match";
          const isSame =
            isFound === (wanted !== undefined) &&
            // Where a part that may be empty is repeated, engines differ in how often it is.
            (program.mustRemember || !isFound || isDeepStrictEqual(groups(), { ...wanted }));
          if (!isSame) different.push(`${pattern} in ${JSON.stringify(text)}`);
        }
      }
    }
    expect(different).toEqual([]);
    expect(tried).toBeGreaterThan(2000);
  });
});

function groups() {
  return { a: matcher.textOf(0), b: matcher.textOf(1) };
}
