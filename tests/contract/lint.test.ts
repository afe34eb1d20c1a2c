import { afterAll, expect, test } from "bun:test";
import { z } from "zod";
import { createTestService } from "../support/app";
import { readDocument, routesOf } from "../support/conformance";
import { lintDocument, type Finding } from "../support/lint-document";

/** The document by Redocly's recommended rules, for tools that follow the specification to the letter. */
const service = await createTestService();
afterAll(service.close);
const document = await readDocument(service.app);
const found = await lintDocument(document);
const lineOf = ({ rule, place, message }: Finding) => `${rule} at ${place}: ${message}`;

/** Two paths of the API's first contract that a word and an id tell apart; a client can take neither for the other. */
const AMBIGUOUS =
  /^Paths should resolve unambiguously\. Found two ambiguous paths: `([^`]*)` and `([^`]*)`\.$/;
const isWord = (segment: string) => !segment.startsWith("{");

/** True where the paths differ by a word in the place of an id, and ids are numbers. */
function differByAnId(message: string): boolean {
  const [, one = "", other = ""] = AMBIGUOUS.exec(message) ?? [];
  const [left, right] = [one.split("/"), other.split("/")];
  return left.some((segment, index) => {
    const facing = right[index] ?? "";
    if (isWord(segment) === isWord(facing)) return false;
    const [path, name] = isWord(segment) ? [other, facing] : [one, segment];
    return isNumber(path, name.slice(1, -1)) && /[a-z]/.test(isWord(segment) ? segment : facing);
  });
}

const Parameter = z.looseObject({ name: z.string(), schema: z.looseObject({ type: z.string().optional() }) });

function isNumber(path: string, name: string): boolean {
  const route = routesOf(document).find((known) => known.path === path);
  const parameters = z.array(Parameter).parse(route?.operation.parameters ?? []);
  return parameters.find((parameter) => parameter.name === name)?.schema.type === "integer";
}

/** A sign-in by a provider leads on and answers nothing itself: 302 is its success. */
const REDIRECTS = [
  "#/paths/~1api~1v1~1auth~1oidc~1login/get/responses",
  "#/paths/~1api~1v1~1auth~1oidc~1callback/get/responses",
];

function isExplained({ rule, place, message }: Finding): boolean {
  if (rule === "no-ambiguous-paths") return differByAnId(message);
  return rule === "operation-2xx-response" && REDIRECTS.includes(place);
}

test("nothing is wrong with the document, and what is doubtful is explained", () => {
  expect(found.filter(({ severity }) => severity === "error").map(lineOf)).toEqual([]);
  expect(found.filter((finding) => !isExplained(finding)).map(lineOf)).toEqual([]);
});

test("what breaks a rule is found", async () => {
  const operation = {
    summary: "Broken",
    tags: ["system"],
    operationId: "broken",
    security: [],
    responses: {},
  };
  const broken = await lintDocument({ ...document, paths: { "/broken/{id}": { get: operation } } });
  expect(broken.map(({ rule }) => rule)).toContain("path-parameters-defined");
});
