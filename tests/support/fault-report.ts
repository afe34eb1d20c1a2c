export type Fault = {
  number: number;
  title: string;
  /** Why no test can prove it today: its feature is not there yet. */
  skipped?: string;
  /** What its tests leave unproven. */
  missing?: string;
};

export type TestResult = { file: string; name: string; result: "pass" | "fail" | "skip" };

/** A file that says by the name of a test or of a group that it proves a fault: `fault 7: …`, `faults 3, 4: …`. */
export type Claim = { fault: number; file: string };

export type Judged = Fault & { result: "pass" | "part" | "fail" | "skipped"; why: string; tests: string[] };

/** The tests to run of files that have others too. */
export const CLAIM_PATTERN = "faults? [0-9]+(, [0-9]+)*:";

const CLAIM = /^faults? (\d+(?:, \d+)*):/;
/** A string or template of a source file that begins as a claim does. */
const CLAIM_IN_SOURCE = /["'`]faults? (\d+(?:, \d+)*):/g;

const numbersOf = (list: string | undefined) => list?.split(", ").map(Number) ?? [];

export function findClaims(file: string, source: string): Claim[] {
  const numbers = [...source.matchAll(CLAIM_IN_SOURCE)].flatMap(([, list]) => numbersOf(list));
  return [...new Set(numbers)].map((fault) => ({ fault, file }));
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", "#10": "\n" };
const TESTCASE = /<testcase ([^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g;

/**
 * Reads the report of `bun test --reporter=junit`. A test is called by its groups and its own name, ` > ` between them.
 */
export function readJunit(xml: string): TestResult[] {
  return [...xml.matchAll(TESTCASE)].map(([, attributes = "", content = ""]) => {
    const read = (name: string) =>
      (new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? "").replaceAll(
        /&([^;]+);/g,
        (whole, entity: string) => ENTITIES[entity] ?? whole,
      );
    // Bun names the innermost group first.
    const groups = read("classname").split(" > ").reverse();
    return {
      file: read("file"),
      name: [...groups, read("name")].filter((part) => part !== "").join(" > "),
      result: /<(?:failure|error)\b/.test(content) ? "fail" : content.includes("<skipped") ? "skip" : "pass",
    };
  });
}

function claimsOf({ name }: TestResult): number[] {
  return name.split(" > ").flatMap((part) => numbersOf(CLAIM.exec(part)?.[1]));
}

/**
 * What became of each fault. A file that claims one and did not report on it fails it: it broke off, or the test is
 * gone from what runs. A fault without a test needs a reason.
 */
export function judgeFaults(
  faults: readonly Fault[],
  { claims, results }: { claims: readonly Claim[]; results: readonly TestResult[] },
): Judged[] {
  return faults.map((fault) => {
    const own = results.filter((test) => claimsOf(test).includes(fault.number));
    const silent = claims
      .filter((claim) => claim.fault === fault.number && !own.some(({ file }) => file === claim.file))
      .map(({ file }) => file);
    const failed = own.filter(({ result }) => result === "fail");
    const tests = own.map(({ file, name }) => `${file}: ${name}`);
    const judge = (result: Judged["result"], why = "") => ({ ...fault, result, why, tests });
    if (silent.length > 0) return judge("fail", `did not report: ${silent.join(", ")}`);
    if (failed.length > 0) return judge("fail", `failed: ${failed.map(({ name }) => name).join("; ")}`);
    if (own.length === 0)
      return fault.skipped === undefined
        ? judge("fail", "has neither a test nor a reason")
        : judge("skipped", fault.skipped);
    if (own.every(({ result }) => result === "skip"))
      return judge("skipped", "its tests cannot run on this machine");
    return fault.missing === undefined ? judge("pass") : judge("part", fault.missing);
  });
}

/** One line for each fault, for a terminal. */
export function tableOf(judged: readonly Judged[]): string {
  return judged
    .map(({ number, title, result, why, tests }) => {
      const files = [...new Set(tests.map((test) => test.slice(0, test.indexOf(": "))))];
      const proof = tests.length === 0 ? "" : ` [${tests.length} in ${files.join(", ")}]`;
      return `${String(number).padStart(2)}  ${result.padEnd(7)}  ${title}${why === "" ? "" : ` (${why})`}${proof}\n`;
    })
    .join("");
}

const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("<", "&lt;").replaceAll("\n", " ");

/**
 * The same as a Markdown table, and below it the files whose tests prove each, with how many of a file do. Names of
 * tests stand in the files: of thousands the table would be megabytes.
 */
export function markdownOf(judged: readonly Judged[]): string {
  const rows = judged.map(
    ({ number, title, result, why }) => `| ${number} | ${cell(title)} | ${result} | ${cell(why)} |\n`,
  );
  const proofs = judged
    .filter(({ tests }) => tests.length > 0)
    .map(({ number, tests }) => `- Fault ${number}: ${countByFile(tests).join(", ")}\n`);
  const table = `| # | Fault | Result | Why, or what is not proven |\n| --- | --- | --- | --- |\n${rows.join("")}`;
  return `${table}\nTheir tests, and how many of each file:\n\n${proofs.join("")}`;
}

function countByFile(tests: readonly string[]): string[] {
  const byFile = Map.groupBy(tests, (test) => test.slice(0, test.indexOf(": ")));
  return [...byFile].map(([file, { length }]) => `\`${file}\` (${length})`);
}
