import { expect, test } from "bun:test";
import { z } from "zod";
import type { Access } from "../../../src/platform/http/guard";
import { findReader } from "../../../src/platform/http/idempotency";
import type { Method, Route } from "../../../src/platform/http/route";

/** By which route the answer of a write is made again. */
const Thing = z.object({ id: z.int() });
const Written = z.object({ id: z.int(), warnings: z.array(z.string()) });

type Fields = Partial<Pick<Route, "response" | "query" | "replay">> & { access?: Access };

function given(what: string, { access = "authenticated", ...fields }: Fields = {}): Route {
  const [method = "", path = ""] = what.split(" ");
  const known = z
    .enum(["get", "post", "put", "patch", "delete"])
    .parse(method.toLowerCase()) satisfies Method;
  return { method: known, path, tag: "system", summary: "x", access, ...fields, handle: () => undefined };
}

const ITEM = given("GET /things/{thing_id}", { response: Thing });
const LIST = given("GET /things", { response: z.array(Thing) });
const ALL = [LIST, ITEM];

test.each([
  ["POST /things", { byId: ITEM.path }, { kind: "byId", route: ITEM, model: Thing, parameter: "thing_id" }],
  ["POST /things", { inList: LIST.path }, { kind: "inList", route: LIST, model: Thing }],
  ["PATCH /things/{thing_id}", { whole: ITEM.path }, { kind: "whole", route: ITEM, model: Thing }],
] as const)("%s by %j", (what, replay, expected) => {
  expect(findReader(given(what, { response: Written, replay }), ALL)).toMatchObject(expected);
});

test.each(["kept", "refused", { unkeyed: "it opens a session" }] as const)(
  "nothing is read for an answer that is %j",
  (replay) => {
    expect(findReader(given("POST /things", { response: Thing, replay }), ALL)).toBeUndefined();
  },
);

test.each([
  ["is not there", [LIST], { byId: ITEM.path }, "which gives no object"],
  [
    "asks for another right",
    [given("GET /things/{thing_id}", { response: Thing, access: { permission: "security_view" } })],
    { byId: ITEM.path },
    "which asks for another right",
  ],
  [
    "asks for a query",
    [given("GET /things/{thing_id}", { response: Thing, query: z.object({ at: z.string() }) })],
    { whole: ITEM.path },
    "which asks for a query",
  ],
  ["is one object instead of a list", ALL, { inList: ITEM.path }, "which is no list"],
  ["has no id in its path", ALL, { byId: LIST.path }, "whose path ends in no id"],
] as const)("a reader that %s is refused when the service starts", (_, routes, replay, reason) => {
  const write = given("POST /things", { response: Thing, replay });
  expect(() => findReader(write, routes)).toThrow(reason);
});

test("a write that has an answer does not say that it is empty", () => {
  const write = given("POST /things", { response: Thing, replay: "empty" });
  expect(() => findReader(write, ALL)).toThrow("our bug: post /things says that its answer is empty");
});
