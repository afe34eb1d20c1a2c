import { z } from "@hono/zod-openapi";
import { integer } from "#platform/http/fields";
import { isOrder, SNMP_OPERATORS } from "../probes/snmp-compare";
import { objectIdentifier } from "#platform/snmp/oid";
import { readNumber } from "#platform/snmp/value";
import { DNS_RECORD_TYPES, TLS_MODES } from "../probes/targets";
import type { CheckType } from "./kinds";

const text = (maxLength: number) => z.string().trim().min(1).max(maxLength);

const expected = text(1000).optional();

/** Of a host or of something else that DNS knows, in any script; or an address. */
const name = text(253).regex(/^(?!-)[\p{L}\p{M}\p{N}_*.:/-]*$/u, "this is no name");

const NONE = z.strictObject({});

type UdpOptions = {
  payload?: string | undefined;
  payload_encoding?: "text" | "hex" | undefined;
  expected?: string | undefined;
};

const udp = z
  .strictObject({
    payload: text(1000).optional(),
    payload_encoding: z.enum(["text", "hex"]).default("text"),
    expected,
  })
  .refine(
    ({ payload, payload_encoding: encoding }) =>
      encoding === "text" || payload === undefined || /^(?:[0-9a-fA-F]{2})+$/.test(payload),
    { path: ["payload"], message: "payload must be pairs of hexadecimal digits" },
  )
  // Without a payload its encoding says nothing, and two checks that differ in it alone are the same.
  .transform((given): UdpOptions => (given.payload === undefined ? { expected: given.expected } : given));

const dns = z.strictObject({
  name,
  record_type: z
    .string()
    .transform((given) => given.trim().toUpperCase())
    .pipe(z.enum(DNS_RECORD_TYPES))
    .default("A"),
  expected,
});

const pem = z
  .string()
  .trim()
  .max(65_536)
  .refine((given) => given.includes("-----BEGIN "), "ca must be PEM");

const mail = z.strictObject({
  tls: z.enum(TLS_MODES).default("none"),
  server_name: name.optional(),
  ca: pem.optional(),
});

const ssh = z.strictObject({ expected });

const ntp = z.strictObject({ max_offset_ms: integer({ min: 1, max: 86_400_000 }).optional() });

type SnmpOptions = {
  oid: string;
  operator: (typeof SNMP_OPERATORS)[number];
  expected?: string | undefined;
};

const snmp = z
  .strictObject({
    oid: objectIdentifier,
    operator: z.enum(SNMP_OPERATORS).default("exists"),
    expected: z
      .union([z.string(), z.number().transform(String)])
      .pipe(text(1000))
      .optional(),
  })
  .superRefine(({ operator, expected: bound }, context) => {
    const refuse = (message: string) => context.addIssue({ code: "custom", path: ["expected"], message });
    if (operator !== "exists" && bound === undefined) refuse(`${operator} needs a value to compare with`);
    else if (isOrder(operator) && bound !== undefined && readNumber(bound) === null)
      refuse(`${operator} needs a number`);
  })
  // A value that plays no part makes no other check.
  .transform((given): SnmpOptions => {
    const { oid: variable, operator } = given;
    return operator === "exists" ? { oid: variable, operator } : given;
  });

/** What only one kind of check has. */
const OPTIONS = {
  tcp: NONE,
  udp,
  http: NONE,
  https: NONE,
  dhcp: NONE,
  dns,
  smtp: mail,
  imap: mail,
  ssh,
  ntp,
  snmp,
} as const satisfies Record<CheckType, z.ZodType>;

export type Options<Kind extends CheckType> = z.output<(typeof OPTIONS)[Kind]>;

/** The options of a kind as they were stored, or as somebody sends them. */
export function parseOptions<Kind extends CheckType>(kind: Kind, given: unknown) {
  return OPTIONS[kind].safeParse(given) as z.ZodSafeParseResult<Options<Kind>>;
}
