import { UnreadableSecret, type Encryption } from "#platform/encryption";
import type { HttpProbeOptions } from "../http/options";
import type { HttpProbeOutcome, ProbeHttp } from "../http/probe";
import { openSecrets, toMonitorFields, type MonitorRow, type OpenSecrets } from "./monitor-rows";
import { toProbeOptions, type Asked } from "./probe-options";
import { RequestBodyError } from "./request-body";

export type MonitorOutcome = HttpProbeOutcome & {
  /**
   * Which of the things that the answer had to be it was not, or that it was all of them; null where no answer came.
   */
  assertionDetail: string | null;
};

export type Probed = {
  monitor: Asked & { upside_down: boolean };
  secrets: OpenSecrets;
  /** For a person who tries: the beginning of the answer is wanted, too. */
  withExcerpt?: boolean;
};

const NOT_FAILED = "Inverted monitor expected the request to fail";

/** Asks a monitor's URL once, and says whether that is what the monitor wants. @throws the signal's reason. */
export async function probeMonitor(
  probeHttp: ProbeHttp,
  { monitor, secrets, withExcerpt = false }: Probed,
  signal: AbortSignal,
): Promise<MonitorOutcome> {
  const options = optionsOf(monitor, secrets);
  if (options instanceof RequestBodyError) return notSent(options);
  const found = await probeHttp({ ...options, withExcerpt }, { signal });
  const outcome = { ...found, assertionDetail: describeAssertions(found, options) };
  return monitor.upside_down ? turnUpsideDown(outcome) : outcome;
}

/**
 * Asks what a monitor asks as it is stored. One whose secrets cannot be read is not asked. @throws the signal's reason.
 */
export async function probeStoredMonitor(
  { probeHttp, encryption }: { probeHttp: ProbeHttp; encryption: Encryption },
  row: MonitorRow,
  signal: AbortSignal,
): Promise<MonitorOutcome> {
  try {
    const secrets = openSecrets(encryption, row);
    return await probeMonitor(probeHttp, { monitor: toMonitorFields(row, []), secrets }, signal);
  } catch (error) {
    if (error instanceof UnreadableSecret) return notSent(error);
    throw error;
  }
}

function optionsOf(monitor: Asked, secrets: OpenSecrets): HttpProbeOptions | RequestBodyError {
  try {
    return toProbeOptions(monitor, secrets);
  } catch (error) {
    if (error instanceof RequestBodyError) return error;
    throw error;
  }
}

/** Of what was not asked nothing is known. */
function notSent({ message }: Error): MonitorOutcome {
  return {
    status: "unknown",
    latencyMs: null,
    error: message,
    statusCode: null,
    details: {},
    responseSizeBytes: null,
    certificateExpiresAt: null,
    certificateIssuer: null,
    assertions: [],
    assertionDetail: null,
    redirects: [],
    excerpt: null,
  };
}

function describeAssertions(
  { assertions, statusCode }: HttpProbeOutcome,
  { keyword, jsonPath }: HttpProbeOptions,
): string | null {
  if (assertions.length === 0) return null;
  const broken = assertions.find(({ passed }) => !passed);
  if (broken === undefined) return "Response assertions passed";
  if (broken.name === "status") return `HTTP ${statusCode} is outside accepted status codes`;
  if (broken.name === "keyword")
    return keyword?.isInverted ? "Forbidden keyword found" : "Required keyword not found";
  if (jsonPath !== undefined && broken.name.startsWith("JSON"))
    return `JSON assertion failed at ${jsonPath.path}`;
  return `${broken.name}: expected ${broken.expected}, found ${broken.actual}`;
}

/** One that could tell nothing still does. */
function turnUpsideDown(outcome: MonitorOutcome): MonitorOutcome {
  switch (outcome.status) {
    case "up":
      return { ...outcome, status: "down", error: NOT_FAILED, assertionDetail: NOT_FAILED };
    case "down":
      return { ...outcome, status: "up", error: null };
    case "unknown":
      return outcome;
  }
}
