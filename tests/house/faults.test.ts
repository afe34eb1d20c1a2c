import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { FAULTS } from "../faults/table";
import {
  CLAIM_PATTERN,
  findClaims,
  judgeFaults,
  markdownOf,
  readJunit,
  tableOf,
  type Claim,
} from "../support/fault-report";

const ROOT = join(import.meta.dir, "../..");

const claims = [...new Bun.Glob("tests/**/*.{ts,tsx}").scanSync({ cwd: ROOT })]
  .filter((file) => !file.startsWith("tests/house/"))
  .flatMap((file) => findClaims(file, readFileSync(join(ROOT, file), "utf8")));

describe("the table of the faults", () => {
  test("has sixty rows, in order", () => {
    expect(FAULTS.map(({ number }) => number)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
  });

  test("has a test or a reason for each, and no reason to skip what is tested", () => {
    const tested = new Set(claims.map(({ fault }) => fault));
    expect(FAULTS.filter(({ number, skipped }) => tested.has(number) === (skipped !== undefined))).toEqual(
      [],
    );
  });

  test("has a row for each fault that a test claims", () => {
    const known = new Set(FAULTS.map(({ number }) => number));
    expect(claims.filter(({ fault }) => !known.has(fault))).toEqual([]);
  });
});

test("a claim is the beginning of a test's name", () => {
  const source =
    'test("faults 3, 14: both", () => {});\ndescribe(`fault 5: ${step}`, () => {});\n// no fault 7: a comment';
  expect(findClaims("a.ts", source).map(({ fault }) => fault)).toEqual([3, 14, 5]);
  for (const name of ["fault 3: a", "a group faults 3, 14: b"])
    expect(name).toMatch(new RegExp(CLAIM_PATTERN));
});

describe("a report of tests", () => {
  const REPORT = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="bun test" tests="4">
  <testsuite name="tests/a.test.ts" file="tests/a.test.ts">
    <testcase name="skips" classname="inner &amp; more &gt; fault 39: a &lt;group&gt;" time="0" file="tests/a.test.ts" line="2">
      <skipped />
    </testcase>
    <testcase name="fault 1: &quot;fails&quot;" classname="" time="0.000117" file="tests/a.test.ts" line="2" assertions="1">
      <failure type="AssertionError" message="expected">expected</failure>
    </testcase>
    <testcase name="faults 3, 4: passes" classname="" time="0.000011" file="tests/a.test.ts" line="3" />
  </testsuite>
</testsuites>`;

  test("gives each test with its groups, the outermost first", () => {
    expect(readJunit(REPORT)).toEqual([
      { file: "tests/a.test.ts", name: "fault 39: a <group> > inner & more > skips", result: "skip" },
      { file: "tests/a.test.ts", name: 'fault 1: "fails"', result: "fail" },
      { file: "tests/a.test.ts", name: "faults 3, 4: passes", result: "pass" },
    ]);
  });

  test("is read as Bun writes it today", async () => {
    const report = join(process.env["TMPDIR"] ?? "/tmp", `netatlas-junit-${crypto.randomUUID()}.xml`);
    Bun.spawnSync(
      [
        "bun",
        "test",
        "--reporter=junit",
        `--reporter-outfile=${report}`,
        "./tests/house/fixtures/one-fails.ts",
      ],
      { cwd: ROOT, stdout: "ignore", stderr: "ignore" },
    );
    const file = "tests/house/fixtures/one-fails.ts";
    expect(readJunit(await Bun.file(report).text())).toEqual([
      { file, name: "a group > passes", result: "pass" },
      { file, name: "a group > fails", result: "fail" },
    ]);
    await Bun.file(report).delete();
  });
});

describe("a fault", () => {
  const file = "tests/a.test.ts";
  const claim: Claim = { fault: 1, file };
  const named = (result: "pass" | "fail" | "skip", name = "fault 1: holds") => ({ file, name, result });
  const judge = (
    row: { skipped?: string; missing?: string },
    results: ReturnType<typeof named>[],
    said = [claim],
  ) => judgeFaults([{ number: 1, title: "one", ...row }], { claims: said, results })[0];

  test("passes where all its tests do, by their own names or by a group's", () => {
    expect(judge({}, [named("pass"), named("pass", "fault 1: a group > holds")])).toMatchObject({
      result: "pass",
      tests: [`${file}: fault 1: holds`, `${file}: fault 1: a group > holds`],
    });
  });

  test("fails with one of them", () => {
    expect(judge({}, [named("pass"), named("fail")])?.result).toBe("fail");
  });

  test("fails where a file that claims it says nothing of it: it broke off", () => {
    expect(judge({}, [])?.result).toBe("fail");
    expect(judge({}, [named("pass", "fault 11: another")])?.result).toBe("fail");
    expect(judge({}, [named("pass")], [claim, { fault: 1, file: "tests/b.test.ts" }])).toMatchObject({
      result: "fail",
      why: "did not report: tests/b.test.ts",
    });
  });

  test("fails without a test and without a reason, and is skipped with one", () => {
    expect(judge({}, [], [])?.result).toBe("fail");
    expect(judge({ skipped: "not built" }, [], [])).toMatchObject({ result: "skipped", why: "not built" });
  });

  test("is skipped where none of its tests can run here", () => {
    expect(judge({}, [named("skip")])?.result).toBe("skipped");
    expect(judge({}, [named("skip"), named("pass")])?.result).toBe("pass");
  });

  test("that is proven in part says what is missing", () => {
    expect(judge({ missing: "the rest" }, [named("pass")])).toMatchObject({
      result: "part",
      why: "the rest",
    });
  });

  test("has a line in the table, and a row in the document that its title cannot break", () => {
    const judged = judgeFaults([{ number: 1, title: "one | two <c>" }], {
      claims: [claim],
      results: [named("pass", "fault 1: holds"), named("pass", "fault 1: holds still")],
    });
    expect(tableOf(judged)).toBe(` 1  pass     one | two <c> [2 in ${file}]\n`);
    expect(markdownOf(judged)).toContain("| 1 | one \\| two &lt;c> | pass |  |\n");
    expect(markdownOf(judged)).toContain(`\n- Fault 1: \`${file}\` (2)\n`);
  });

  test("makes no more of the document than a reader can read, however many tests prove it", () => {
    const results = Array.from({ length: 2000 }, (_, index) => named("pass", `fault 1: case ${index}`));
    const judged = judgeFaults([{ number: 1, title: "one" }], { claims: [claim], results });
    expect(markdownOf(judged).length).toBeLessThan(400);
    const { size } = Bun.file(join(ROOT, "docs/faults.md"));
    expect(size).toBeGreaterThan(0);
    expect(size).toBeLessThan(64 * 1024);
  });
});
