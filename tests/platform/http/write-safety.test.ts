import { expect, test } from "bun:test";
import { z } from "@hono/zod-openapi";
import { WHOLE } from "#platform/http/conditional";
import { dryRunFields } from "#platform/http/dry-run";
import type { Route } from "#platform/http/route";
import { requireSafety } from "#platform/http/write-safety";

const upsert = { key: "`name`", changes: z.object({ name: z.string() }) };

function given(fields: Partial<Route>): Route {
  const required = { tag: "system", summary: "x", access: "superadmin", handle: () => undefined } as const;
  return { method: "post", path: "/things", ...required, ...fields };
}

test.each<[string, Partial<Route>]>([
  ["a question", { method: "get" }],
  ["a write that can be tried", { isTryable: true }],
  [
    "a deletion with an answer of its own",
    { method: "delete", query: z.object(dryRunFields), versioned: WHOLE },
  ],
  ["a write that says why it cannot be tried", { noTrial: "A question." }],
  ["a change that says why it heeds no tag", { method: "patch", isTryable: true, unversioned: "One field." }],
  ["a POST that knows a natural key", { isTryable: true, upsert }],
])("%s is served", (_, fields) => {
  expect(() => requireSafety(given(fields))).not.toThrow();
});

test.each<[string, Partial<Route>]>([
  ["a write that cannot be tried, without a reason", {}],
  ["a write that can be tried, with a reason why not", { isTryable: true, noTrial: "A question." }],
  ["a change without a tag or a reason", { method: "put", isTryable: true }],
  [
    "a change with a tag and a reason",
    { method: "put", isTryable: true, versioned: WHOLE, unversioned: "x" },
  ],
  [
    "a write that acts outside of the database and cannot be tried",
    { noTrial: "x", outside: "a mail is sent" },
  ],
  ["a natural key of what is no POST", { method: "put", isTryable: true, versioned: WHOLE, upsert }],
])("%s keeps the service from starting", (_, fields) => {
  expect(() => requireSafety(given(fields))).toThrow(/^our bug: \w+ \/things /);
});
