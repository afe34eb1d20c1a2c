import { askByConnection } from "#platform/echo/connections";
import type { EchoAnswer, TroubleKind } from "#platform/echo/answer";
import type { Reachability } from "#platform/echo/reachability";
import type { CheckOutcome } from "./decide";

const ECHOES = { count: 3, timeoutMs: 3000, spacingMs: 200 };
/** A device that answers no echo may take a connection to one of these. */
const TCP = { ports: [80, 443, 22, 8080, 53, 8443], timeoutMs: 500 };
/** Enough for thousands of silent devices a minute; each takes a socket for every port. */
const CONNECTED_AT_ONCE = 64;

/** What it means for an address that it could not be asked: nothing. */
const NOT_ASKED = new Set<TroubleKind>([
  "no_route",
  "network_down",
  "not_permitted",
  "no_room",
  "invalid_address",
]);

/**
 * Whether devices answer: three echoes each, all devices at once; those that are silent are tried by TCP. In the order
 * of the addresses.
 */
export async function probeDevices(
  reachability: Reachability,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<CheckOutcome[]> {
  const answers = await reachability.echo(addresses, { ...ECHOES, tcp: TCP, signal });
  const silent = answers
    .filter((answer) => isSilent(answer) && answer.method !== "tcp")
    .map(({ address }) => address);
  const connected = await askByConnection(silent, { ...TCP, signal, atOnce: CONNECTED_AT_ONCE });
  const byAddress = new Map(connected.map((answer) => [answer.address, answer]));
  return answers.map((answer) =>
    outcomeOf(isSilent(answer) ? (byAddress.get(answer.address) ?? answer) : answer, answer),
  );
}

function isSilent({ received, trouble }: EchoAnswer): boolean {
  return received === 0 && (trouble === null || !NOT_ASKED.has(trouble.kind));
}

function outcomeOf(answer: EchoAnswer, echo: EchoAnswer): CheckOutcome {
  const { received, averageMs, method, tcpPort } = answer;
  const details = { method, ...(tcpPort === null ? {} : { port: tcpPort }) };
  if (received > 0) return { status: "up", latencyMs: averageMs, error: null, statusCode: null, details };
  const trouble = echo.trouble ?? answer.trouble;
  const isUnasked = trouble !== null && NOT_ASKED.has(trouble.kind);
  return {
    status: isUnasked ? "unknown" : "down",
    latencyMs: null,
    error: trouble?.message ?? "No answer",
    statusCode: null,
    details: { method: echo.method },
  };
}
