import { describe, expect, test } from "bun:test";
import { setAction, setActionMeaning } from "../../../../../src/features/syslog/parse/values/action";
import { emptyMessage } from "../../../../../src/features/syslog/parse/line";
import type { Verdict } from "../../../../../src/features/syslog/event/parsed-message";

function actionOf(word: string) {
  const message = emptyMessage();
  setAction(message, word);
  return [message.action, message.actionRaw, message.verdict];
}

test.each<[string, string, Verdict]>([
  ["ALLOW", "allow", "allow"],
  ["Accept", "accept", "allow"],
  ["pass", "pass", "allow"],
  ["permitted", "permitted", "allow"],
  ["passthrough", "passthrough", "allow"],
  ["Deny", "deny", "deny"],
  ["denied", "denied", "deny"],
  ["block", "block", "deny"],
  ["block-url", "block-url", "deny"],
  ["refuse", "refuse", "deny"],
  ["DROP", "drop", "drop"],
  ["drop-packet", "drop-packet", "drop"],
  ["discarded", "discarded", "drop"],
  ["reject", "reject", "reject"],
  ["reset-both", "reset-both", "reject"],
  ["acc", "accept", "allow"],
  ["drp", "drop", "drop"],
  ["rej", "reject", "reject"],
  ["Trust", "trust", "allow"],
  ["Block/Drop", "block/drop", "deny"],
  ["Block with reset", "block with reset", "deny"],
  ["REQ_BLOCKED_SECURITY", "req_blocked_security", "deny"],
  ["Message Blocked", "message blocked", "deny"],
  ["req_passed", "req_passed", "allow"],
  ["not blocked", "not blocked", "other"],
  ["was blocked or allowed", "was blocked or allowed", "other"],
  ["user_password_reset", "user_password_reset", "other"],
  ["Forbidden", "forbidden", "deny"],
  ["rejecting", "rejecting", "reject"],
  ["alert", "alert", "other"],
  ["constructor", "constructor", "other"],
])("%s is %s and means %s", (word, action, verdict) => {
  expect(actionOf(word)).toEqual([action, word, verdict]);
  expect(actionOf(word)).toEqual([action, word, verdict]);
});

test("a letter keeps its own text beside the word that it stands for", () => {
  const message = emptyMessage();
  setActionMeaning(message, "D", "drop");
  expect([message.action, message.actionRaw, message.verdict]).toEqual(["drop", "D", "drop"]);
});

describe("nothing is set", () => {
  test.each([[""], ["-"], ["   "]])("by %j, and what was set stays", (word) => {
    const message = emptyMessage();
    setAction(message, "pass");
    setAction(message, word);
    expect(message.action).toBe("pass");
    expect(actionOf(word)).toEqual([null, null, null]);
  });
});

test("a word is cut at 40 characters", () => {
  expect(actionOf("z".repeat(50))[0]).toHaveLength(40);
});
