import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import { requires } from "#features/users";
import type { Db } from "#platform/database";
import { id } from "#platform/http/fields";
import { route, type Route } from "#platform/http/route";
import { IpReservationOut } from "../reservations/models";
import { SUBNET_VERSION, SubnetOut } from "../subnets/models";
import { AllocationRequest, NextAvailable, NextSubnet, NextSubnetCreate, NextSubnetQuery } from "./models";
import { allocateSubnet, nextSubnet } from "./next-subnet";
import { allocateAddresses, nextAvailable } from "./service";

const params = z.object({ subnet_id: id });

export function allocationRoutes({ db }: { db: Db }): Route[] {
  return [
    route(
      {
        method: "get",
        path: "/api/v1/ipam/subnets/{subnet_id}/next-available",
        tag: "ipam",
        summary: "The first free address",
        description:
          "Skips network, broadcast, IPv6 subnet-router, gateways, DHCP ranges, reservations in force, active leases and " +
          "the addresses of devices. Advice only: `POST …/allocate` finds and reserves in one step.",
        access: "authenticated",
        params,
        response: NextAvailable,
        refusals: {
          404: "Subnet not found",
          409: "No free IP available in this subnet (outside the DHCP pool)",
        },
      },
      ({ params }) => nextAvailable({ db }, params.subnet_id),
    ),
    route(
      {
        method: "post",
        path: "/api/v1/ipam/subnets/{subnet_id}/allocate",
        tag: "ipam",
        summary: "Find free addresses and reserve them in one step",
        description: "All of `count` or none. No address is given twice, however many ask at once.",
        access: requires("ipam_write"),
        isTryable: true,
        params,
        body: AllocationRequest,
        status: 201,
        response: z.array(IpReservationOut),
        replay: "kept",
        refusals: {
          404: "Subnet not found",
          409: "Too few addresses are free, or the preferred one is not",
          503: "Too many want addresses of this subnet at once",
        },
      },
      (request) =>
        allocateAddresses(
          { db: request.db, actor: actorOf(request) },
          { subnetId: request.params.subnet_id, request: request.body },
        ),
    ),
    route(
      {
        method: "get",
        path: "/api/v1/ipam/subnets/{subnet_id}/next-subnet",
        tag: "ipam",
        summary: "The first free subnet of a size",
        description: "It overlaps no subnet that is there. Advice only: POST finds and adds it in one step.",
        access: "authenticated",
        params,
        query: NextSubnetQuery,
        response: NextSubnet,
        refusals: { 404: "Subnet not found", 409: "No subnet of this size is free" },
      },
      ({ params, query }) => nextSubnet({ db }, { subnetId: params.subnet_id, prefix: query.prefix }),
    ),
    route(
      {
        method: "post",
        path: "/api/v1/ipam/subnets/{subnet_id}/next-subnet",
        tag: "ipam",
        summary: "Find the first free subnet of a size and add it in one step",
        access: requires("ipam_write"),
        isTryable: true,
        params,
        query: NextSubnetQuery,
        body: NextSubnetCreate,
        status: 201,
        response: SubnetOut,
        versioned: SUBNET_VERSION,
        replay: { byId: "/api/v1/ipam/subnets/{subnet_id}", isKept: true },
        refusals: { 404: "Subnet or site not found", 409: "No subnet of this size is free" },
      },
      (request) =>
        allocateSubnet(
          { db: request.db, actor: actorOf(request) },
          { subnetId: request.params.subnet_id, prefix: request.query.prefix, input: request.body },
        ),
    ),
  ];
}
