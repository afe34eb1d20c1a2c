import { describe, expect, test } from "bun:test";
import pino from "pino";
import { parseLogLine, ServerLog } from "#platform/postgres/server-log";

type Line = { level: number; msg: string; process?: string };

/** What our log gets of these pieces of standard error, and the last complaint. */
async function passOn(...pieces: string[]): Promise<{ lines: Line[]; complaint: string | undefined }> {
  const lines: Line[] = [];
  const log = pino({ level: "debug" }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const stream = new Blob(pieces).stream();
  const complaint = await new ServerLog(stream, log).lastComplaint();
  return { lines, complaint };
}

/** pino's numbers. */
const [debug, info, warn, error] = [20, 30, 40, 50];

describe("a line of the server's standard error", () => {
  test.each([
    [
      "postmaster|LOG:  database system is ready",
      { process: "postmaster", severity: "LOG", message: "database system is ready" },
    ],
    ["client backend|FATAL:  a: b", { process: "client backend", severity: "FATAL", message: "a: b" }],
    ["autovacuum worker|DEBUG1:  x", { process: "autovacuum worker", severity: "DEBUG1", message: "x" }],
    [
      "FATAL:  before the prefix is set",
      { process: "postmaster", severity: "FATAL", message: "before the prefix is set" },
    ],
  ])("%p is read", (line, parsed) => {
    expect(parseLogLine(line)).toEqual(parsed);
  });

  test.each(["\tcontinued", "error while loading shared libraries: libz.so.1", "", "|LOG:  x"])(
    "%p is not in PostgreSQL's form",
    (line) => {
      expect(parseLogLine(line)).toBeUndefined();
    },
  );
});

describe("our log gets", () => {
  test("each line at the level of its severity, with the process that spoke", async () => {
    const { lines } = await passOn(
      "postmaster|LOG:  ready\ncheckpointer|WARNING:  slow\nautovacuum worker|ERROR:  damaged\n",
      "startup|PANIC:  no disk\nclient backend|NOTICE:  nothing\n",
    );
    expect(lines.map(({ level, msg, process }) => [level, msg, process])).toEqual([
      [info, "ready", "postmaster"],
      [warn, "slow", "checkpointer"],
      [error, "damaged", "autovacuum worker"],
      [error, "no disk", "startup"],
      [debug, "NOTICE: nothing", "client backend"],
    ]);
  });

  test("a statement's error only for those who debug: the client has it already", async () => {
    const { lines } = await passOn(
      "client backend|ERROR:  duplicate key value\nclient backend|FATAL:  sorry\n",
    );
    expect(lines.map(({ level }) => level)).toEqual([debug, error]);
  });

  test("lines that arrive in pieces, or without their end, whole", async () => {
    const { lines } = await passOn("postmas", "ter|LOG:  one\npostmaster|LOG:  t", "wo");
    expect(lines.map(({ msg }) => msg)).toEqual(["one", "two"]);
  });
});

describe("the last complaint", () => {
  test("is the newest error", async () => {
    const { complaint } = await passOn(
      "postmaster|FATAL:  first\npostmaster|FATAL:  second\npostmaster|LOG:  down\n",
    );
    expect(complaint).toBe("second");
  });

  test("is a loader's line where the server did not come to speak", async () => {
    expect((await passOn("postgres: error while loading shared libraries\n")).complaint).toBe(
      "postgres: error while loading shared libraries",
    );
  });

  test("is nothing where nobody complained", async () => {
    expect((await passOn("postmaster|LOG:  fine\n")).complaint).toBeUndefined();
  });
});
