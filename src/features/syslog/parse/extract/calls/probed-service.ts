import { portNumber } from "../../values/field-text";
import { Hinted } from "../../values/hinted";
import type { Endpoint } from "../ends/endpoints";
import type { Flow } from "../ends/flow";
import { destinationFlow } from "../ends/flow-parts";

/** Whose health was looked at, with its port: `Health probe failed for server A on port p`. */
const PROBED = new Hinted(
  /\b(?:health[ -]?(?:probe|check|monitor)|probe|keepalive)(?: [\w.-]{1,32})? (?:(?:has |was )?(?:failed|fails|succeeded|passed|timed out|timeout)|failure|success|error|timeout) (?:to |(?:to|for|on|of|against) (?:the )?(?:(?:real|backend|pool|remote|upstream|origin) )?(?:server|host|node|member|target|backend|real|rserver|service|instance) (?:[\w.-]{1,64} )?)["'([]?(?=[\d[]|[\da-f]{0,4}:)/i,
  "probe|keepalive|health check|health-check|healthcheck|health monitor|health-monitor|healthmonitor",
);
const ON_PORT = /^["')\]]?,? (?:on|at) (?:(?:tcp|udp) )?port:? (\d{1,5})(?![\d.])/i;
const MAX_BEHIND = 32;

/** The service that a load balancer called to see whether it is well, where its port is told. */
export function probedService(text: string, service: Endpoint): Flow | null {
  const match = service.isPrefix ? null : PROBED.exec(text);
  if (match === null || match.index + match[0].length !== service.start) return null;
  const behind = ON_PORT.exec(text.slice(service.end, service.end + MAX_BEHIND))?.[1];
  const port = service.port ?? portNumber(behind ?? "");
  return port === null ? null : destinationFlow({ ...service, port });
}
