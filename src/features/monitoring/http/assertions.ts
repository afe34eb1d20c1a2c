import { oneLine } from "#platform/one-line";
import type { Answer } from "./exchange";
import { compareJson } from "./json-value";
import { isDeeperThan } from "./json-depth";
import type { HttpProbeOptions } from "./options";
import { isAccepted } from "./status-codes";
import { HttpTrouble } from "./trouble";

/** Each text is one line of at most 255 characters. */
export type Assertion = { name: string; passed: boolean; expected: string; actual: string };

/** As much of a body as is looked at. */
export const MAX_LOOKED_AT_BYTES = 2 * 1024 * 1024;
/** To write a value of a hundred thousand levels again takes the thread of all requests for seconds, and fails. */
const MAX_JSON_LEVELS = 512;

/**
 * Whether an answer is what it must be, point by point; the status first. @throws HttpTrouble where its body cannot be
 * read.
 */
export function assertAnswer(
  answer: Answer,
  { options, latencyMs }: { options: HttpProbeOptions; latencyMs: number },
): Assertion[] {
  const { keyword, jsonPath, responseHeaders = [], maxBodyBytes, maxResponseMs } = options;
  const made: Assertion[] = [
    {
      name: "status",
      passed: isAccepted(answer.statusCode, options.acceptedStatusCodes),
      expected: options.acceptedStatusCodes,
      actual: String(answer.statusCode),
    },
    ...responseHeaders.map((wanted) => headerAssertion(answer, wanted)),
  ];
  if (keyword !== undefined) made.push(keywordAssertion(textOf(answer), keyword));
  if (jsonPath !== undefined) made.push(jsonAssertion(answer, jsonPath));
  if (maxBodyBytes !== undefined) made.push(sizeAssertion(answer, maxBodyBytes));
  if (maxResponseMs !== undefined) {
    made.push({
      name: "response time",
      passed: latencyMs <= maxResponseMs,
      expected: `at most ${maxResponseMs} ms`,
      actual: `${Math.round(latencyMs)} ms`,
    });
  }
  return made.map(shown);
}

function shown({ name, passed, expected, actual }: Assertion): Assertion {
  return { name: oneLine(name), passed, expected: oneLine(expected), actual: oneLine(actual) };
}

function headerAssertion(
  { headers }: Answer,
  { name, operator, expected }: { name: string; operator: "equals" | "contains"; expected: string },
): Assertion {
  const found = headers[name.toLowerCase()];
  const value = Array.isArray(found) ? found.join(", ") : found;
  const passed = operator === "equals" ? value === expected : value?.includes(expected) === true;
  return {
    name: `header ${name}`,
    passed,
    expected: operator === "equals" ? expected : `contains ${expected}`,
    actual: value ?? "no such header",
  };
}

function keywordAssertion(text: string, { text: wanted, isInverted }: { text: string; isInverted: boolean }) {
  const isThere = text.includes(wanted);
  return {
    name: "keyword",
    passed: isThere !== isInverted,
    expected: isInverted ? `without ${wanted}` : `with ${wanted}`,
    actual: isThere ? "the body has it" : "the body does not have it",
  };
}

function jsonAssertion(answer: Answer, wanted: NonNullable<HttpProbeOptions["jsonPath"]>): Assertion {
  const { path, operator, expected } = wanted;
  const isBare = operator === "exists" || operator === "not_exists";
  const told = {
    name: `JSON ${path}`,
    expected: isBare ? operator.replace("_", " ") : `${operator.replace("_", " ")} ${expected}`,
  };
  const text = textOf(answer);
  if (isDeeperThan(text, MAX_JSON_LEVELS))
    return { ...told, passed: false, actual: `the body has more than ${MAX_JSON_LEVELS} levels` };
  try {
    const { passed, actual } = compareJson(JSON.parse(text), wanted);
    return { ...told, passed, actual: actual ?? "nothing there" };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { ...told, passed: false, actual: "the body is not JSON" };
  }
}

function sizeAssertion({ body }: Answer, maxBytes: number): Assertion {
  const isMore = body.isTruncated || body.sizeBytes > maxBytes;
  return {
    name: "body size",
    passed: !isMore,
    expected: `at most ${maxBytes} octets`,
    actual: isMore ? "more" : `${body.sizeBytes} octets`,
  };
}

/** @throws HttpTrouble where the body is in an encoding that is not known here, or more than is looked at. */
function textOf({ headers, body }: Answer): string {
  if (body.unknownEncoding !== undefined) {
    throw new HttpTrouble(`the body is encoded as ${body.unknownEncoding}, which is not known here`);
  }
  if (body.isTruncated || body.sizeBytes > MAX_LOOKED_AT_BYTES) {
    throw new HttpTrouble("Response exceeds 2 MiB limit");
  }
  return decodeText(body.kept, headers["content-type"]);
}

/** In the character set that the content type names, else UTF-8; what is none becomes U+FFFD. */
export function decodeText(octets: Buffer, contentType: string | undefined): string {
  const [, name = "utf-8"] = /;\s*charset="?([^\s";]+)/i.exec(contentType ?? "") ?? [];
  try {
    // What is no label of an encoding is refused with a RangeError.
    return new TextDecoder(name as Bun.Encoding).decode(octets);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return octets.toString("utf8");
  }
}
