import { z } from "@hono/zod-openapi";
import type { Db } from "#platform/database";
import { id } from "#platform/http/fields";
import { route, type Route } from "#platform/http/route";
import { AddressRangePage, AddressRangeQuery, IpAddressEntry } from "./models";
import { listRanges } from "./ranges";
import { listAddresses } from "./service";

export function addressRoutes({ db }: { db: Db }): Route[] {
  return [
    route(
      {
        method: "get",
        path: "/api/v1/ipam/subnets/{subnet_id}/addresses",
        tag: "ipam",
        summary: "Every address of a subnet and what it is",
        description: "Empty for a subnet of more than 1,026 addresses.",
        access: "authenticated",
        params: z.object({ subnet_id: id }),
        response: z.array(IpAddressEntry),
        refusals: { 404: "Subnet not found" },
      },
      ({ params }) => listAddresses({ db }, params.subnet_id),
    ),
    route(
      {
        method: "get",
        path: "/api/v1/ipam/subnets/{subnet_id}/ranges",
        tag: "ipam",
        summary: "A subnet of any size, free stretches as one row each",
        access: "authenticated",
        params: z.object({ subnet_id: id }),
        query: AddressRangeQuery,
        response: AddressRangePage,
        refusals: { 404: "Subnet not found" },
      },
      ({ params, query }) => listRanges({ db }, { subnetId: params.subnet_id, query }),
    ),
  ];
}
