import { RefusedTargetError } from "#platform/active-targets";
import { codeOf } from "#platform/error-code";
import { CERTIFICATE_PROBLEMS } from "#platform/probe/certificate-problems";

type Status = "down" | "unknown";

/** Why a probe came to no answer that could be looked at. */
export class HttpTrouble extends Error {
  override readonly name = "HttpTrouble";
  readonly status: Status;

  constructor(message: string, status: Status = "down", cause?: unknown) {
    super(message, { cause });
    this.status = status;
  }
}

/** By code. What only our own side may have caused is `unknown`. */
const WORDS: Record<string, [message: string, status?: Status]> = {
  ENOTFOUND: ["the name is not known"],
  ENODATA: ["the name has no address"],
  ESERVFAIL: ["the name servers of the name fail"],
  ETIMEOUT: ["the name servers do not answer", "unknown"],
  EREFUSED: ["the name servers refuse to answer", "unknown"],
  EAI_AGAIN: ["the name servers do not answer", "unknown"],
  EBADNAME: ["the host is no name"],
  ECONNREFUSED: ["connection refused"],
  ECONNRESET: ["the connection was closed before the end of the answer"],
  EPIPE: ["the connection was closed before the end of the answer"],
  ETIMEDOUT: ["no answer to the connection"],
  EHOSTUNREACH: ["host unreachable"],
  ENETUNREACH: ["no route to the address", "unknown"],
  EADDRNOTAVAIL: ["no address or port of our own to send from", "unknown"],
  EMFILE: ["this service has no descriptor left", "unknown"],
  ENFILE: ["this machine has no descriptor left", "unknown"],
  ENOBUFS: ["this machine has no room for the request", "unknown"],
  EACCES: ["a rule of this machine forbids it", "unknown"],
  EPERM: ["a rule of this machine forbids it", "unknown"],
  HPE_HEADER_OVERFLOW: ["the header of the answer is too long"],
  ERR_INVALID_CHAR: ["a request header has characters that cannot be sent", "unknown"],
  ERR_INVALID_HTTP_TOKEN: ["a request header has no valid name", "unknown"],
  ...Object.fromEntries(
    Object.entries(CERTIFICATE_PROBLEMS).map(([code, words]): [string, [string]] => [code, [words]]),
  ),
  Z_DATA_ERROR: ["the body is not encoded as the answer says"],
  Z_BUF_ERROR: ["the encoded body is cut short"],
};

/** What a code of the system, of TLS or of a parser means; with the code itself where that is not known. */
export function describeCode(code: string): string {
  return WORDS[code]?.[0] ?? code;
}

/**
 * The trouble behind whatever was thrown on the way to an answer; of what is not known here nobody can say that it is
 * the target's.
 */
export function troubleOf(error: unknown): HttpTrouble {
  if (error instanceof HttpTrouble) return error;
  if (error instanceof RefusedTargetError) return new HttpTrouble(error.message, "unknown", error);
  const code = codeOf(error) ?? "";
  const [message, status] = WORDS[code] ?? [];
  if (message !== undefined) return new HttpTrouble(message, status, error);
  if (code.startsWith("HPE_")) return new HttpTrouble("the answer is not HTTP", "down", error);
  if (code.startsWith("ERR__ERROR_FORMAT") || /BROTLI/.test(code))
    return new HttpTrouble("the body is not encoded as the answer says", "down", error);
  if (/SSL|TLS/.test(code)) return new HttpTrouble(`the TLS handshake failed: ${code}`, "down", error);
  const why = error instanceof Error ? error.message : String(error);
  return new HttpTrouble(code === "" ? why : `${code}: ${why}`, "unknown", error);
}
