import { requires } from "#features/users";
import type { Db } from "#platform/database";
import type { Encryption } from "#platform/encryption";
import type { Reachability } from "#platform/echo/reachability";
import { QUESTION } from "#platform/http/reasons";
import { route, type Route } from "#platform/http/route";
import type { Logger } from "#platform/log";
import type { WorkerPool } from "#platform/workers";
import {
  PingRequest,
  PingResult,
  SnmpProbeRequest,
  SnmpProbeResult,
  TcpPortCheckRequest,
  TcpPortCheckResult,
  TlsCheckRequest,
  TlsCheckResult,
  type TracerouteHop,
  TracerouteRequest,
  TracerouteResult,
} from "./models";
import type { Target, ToolDesk } from "../desk";
import { asked } from "../kept/finding";
import { ping } from "./ping";
import { checkPorts, portsOf } from "./port-check";
import { BUSY, LIMITED, TARGET_REFUSED, toToolCaller } from "../refusals";
import { findSnmpAccess } from "./snmp-access";
import { probeSnmpAgent } from "./snmp-probe";
import { endpointText } from "../target";
import { checkTls } from "./tls-check";
import { traceroute } from "./traceroute";
import { openTraceStream } from "./traceroute-stream";

type Deps = {
  db: Db;
  log: Logger;
  encryption: Encryption;
  reachability: Reachability;
  pool: WorkerPool;
};

const ACTIVE = {
  method: "post",
  tag: "tools",
  access: requires("tools_active"),
  replay: "refused",
  noTrial: QUESTION,
} as const;
const NO_SOCKETS = "Nothing of the kind can be sent from here; the text says what would let it";

/** Tools that send something to a host that their user names. Each call is put into the audit log. */
export function activeToolRoutes(desk: ToolDesk, deps: Deps): Route[] {
  return [
    pingRoute(desk, deps),
    tracerouteRoute(desk, deps),
    portCheckRoute(desk),
    snmpRoute(desk, deps),
    tlsRoute(desk),
  ];
}

function pingRoute(desk: ToolDesk, { reachability }: Deps): Route {
  return route(
    {
      ...ACTIVE,
      path: "/api/v1/tools/ping",
      summary: "Whether a host answers echo requests, and how fast",
      description:
        "Requests go out 0.2 s apart. A host that does not answer is an answer with all lost, and `error` where something said why.",
      body: PingRequest,
      response: PingResult,
      refusals: {
        400: TARGET_REFUSED,
        429: LIMITED,
        503: `${NO_SOCKETS}; \`Ping is unavailable\`; ${BUSY}`,
        504: "Ping timed out",
      },
    },
    (request) => {
      const { host, count } = request.body;
      const entry = { action: "tools.ping", target: host, detail: `count=${count}` };
      const caller = toToolCaller(request);
      return desk.send(caller, { host, entry }, async (target) => {
        const result = await ping(reachability, target, request.body);
        return desk.answer(caller, { tool: "ping", asked: asked(host), result });
      });
    },
  );
}

function tracerouteRoute(desk: ToolDesk, { reachability, log }: Deps): Route {
  return route(
    {
      ...ACTIVE,
      path: "/api/v1/tools/traceroute",
      summary: "The routers on the way to a host",
      description:
        "By ICMP echo requests of the service's own with growing hop limits, else by the program `traceroute`. Numeric only. With `Accept: text/event-stream` as server-sent " +
        "events: `hop` (TracerouteHop) as each is known, then `result` (TracerouteResult), or `error` with `status` and `detail` as the plain answer " +
        "would have had them. Who leaves ends it.",
      body: TracerouteRequest,
      response: TracerouteResult,
      produces: ["text/event-stream"],
      refusals: {
        400: TARGET_REFUSED,
        429: LIMITED,
        503: `${NO_SOCKETS}; \`Traceroute is unavailable\`; ${BUSY}`,
        504: "Traceroute timed out",
      },
    },
    (request) => {
      const { body, context, signal } = request;
      const { host, max_hops: maxHops } = body;
      const entry = { action: "tools.traceroute", target: host, detail: `max_hops=${maxHops}` };
      const caller = toToolCaller(request);
      // It may take longer than an answer usually may.
      context.env.keepOpen?.();
      const trace = async (target: Target, onHop?: (hop: TracerouteHop) => void) => {
        const result = await traceroute(reachability, { ...target, request: body }, onHop);
        return desk.answer(caller, { tool: "traceroute", asked: asked(host), result });
      };
      if (!context.req.header("Accept")?.includes("text/event-stream"))
        return desk.send(caller, { host, entry }, (target) => trace(target));
      return desk.open(caller, { host, entry }, (target) =>
        openTraceStream({ log, signal }, (onHop, left) => trace({ ...target, signal: left }, onHop)),
      );
    },
  );
}

