import { z } from "@hono/zod-openapi";
import { optionalText } from "#platform/http/fields";
import { parseJsonPath } from "../http/json-value";

/** Fields of monitors, each by itself; what they must be together is in `rules.ts`. */

const BAD_URL = "URL must be a valid http:// or https:// address";
const URL_WITH_SECRET = "URL must not hold a user name or password: use auth_type basic";

/** The text of an address that is asked by HTTP. */
export const httpUrl = z
  .string()
  .min(1)
  .max(2048)
  .transform((text) => text.trim())
  .superRefine((text, context) => {
    const message = problemOfUrl(text);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  })
  .openapi({ type: "string", minLength: 1, maxLength: 2048, example: "https://www.example.com/health" });

function problemOfUrl(text: string): string | undefined {
  const url = /[\s\p{Cc}]/u.test(text) ? null : URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || !isHost(url.hostname)) return BAD_URL;
  // Everybody who may read the monitor reads its URL.
  return url.username === "" && url.password === "" ? undefined : URL_WITH_SECRET;
}

const LONGEST_NAME = 253;
const LONGEST_LABEL = 63;

/** An address, or a name as `URL` gives it, in ASCII; `URL` itself takes names that no host can have. */
function isHost(hostname: string): boolean {
  if (/^\[[\da-f:.]+\]$/.test(hostname)) return true;
  const name = hostname.replace(/\.$/, "");
  const areLabels = name.split(".").every((label) => label.length <= LONGEST_LABEL && /^[\w-]+$/.test(label));
  return name.length <= LONGEST_NAME && areLabels;
}

/** Null, or a proxy's address, which may name its user. */
export const proxyUrl = z
  .string()
  .max(2048)
  .transform((text) => text.trim())
  .refine(
    (text) => text === "" || /^https?:$/.test(URL.parse(text)?.protocol ?? ""),
    "proxy_url must be a valid http:// or https:// address",
  )
  .nullable()
  .openapi({ type: ["string", "null"], maxLength: 2048, example: "http://proxy.example.com:3128" });

const MAX_TAGS = 30;
const LONGEST_TAG = 40;

export const tags = z
  .array(z.string())
  .max(MAX_TAGS)
  .transform((given) => [...new Set(given.map((tag) => tag.trim()).filter((tag) => tag !== ""))])
  .refine(
    (given) => given.every((tag) => tag.length <= LONGEST_TAG),
    `tags must be no longer than ${LONGEST_TAG} characters`,
  )
  .openapi({
    type: "array",
    items: { type: "string", maxLength: LONGEST_TAG },
    maxItems: MAX_TAGS,
    example: ["public"],
  });

/** `204, 200-299` without its blanks. */
export const acceptedStatusCodes = z
  .string()
  .max(255)
  .transform((text) => text.replaceAll(/\s/g, ""))
  .superRefine((text, context) => {
    const message = problemOfCodes(text.split(","));
    if (message !== undefined) context.addIssue({ code: "custom", message });
  })
  .openapi({ type: "string", maxLength: 255, example: "200-299,304" });

function problemOfCodes(parts: readonly string[]): string | undefined {
  if (parts.length > 30 || parts.every((part) => part === ""))
    return "accepted_status_codes must contain between 1 and 30 codes or ranges";
  return parts.every(isRange) ? undefined : "accepted status codes must be between 100 and 599";
}

function isRange(part: string): boolean {
  const [, first, last = first] = /^(\d{3})(?:-(\d{3}))?$/.exec(part) ?? [];
  return first !== undefined && first >= "100" && first <= String(last) && String(last) <= "599";
}

/** RFC 9110 5.6.2. */
const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,128}$/;

/** Header names to values. None of them clears what is stored. */
export const requestHeaders = z
  .record(z.string(), z.string())
  .superRefine((headers, context) => {
    const given = Object.entries(headers);
    if (given.length > 50) {
      context.addIssue({ code: "custom", message: "request_headers cannot contain more than 50 headers" });
    }
    if (!given.every(([name, value]) => HEADER_NAME.test(name) && isHeaderValue(value))) {
      context.addIssue({
        code: "custom",
        message: "request_headers contains an invalid header name or value",
      });
    }
  })
  .nullable()
  .openapi({
    type: ["object", "null"],
    additionalProperties: { type: "string" },
    example: { Accept: "application/json" },
  });

export const ExpectedHeader = z
  .object({
    name: z.string().regex(HEADER_NAME).openapi({ maxLength: 128, example: "content-type" }),
    operator: z.enum(["equals", "contains"]).default("equals"),
    expected: z.string().max(2000),
  })
  .openapi("ExpectedHeader");

export const expectedHeaders = z.array(ExpectedHeader).max(20).openapi({
  description: "headers that the answer must have",
});

function isHeaderValue(value: string): boolean {
  return value.length <= 8192 && !/[\r\n\0]/.test(value);
}

/** A secret text; nothing clears what is stored. */
export function secretText(maxLength: number) {
  return z
    .string()
    .max(maxLength)
    .nullable()
    .openapi({ type: ["string", "null"], maxLength });
}

/** A certificate or key as PEM (RFC 7468); nothing clears what is stored. */
export function pem(name: string) {
  return z
    .string()
    .max(65_536)
    .refine((text) => text.trim() === "" || text.includes("-----BEGIN "), `${name} must be PEM`)
    .nullable()
    .openapi({ type: ["string", "null"], maxLength: 65_536 });
}

/** A path to one value (RFC 9535), or null. */
export const jsonPath = optionalText(1000)
  .superRefine((text, context) => {
    const message = text === null ? undefined : problemOfPath(text);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  })
  .openapi({ example: "$.items[0].status", description: "`$` or a path to one value (RFC 9535)" });

function problemOfPath(text: string): string | undefined {
  try {
    parseJsonPath(text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : text;
  }
}
