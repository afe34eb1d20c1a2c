import { wholeEndpoint } from "../ends/endpoints";
import type { Flow } from "../ends/flow";

const HINT = "bound|";
/**
 * Envoy's `inbound|8080|| C:q A:p B:r `: the cluster, whence it asked, who was asked of it, and who asked
 * (https://www.envoyproxy.io/docs/envoy/latest/configuration/observability/access_log/usage).
 */
const ROW =
  /(?:^|[\s"])(?:in|out)bound\|\d{0,5}\|[\w.-]{0,64}\|[\w.*-]{0,255}"? "?(?:-|[\d.:[\]a-f]{7,50})"? "?([\d.:[\]a-f]{7,50})"? "?([\d.:[\]a-f]{7,50})"?(?= |$)/;

/** Who came to a proxy of a mesh, by the columns of its access log. */
export function meshFlow(text: string): Flow | null {
  const match = text.includes(HINT) ? ROW.exec(text) : null;
  const destination = wholeEndpoint(match?.[1] ?? "");
  const source = wholeEndpoint(match?.[2] ?? "");
  if (match === null || source === null || destination === null) return null;
  return { source, destination, start: match.index, end: match.index + match[0].length };
}