function portCheckRoute(desk: ToolDesk): Route {
  return route(
    {
      ...ACTIVE,
      path: "/api/v1/tools/port-check",
      summary: "Whether ports of a host take connections",
      description:
        "A closed port is an answer. By UDP one zero octet is sent: only a datagram shows that somebody is there, and only an ICMP error that nobody is.",
      body: TcpPortCheckRequest,
      response: TcpPortCheckResult,
      refusals: { 400: TARGET_REFUSED, 429: LIMITED, 503: BUSY },
    },
    (request) => {
      const { host, protocol } = request.body;
      const ports = portsOf(request.body);
      const [first = 0, ...others] = ports;
      const entry = {
        action: "tools.port_check",
        target: `${endpointText(host, first)}/${protocol}`,
        ...(others.length > 0 && { detail: `ports=${[first, ...others].join(",")}` }),
      };
      const caller = toToolCaller(request);
      return desk.send(caller, { host, entry }, async (target) => {
        const result = await checkPorts(target, request.body);
        return desk.answer(caller, { tool: "port_check", asked: asked(host, { ports, protocol }), result });
      });
    },
  );
}

function snmpRoute(desk: ToolDesk, { db, encryption, pool }: Deps): Route {
  return route(
    {
      ...ACTIVE,
      path: "/api/v1/tools/snmp/probe",
      summary: "What an SNMP agent says of its device",
      description:
        "System, interfaces (names, status) and the ARP table, at most 512 rows of each and 30 s in all; `notes` say where a table was broken off. " +
        "Credentials are those of a profile, or stand in the request and are kept nowhere.",
      body: SnmpProbeRequest,
      response: SnmpProbeResult,
      refusals: {
        400: `${TARGET_REFUSED}; \`SNMP community or profile is required\`; what the agent refuses`,
        404: "SNMP profile not found",
        429: LIMITED,
        503: BUSY,
        504: "SNMP request to <host> timed out",
      },
    },
    async (request) => {
      const access = await findSnmpAccess({ db, encryption }, request.body);
      const { host } = request.body;
      const entry = { action: "tools.snmp_probe", target: endpointText(host, access.port) };
      const caller = toToolCaller(request);
      const { profile_id: profileId } = request.body;
      return desk.send(caller, { host, entry }, async (target) => {
        const result = await probeSnmpAgent({ pool }, target, access);
        return desk.answer(caller, {
          tool: "snmp_probe",
          asked: asked(host, { ports: [access.port], profile_id: profileId }),
          result,
        });
      });
    },
  );
}

function tlsRoute(desk: ToolDesk): Route {
  return route(
    {
      ...ACTIVE,
      path: "/api/v1/tools/tls",
      summary: "The certificate of a TLS server",
      description:
        "What it says, and what is wrong with it: expired, for another name, of an authority that is not trusted. A server that shows none is an answer with `error`.",
      body: TlsCheckRequest,
      response: TlsCheckResult,
      refusals: { 400: TARGET_REFUSED, 429: LIMITED, 503: BUSY },
    },
    (request) => {
      const { host, port } = request.body;
      const entry = { action: "tools.tls_check", target: endpointText(host, port) };
      const caller = toToolCaller(request);
      return desk.send(caller, { host, entry }, async (target) => {
        const result = await checkTls(target, request.body);
        return desk.answer(caller, { tool: "tls_check", asked: asked(host, { ports: [port] }), result });
      });
    },
  );
}
