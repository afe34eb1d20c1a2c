import { RefusedTargetError } from "#platform/active-targets";
import { codeOf } from "#platform/error-code";
import { escapeControls } from "#platform/control-characters";

/** What stands between us and a bucket, in words for the one who set it up. */
export class BucketError extends Error {
  override readonly name = "BucketError";
  /** As the other side calls it, such as `NoSuchKey`. */
  readonly code: string;

  constructor(message: string, { code, cause }: { code: string; cause: unknown }) {
    super(message, { cause });
    this.code = code;
  }
}

type Named = { bucket: string; host: string };

/** By the codes of S3 (its API reference, "Error responses") and of Bun's client. */
const WORDS: Readonly<Record<string, (named: Named) => string>> = {
  NoSuchBucket: ({ bucket, host }) => `there is no bucket ${bucket} at ${host}`,
  NoSuchKey: () => "the file is not in the bucket",
  InvalidBucketName: ({ bucket }) => `${bucket} is no name of a bucket there`,
  InvalidAccessKeyId: () => "the access key ID is not known there",
  // The client sends that of the environment, whatever it is told (Bun 1.4.5).
  InvalidToken: () =>
    "AWS_SESSION_TOKEN or S3_SESSION_TOKEN of the service's environment belongs to other keys: unset it",
  SignatureDoesNotMatch: () => "the secret access key does not belong to the access key ID",
  AccessDenied: ({ bucket }) =>
    `the access key may not do that in the bucket ${bucket}; it needs to list, read, write and delete there`,
  AllAccessDisabled: () => "the account there is disabled",
  AuthorizationHeaderMalformed: () => "the region is another one than the bucket's",
  PermanentRedirect: () => "the bucket is in another region, or at another endpoint",
  RequestTimeTooSkewed: () => "the clocks of here and there differ by more than 15 minutes",
  EntityTooLarge: () => "the backup is larger than may be stored there",
  QuotaExceeded: () => "the bucket is full",
  SlowDown: () => "the other side asks to come again later",
  ServiceUnavailable: () => "the other side is not available at the moment",
  ConnectionRefused: ({ host }) => `nothing answers at ${host}: the connection was refused`,
  ConnectionClosed: ({ host }) => `${host} closed the connection`,
  DNSResolveFailed: ({ host }) => `the name ${host} cannot be resolved`,
  ENOTFOUND: ({ host }) => `the name ${host} cannot be resolved`,
  ENODATA: ({ host }) => `the name ${host} has no address`,
  EAI_AGAIN: ({ host }) => `the name ${host} cannot be resolved at the moment`,
  TimeoutError: ({ host }) => `${host} did not answer in time`,
  UnknownError: ({ host }) => `${host} answered with an error that is none of S3`,
};

const CERTIFICATE = /CERT|SELF_SIGNED|ISSUER|TLS|SSL/i;

export function toBucketError(error: unknown, named: Named): BucketError {
  if (error instanceof BucketError) return error;
  const code = codeOf(error) ?? (error instanceof Error ? error.name : "");
  return new BucketError(wordsOf(error, { ...named, code }), { code, cause: error });
}

function wordsOf(error: unknown, { code, ...named }: Named & { code: string }): string {
  const words = WORDS[code];
  if (words !== undefined) return words(named);
  if (error instanceof RefusedTargetError) return `${named.host}: ${error.message}`;
  if (CERTIFICATE.test(code)) return `the certificate of ${named.host} is not trusted (${code})`;
  const message = error instanceof Error ? error.message : String(error);
  return escapeControls(`${code === "" ? "" : `${code}: `}${message}`).slice(0, 300);
}
