import { expect, test } from "bun:test";
import { LastError } from "#platform/last-error";
import { createLogger } from "#platform/log";

/** The tests' own output has their lines in it. */
function givenLog() {
  const lastError = new LastError();
  return { lastError, log: createLogger({ level: "error", format: "json", lastError }) };
}

test("the newest line that tells of an error is known, with those of loggers that were made of the first", () => {
  const { log, lastError } = givenLog();
  expect(lastError.read()).toEqual({ count: 0, newest: null });
  log.info("nothing of note");
  log.warn("odd");
  expect(lastError.read().count).toBe(0);
  log.error({ err: Object.assign(new Error("no room"), { code: "ENOSPC" }) }, "a backup failed");
  log.child({ part: "syslog" }).error("lines are lost");
  expect(lastError.read()).toEqual({
    count: 2,
    newest: { at: expect.any(Date), message: "lines are lost", code: null },
  });
});

test("of what was logged only its own text and the code of a cause are kept", () => {
  const { log, lastError } = givenLog();
  const cause = Object.assign(new Error("for 10.1.2.3 with the password"), { code: "ECONNREFUSED" });
  log.error({ err: new Error("outer", { cause }), address: "10.1.2.3" }, "cannot reach it\n\u001b[31m");
  const { newest } = lastError.read();
  expect(newest).toMatchObject({
    code: "ECONNREFUSED",
    message: String.raw`cannot reach it\u000a\u001b[31m`,
  });
});
