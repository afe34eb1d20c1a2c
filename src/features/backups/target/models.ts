import { z } from "@hono/zod-openapi";
import { hostOfUrl, refusalOfCheck, RefusedTargetError } from "#platform/active-targets";
import { boolean } from "#platform/http/fields";
import { parseAddress } from "#platform/ip";
import { PLACES } from "../scheduled/store";

const line = (maxLength: number) => z.string().max(maxLength).trim();

const endpoint = line(300)
  .superRefine((text, context) => {
    const problem = text === "" ? undefined : problemOfEndpoint(text);
    if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
  })
  .transform((text) => text.replace(/\/+$/, ""));

function problemOfEndpoint(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || !/^https?:\/\/[^/]/i.test(text)) return "must be an http or https address";
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "")
    return "must have nothing but a host and a port";
  if (url.pathname !== "/") return "must have no path: the bucket has a field of its own";
  try {
    const address = parseAddress(hostOfUrl(text));
    return address === undefined ? undefined : refusalOfCheck(address);
  } catch (error) {
    if (error instanceof RefusedTargetError) return error.message;
    throw error;
  }
}

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
const bucket = line(63).refine(
  (text) => text === "" || /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(text),
  "must be 3 to 63 lower-case letters, digits, dots and hyphens",
);

const prefix = line(200)
  .refine((text) => /^[\w!.*'()/-]*$/.test(text), "must be letters, digits and any of / _ - . ! * ' ( )")
  .transform((text) => text.replace(/^\/+|\/+$/g, ""))
  .refine(
    (text) => text === "" || text.split("/").every((part) => !/^\.*$/.test(part)),
    "must not have an empty part, or one of dots alone",
  )
  .transform((text) => (text === "" ? "" : `${text}/`));

const region = line(63).refine((text) => /^[a-z\d-]+$/.test(text), "must be such as us-east-1");
/** Of headers and of Authorization's parts, which commas and blanks divide. */
const accessKey = line(200).refine(
  (text) => /^[\x21-\x2b\x2d-\x7e]*$/.test(text),
  "must be of ASCII letters, digits and signs",
);
const secretKey = line(300).refine(
  (text) => /^[\x20-\x7e]*$/.test(text),
  "must be of ASCII letters, digits and signs",
);
const passphrase = z
  .string()
  .max(200)
  .refine((text) => text === "" || text.length >= 12, "must have 12 characters at least");

export const BackupTargetUpdate = z
  .object({
    place: z.enum(PLACES),
    endpoint,
    region,
    bucket,
    prefix,
    path_style: boolean(),
    access_key_id: accessKey,
    secret_access_key: secretKey,
    passphrase,
  })
  .partial()
  .openapi("BackupTargetUpdate", {
    description: "Absent fields keep their value; an empty text removes it.",
  });
export type BackupTargetUpdate = z.output<typeof BackupTargetUpdate>;

export const BackupTargetRead = z
  .object({
    place: z.enum(PLACES).openapi({ description: "where scheduled backups go" }),
    folder: z.string().openapi({ description: "the folder `backups` of the data directory" }),
    endpoint: z.string().openapi({ example: "https://s3.eu-central-1.amazonaws.com" }),
    region: z.string().openapi({ example: "eu-central-1" }),
    bucket: z.string(),
    prefix: z
      .string()
      .openapi({ description: "below it backups lie, and nothing else is touched", example: "netatlas/" }),
    path_style: z.boolean().openapi({
      description:
        "true: the bucket is in the path, as MinIO and the like have it; false: in front of the host",
    }),
    access_key_id: z.string(),
    secret_access_key_set: z.boolean(),
    passphrase_set: z.boolean().openapi({
      description: "scheduled backups are encrypted; false: whoever can read the place can read them",
    }),
  })
  .openapi("BackupTargetRead");
export type BackupTargetRead = z.output<typeof BackupTargetRead>;

export const BackupTargetTest = z
  .object({
    ok: z.boolean(),
    message: z.string().openapi({ description: "one sentence for people" }),
  })
  .openapi("BackupTargetTest");
export type BackupTargetTest = z.output<typeof BackupTargetTest>;
