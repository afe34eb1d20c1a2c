import { z } from "@hono/zod-openapi";
import { integer } from "#platform/http/fields";
import { route, type Route } from "#platform/http/route";
import { LookupResult } from "./models";
import { lookUp, type LookupContext } from "./service";

const address = z.string().max(64);

export function lookupRoutes(ctx: LookupContext): Route[] {
  return [
    route(
      {
        method: "get",
        path: "/api/v1/lookup/{term}",
        tag: "topology",
        summary: "All that is known of an address, a network, a MAC address or a name",
        description:
          "Devices, subnets, reservations, leases, links, last events and last changes in one answer, as far as the caller " +
          "may know them. A name is that of a device (with or without its domain), of a subnet, a reservation or a lease.",
        access: "authenticated",
        params: z.object({ term: z.string().trim().min(1).max(255).openapi({ example: "192.0.2.10" }) }),
        response: LookupResult,
      },
      ({ params: { term }, caller, signal }) => lookUp(ctx, { term, caller, now: new Date() }, signal),
    ),
    route(
      {
        method: "get",
        path: "/api/v1/lookup/{address}/{prefix_length}",
        tag: "topology",
        summary: "All that is known of a network, its slash written as it is",
        access: "authenticated",
        params: z.object({ address, prefix_length: integer({ min: 0, max: 128 }) }),
        response: LookupResult,
      },
      ({ params, caller, signal }) => {
        const term = `${params.address}/${params.prefix_length}`;
        return lookUp(ctx, { term, caller, now: new Date() }, signal);
      },
    ),
  ];
}
