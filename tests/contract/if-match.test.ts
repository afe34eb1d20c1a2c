import { afterAll, expect, test } from "bun:test";
import { createTestService } from "../support/app";
import { readDocument, routesOf, type DocumentedRoute } from "../support/conformance";
import { givenWrites } from "./write-examples";

/** Walks the OpenAPI document: a write of an object heeds If-Match, or says why not. */
const service = await createTestService();
afterAll(service.close);
const routes = routesOf(await readDocument(service.app));
const token = await service.tokenOf(await service.givenAdmin());
const API = "/api/v1";
const examples = await givenWrites(service, token);

const nameOf = ({ method, path }: DocumentedRoute) => `${method} ${path.replace(API, "")}`;
const takesIfMatch = ({ operation }: DocumentedRoute) =>
  operation.parameters?.some(({ name }) => name === "If-Match") === true;
const ofObjects = routes.filter(({ method }) => ["PUT", "PATCH", "DELETE"].includes(method));
const conditional = ofObjects.filter(takesIfMatch);

test("every write of an object heeds If-Match, or says why not", () => {
  expect(conditional.length).toBeGreaterThan(45);
  const reasonOf = ({ operation }: DocumentedRoute) => operation["x-no-if-match"];
  expect(
    ofObjects.filter((route) => takesIfMatch(route) === (reasonOf(route) !== undefined)).map(nameOf),
  ).toEqual([]);
  const reasons = ofObjects.map((route) => reasonOf(route) ?? "It has none, and needs none.");
  expect(reasons.filter((reason) => !/^[A-Z].{15,}\.$/.test(reason))).toEqual([]);
});

test.each(conditional.map((route) => [nameOf(route), route] as const))(
  "%s of another object than it was is refused: 412, with the tag that it has, and nothing is done",
  async (name, { method }) => {
    const write = examples[name];
    if (write === undefined) throw new Error(`no example of ${name}`);
    const send = (tag: string, query = "") =>
      service.call(`${method} ${API}${write.path}${query}`, {
        token,
        headers: { "If-Match": tag },
        ...(write.body === undefined ? {} : { body: write.body }),
      });
    const notes = () => service.database.sql`SELECT count(*) FROM audit_log`;
    const before = await notes();
    const refused = await send('"old"');
    expect({ status: refused.status, text: refused.text }).toMatchObject({ status: 412 });
    expect(await notes()).toEqual(before);
    const tag = refused.headers.get("ETag") ?? "";
    expect(tag).toMatch(/^"[\w.-]+"$/);
    const tried = await send(tag, `${write.path.includes("?") ? "&" : "?"}dry_run=true`);
    expect({ status: tried.status, text: tried.text }).toMatchObject({ status: 200 });
  },
);
