import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import { requires } from "#features/users";
import type { Db } from "#platform/database";
import { DeletionPreview, dryRunFields } from "#platform/http/dry-run";
import { id } from "#platform/http/fields";
import { answerPage } from "#platform/http/paging";
import { route, type Route } from "#platform/http/route";
import { writeByKey } from "#platform/http/upsert";
import { subnetByKey } from "./by-key";
import { listSubnets } from "./list";
import { SUBNET_VERSION, SubnetCreate, SubnetOut, SubnetQuery, SubnetUpdate } from "./models";
import { deleteSubnet, getSubnet, updateSubnet } from "./service";

const params = z.object({ subnet_id: id });
const NOT_FOUND = { 404: "Subnet not found" };
const WRITE_REFUSALS = {
  404: "Subnet or site not found",
  409: "A subnet with this CIDR already exists",
};

export function subnetRoutes({ db }: { db: Db }): Route[] {
  return [
    route(
      {
        method: "get",
        path: "/api/v1/ipam/subnets",
        tag: "ipam",
        summary: "All subnets, or those that the filters let through, with how full they are, by name",
        access: "authenticated",
        query: SubnetQuery,
        isPaged: true,
        response: z.array(SubnetOut),
      },
      async ({ context, query }) => answerPage(context, await listSubnets({ db }, query)),
    ),
    route(
      {
        method: "post",
        path: "/api/v1/ipam/subnets",
        tag: "ipam",
        summary: "Add a subnet",
        description:
          "Subnets nest. Host bits of the CIDR are cleared; `cidr_as_sent` then says what was sent.",
        access: requires("ipam_write"),
        isTryable: true,
        upsert: { key: "`cidr`", changes: SubnetUpdate },
        body: SubnetCreate,
        status: 201,
        response: SubnetOut,
        versioned: SUBNET_VERSION,
        replay: { byId: "/api/v1/ipam/subnets/{subnet_id}" },
        refusals: { ...WRITE_REFUSALS, 404: "Site not found" },
      },
      (request) => writeByKey(request, subnetByKey(actorOf(request), request.body)),
    ),
    route(
      {
        method: "get",
        path: "/api/v1/ipam/subnets/{subnet_id}",
        tag: "ipam",
        summary: "One subnet",
        access: "authenticated",
        params,
        response: SubnetOut,
        versioned: SUBNET_VERSION,
        refusals: NOT_FOUND,
      },
      ({ params }) => getSubnet({ db }, params.subnet_id),
    ),
    route(
      {
        method: "patch",
        path: "/api/v1/ipam/subnets/{subnet_id}",
        tag: "ipam",
        summary: "Change a subnet",
        access: requires("ipam_write"),
        isTryable: true,
        params,
        body: SubnetUpdate,
        response: SubnetOut,
        versioned: SUBNET_VERSION,
        replay: { whole: "/api/v1/ipam/subnets/{subnet_id}" },
        refusals: WRITE_REFUSALS,
      },
      (request) =>
        updateSubnet(
          { db: request.db, actor: actorOf(request) },
          { id: request.params.subnet_id, changes: request.body, ifMatch: request.ifMatch },
        ),
    ),
    route(
      {
        method: "delete",
        path: "/api/v1/ipam/subnets/{subnet_id}",
        tag: "ipam",
        summary: "Remove a subnet",
        description: "Its reservations stay, without a subnet; subnets in it stay too.",
        access: requires("ipam_write"),
        params,
        query: z.object(dryRunFields),
        versioned: SUBNET_VERSION,
        preview: DeletionPreview,
        replay: "empty",
        refusals: NOT_FOUND,
      },
      (request) =>
        deleteSubnet(
          { db, actor: actorOf(request) },
          { id: request.params.subnet_id, isDryRun: request.query.dry_run, ifMatch: request.ifMatch },
        ),
    ),
  ];
}
