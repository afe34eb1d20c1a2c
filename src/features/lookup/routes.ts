import { z } from "@hono/zod-openapi";
import { dateTime, integer } from "#platform/http/fields";
import { route, type Route } from "#platform/http/route";
import { LookupResult } from "./models";
import { lookUp, type LookupContext } from "./service";

const address = z.string().max(64);
const LookupQuery = z.object({
  at: dateTime().optional().openapi({
    type: "string",
    format: "date-time",
    description: "who had the addresses at this moment (`holders`); absent: now",
  }),
});

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
          "may know them, and who had an address at a given moment. A name is that of a device (with or without its domain), of a subnet, a reservation or a lease. " +
          "What is leased to a MAC address or a name, or reserved for it, counts among its addresses.",
        access: "authenticated",
        params: z.object({ term: z.string().trim().min(1).max(255).openapi({ example: "192.0.2.10" }) }),
        query: LookupQuery,
        response: LookupResult,
      },
      ({ params: { term }, query: { at }, caller, signal }) =>
        lookUp(ctx, { term, caller, now: new Date(), at }, signal),
    ),
    route(
      {
        method: "get",
        path: "/api/v1/lookup/{address}/{prefix_length}",
        tag: "topology",
        summary: "All that is known of a network, its slash written as it is",
        access: "authenticated",
        params: z.object({ address, prefix_length: integer({ min: 0, max: 128 }) }),
        query: LookupQuery,
        response: LookupResult,
      },
      ({ params, query: { at }, caller, signal }) => {
        const term = `${params.address}/${params.prefix_length}`;
        return lookUp(ctx, { term, caller, now: new Date(), at }, signal);
      },
    ),
  ];
}
