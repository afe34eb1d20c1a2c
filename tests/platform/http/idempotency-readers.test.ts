import { expect, test } from "bun:test";
import { z } from "zod";
import type { Access } from "../../../src/platform/http/guard";
import { findReader } from "../../../src/platform/http/idempotency";
import type { Method, Route } from "../../../src/platform/http/route";

/** By which route the answer of a write is made again. */
const Thing = z.object({ id: z.int() });
const Written = z.object({ id: z.int(), warnings: z.array(z.string()) });
const Question = z.object({ next: z.string() });

type Fields = Partial<Pick<Route, "response" | "query">> & { access?: Access };

function given(what: string, { access = "authenticated", ...fields }: Fields = {}): Route {
  const [method = "", path = ""] = what.split(" ");
  const known = z
    .enum(["get", "post", "put", "patch", "delete"])
    .parse(method.toLowerCase()) satisfies Method;
  return { method: known, path, tag: "system", summary: "x", access, ...fields, handle: () => undefined };
}

const ITEM = given("GET /things/{thing_id}", { response: Thing });
const LIST = given("GET /things", { response: z.array(Thing) });
const SHARED = given("GET /things/shared/{code}", { response: Thing });
const NEXT = given("GET /things/{thing_id}/next", { response: Question });
const SETTINGS = given("GET /settings", { response: Question });
const ALL = [SHARED, NEXT, LIST, ITEM, SETTINGS];

test.each([
  ["POST /things", Thing, ALL, { kind: "item", route: ITEM, parameter: "thing_id" }],
  ["POST /things", Written, ALL, { kind: "item", route: ITEM, model: Thing }],
  ["POST /things", Written, [LIST], { kind: "list", route: LIST, model: Thing }],
  ["POST /things/import", Thing, ALL, { kind: "item", route: ITEM }],
  ["POST /things/{thing_id}/next", Thing, ALL, { kind: "item", route: ITEM }],
  ["PATCH /things/{thing_id}", Written, ALL, { kind: "whole", route: ITEM }],
  ["PATCH /things/{thing_id}", Thing, [LIST], { kind: "list", route: LIST }],
  ["PUT /settings", Question, ALL, { kind: "whole", route: SETTINGS }],
  ["POST /settings/parts", Question, ALL, { kind: "whole", route: SETTINGS }],
] as const)("%s", (what, response, routes, expected) => {
  expect(findReader(given(what, { response }), routes)).toMatchObject(expected);
});

test.each([
  [
    "a result that is no object",
    given("POST /things/reset", { response: z.object({ updated: z.int() }) }),
    ALL,
  ],
  ["no body", given("DELETE /things/{thing_id}"), ALL],
  ["a session", given("POST /api/v1/auth/things", { response: Thing }), ALL],
  ["a public write", given("POST /things", { response: Thing, access: "public" }), ALL],
  [
    "a reader that asks for another right",
    given("POST /things", { response: Thing }),
    [given("GET /things/{thing_id}", { response: Thing, access: { permission: "security_view" } })],
  ],
  [
    "a reader that asks for a query",
    given("PATCH /things/{thing_id}", { response: Thing }),
    [given("GET /things/{thing_id}", { response: Thing, query: z.object({ at: z.string() }) })],
  ],
])("nothing is read again for %s", (_, route, routes) => {
  expect(findReader(route, routes)).toBeUndefined();
});
