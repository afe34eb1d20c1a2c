import { describe, expect, test } from "bun:test";
import { failureOf, noConnection } from "../../../../src/web/api/request-failure";
import { formErrorsOf } from "../../../../src/web/components/form/failure-fields";

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  failureOf(new Response(JSON.stringify(body), { status, headers }));
const issue = (loc: (string | number)[], msg: string) => ({ loc, msg, type: "value_error" });

describe("a refused request", () => {
  test("carries text, request id and when to come back", async () => {
    const failure = await answer(
      429,
      { detail: "Too many login attempts" },
      { "Retry-After": "90", "X-Request-Id": "r-1" },
    );
    expect(failure).toMatchObject({
      status: 429,
      message: "Too many login attempts",
      retryAfter: 90,
      requestId: "r-1",
      fields: [],
    });
  });

  test("of a proxy, which has no envelope, names the status", async () => {
    expect(await failureOf(new Response("<h1>Bad Gateway</h1>", { status: 502 }))).toMatchObject({
      status: 502,
      message: "The service answered 502",
      retryAfter: null,
    });
  });

  test("a refused field keeps its path within the body", async () => {
    const failure = await answer(422, {
      detail: [issue(["body", "addresses", 0, "address"], "Value error, not an address")],
    });
    expect(failure.fields).toEqual([{ path: ["addresses", 0, "address"], message: "not an address" }]);
  });
});

describe("in a form", () => {
  test("fields that it shows are marked, the rest goes to the summary", async () => {
    const failure = await answer(422, {
      detail: [
        issue(["body", "name"], "Field required"),
        issue(["body", "name"], "second"),
        issue(["body", "site_id"], "unknown"),
        issue(["body"], "as a whole"),
      ],
    });
    expect(formErrorsOf(failure, ["name"])).toEqual({
      fields: { name: "Field required" },
      rest: ["site_id: unknown", "as a whole"],
    });
  });

  test("any other failure goes to the summary as it is", () => {
    expect(formErrorsOf(noConnection(new TypeError("no route")), ["name"])).toEqual({
      fields: {},
      rest: ["The service cannot be reached"],
    });
  });
});
