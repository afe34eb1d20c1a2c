import { domainToASCII } from "node:url";
import {
  type ActiveTargetRule,
  RefusedTargetError,
  refusalOfTarget,
  resolveTarget,
} from "#platform/active-targets";
import { codeOf } from "#platform/error-code";
import { ApiError, badRequest } from "#platform/errors";
import { parseAddress } from "#platform/ip";
import type { LookUpName } from "#platform/name-lookup";
import { untilAborted, withinTime } from "#platform/pause";

export type TargetRules = {
  rule: ActiveTargetRule;
  /** In place of the system's. */
  lookUp?: LookUpName | undefined;
  signal: AbortSignal;
};

/** How long the address of a name is waited for. */
const RESOLVE_MS = 3000;
const LONGEST_NAME = 253;
/** Of a name of a host (RFC 1123 section 2.1), and underscores, which some have all the same. */
const LABEL = /^(?!-)[a-z\d_-]{1,63}(?<!-)$/i;
/** What else a URL's parser would cut off or read in its own way. */
const WRITTEN = /^[a-z\d._\-\u{80}-\u{10ffff}]+$/iu;
const INVALID = "Invalid active tool target";

/**
 * The one address that a tool may send to for a host: looked up once and judged, so that a name cannot mean another one
 * a moment later.
 * @throws ApiError 400 that says what is wrong; the signal's reason.
 */
export async function resolveToolTarget(
  host: string,
  { rule, lookUp, signal }: TargetRules,
): Promise<string> {
  signal.throwIfAborted();
  const name = nameOf(host);
  const refusal = (address: Parameters<typeof refusalOfTarget>[0]) => refusalOfTarget(address, rule);
  try {
    const resolving = resolveTarget(name, { refusal, ...(lookUp !== undefined && { lookUp }) });
    const [address] = await withinTime(RESOLVE_MS, untilAborted(resolving, signal), () =>
      badRequest(`Timed out resolving target host: ${host}`),
    );
    return address.toString();
  } catch (error) {
    if (error instanceof RefusedTargetError) throw badRequest(error.message);
    const code = codeOf(error);
    if (code === undefined || error instanceof ApiError || signal.aborted) throw error;
    const words = code === "ETIMEOUT" ? "Timed out resolving" : "Unable to resolve";
    throw new ApiError(400, `${words} target host: ${host}`, { cause: error });
  }
}

/** What a row of the audit log calls a port of a host. */
export function endpointText(host: string, port: number): string {
  return host.includes(":") && !host.startsWith("[") ? `[${host}]:${port}` : `${host}:${port}`;
}

/**
 * @throws ApiError 400 where the text is neither a name nor an address: it never gets as far as a resolver or a
 * program.
 */
function nameOf(host: string): string {
  const bare = host.replace(/^\[(.*)\]$/, "$1");
  if (parseAddress(bare) !== undefined) return bare;
  if (!WRITTEN.test(bare)) throw badRequest(INVALID);
  const ascii = domainToASCII(bare.replace(/\.$/, ""));
  const isName = ascii !== "" && ascii.length <= LONGEST_NAME && ascii.split(".").every(isLabel);
  if (!isName) throw badRequest(INVALID);
  // An odd spelling of an address becomes a plain one on the way, and is not what was written.
  if (parseAddress(ascii) !== undefined) throw badRequest(INVALID);
  return ascii;
}

function isLabel(label: string): boolean {
  return LABEL.test(label);
}
