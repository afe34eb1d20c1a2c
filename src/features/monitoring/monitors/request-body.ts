import type { BodyEncoding } from "../http/options";

/** Why a body cannot be sent as it is encoded. */
export class RequestBodyError extends Error {
  override readonly name = "RequestBodyError";
}

/**
 * What is sent: JSON without what its writer put between, a form of the members of a JSON object. @throws
 * RequestBodyError
 */
export function encodeBody(text: string, encoding: BodyEncoding): string {
  switch (encoding) {
    case "json":
      return JSON.stringify(parseJson(text));
    case "form":
      return new URLSearchParams(membersOf(parseJson(text))).toString();
    case "text":
    case "xml":
      return text;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new RequestBodyError("The request body is not JSON", { cause });
  }
}

function membersOf(value: unknown): [name: string, value: string][] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new RequestBodyError("The request body of a form must be a JSON object");
  }
  return Object.entries(value).flatMap(([name, given]: [string, unknown]) =>
    (Array.isArray(given) ? given : [given]).map((one: unknown): [string, string] => [name, textOf(one)]),
  );
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
