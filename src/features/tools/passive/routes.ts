import { requires } from "#features/users";
import { QUESTION } from "#platform/http/reasons";
import { route, type Route } from "#platform/http/route";
import type { ToolDesk } from "../desk";
import { asked } from "../kept/finding";
import { lookUpNames, lookUpRecords } from "./name-records";
import { withNameServers } from "./name-servers";
import {
  DnsLookupRequest,
  DnsLookupResult,
  ReverseDnsRequest,
  ReverseDnsResult,
  SubnetCalculatorRequest,
  SubnetCalculatorResult,
} from "./models";
import { calculateSubnet } from "./subnet";
import { BUSY, LIMITED, TARGET_REFUSED, toToolCaller } from "../refusals";

/** Tools that tell, and send at most a question to a name server. */
export function passiveToolRoutes(desk: ToolDesk): Route[] {
  return [
    route(
      {
        method: "post",
        path: "/api/v1/tools/dns",
        tag: "tools",
        summary: "Records of a name",
        description:
          "No such name is an answer without records (`response_code` NXDOMAIN). The name servers of the system are asked in turns, 2 s each and 4 s in all; " +
          "answers that do not fit into a datagram come by TCP. To choose a `server` needs the permission `tools_active` as well: " +
          "something is sent to an address that the caller names, which is put into the audit log.",
        access: requires("tools_passive"),
        noTrial: QUESTION,
        body: DnsLookupRequest,
        response: DnsLookupResult,
        replay: "refused",
        refusals: {
          400: TARGET_REFUSED,
          403: "A server was chosen without the permission `tools_active`",
          429: LIMITED,
          503: `The name server cannot be asked (\`DNS is unavailable: …\`); ${BUSY}`,
          504: "DNS lookup timed out",
        },
      },
      (request) => {
        const { name, record_type, server, server_port: port } = request.body;
        const as = toToolCaller(request);
        return withNameServers(
          desk,
          { caller: request.caller, as, chosen: server, port, asked: name },
          async (servers) => {
            const result = await lookUpRecords(request.body, servers);
            return desk.answer(as, { tool: "dns", asked: asked(name, { record_type, server }), result });
          },
        );
      },
    ),
    route(
      {
        method: "post",
        path: "/api/v1/tools/reverse-dns",
        tag: "tools",
        summary: "Names of an address",
        description: "An address without a name is an answer without names. `server` as in `/tools/dns`.",
        access: requires("tools_passive"),
        noTrial: QUESTION,
        body: ReverseDnsRequest,
        response: ReverseDnsResult,
        replay: "refused",
        refusals: {
          400: TARGET_REFUSED,
          403: "A server was chosen without the permission `tools_active`",
          429: LIMITED,
          503: `The name server cannot be asked (\`DNS is unavailable: …\`); ${BUSY}`,
          504: "Reverse DNS lookup timed out",
        },
      },
      (request) => {
        const { ip_address: address, server, server_port: port } = request.body;
        const as = toToolCaller(request);
        return withNameServers(
          desk,
          { caller: request.caller, as, chosen: server, port, asked: address },
          async (servers) => {
            const result = await lookUpNames(address, servers);
            return desk.answer(as, { tool: "reverse_dns", asked: asked(address, { server }), result });
          },
        );
      },
    ),
    route(
      {
        method: "post",
        path: "/api/v1/tools/subnet",
        tag: "tools",
        summary: "What can be reckoned of a network",
        description:
          "IPv4 and IPv6, exact at any size. Division into smaller networks, the larger one around it, and which addresses and networks lie in it, where asked for.",
        access: requires("tools_passive"),
        noTrial: QUESTION,
        body: SubnetCalculatorRequest,
        response: SubnetCalculatorResult,
        replay: "refused",
        refusals: {
          400: "A prefix length that the network's family does not have, or that leads the wrong way",
          429: LIMITED,
          503: BUSY,
        },
      },
      (request) => desk.serve(toToolCaller(request), async () => calculateSubnet(request.body, new Date())),
    ),
  ];
}
