import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import { requires } from "#features/users";
import type { Db } from "#platform/database";
import { WHOLE } from "#platform/http/conditional";
import { DeletionPreview, dryRunFields } from "#platform/http/dry-run";
import { id } from "#platform/http/fields";
import { answerPage } from "#platform/http/paging";
import { route, type Route } from "#platform/http/route";
import { writeByKey } from "#platform/http/upsert";
import { groupByKey } from "./by-key";
import {
  GroupQuery,
  GroupResetAssignmentsResult,
  TopologyGroupCreate,
  TopologyGroupRead,
  TopologyGroupUpdate,
} from "./models";
import { deleteGroup, getGroup, listGroups, resetDeviceAssignments, updateGroup } from "./service";
import type { SubnetSync } from "./subnet-sync";

const PATH = "/api/v1/topology/groups";
const params = z.object({ group_id: id });

type Deps = { db: Db; syncSubnet: SubnetSync };

export function groupRoutes(deps: Deps): Route[] {
  const { db, syncSubnet } = deps;
  return [
    route(
      {
        method: "get",
        path: PATH,
        tag: "topology",
        summary: "Groups (VLANs), or those that the filters let through, by name",
        access: "authenticated",
        query: GroupQuery,
        isPaged: true,
        response: z.array(TopologyGroupRead),
      },
      async ({ context, query }) => answerPage(context, await listGroups({ db }, query)),
    ),
    route(
      {
        method: "post",
        path: PATH,
        tag: "topology",
        summary: "Add a group",
        description: "Where it has an `ip_range`, the IPAM subnet of that range gets its values.",
        access: requires("topology_write"),
        isTryable: true,
        upsert: { key: "`name`", changes: TopologyGroupUpdate },
        body: TopologyGroupCreate,
        status: 201,
        response: TopologyGroupRead,
        versioned: WHOLE,
        replay: { byId: `${PATH}/{group_id}` },
        refusals: {
          404: "Parent group or site not found",
          409: "Group name already exists, or another subnet has the range",
        },
      },
      (request) => writeByKey(request, groupByKey({ actor: actorOf(request), syncSubnet }, request.body)),
    ),
    route(
      {
        method: "post",
        path: `${PATH}/reset-device-assignments`,
        tag: "topology",
        summary: "Take every device out of its group",
        access: requires("topology_write"),
        isTryable: true,
        response: GroupResetAssignmentsResult,
        replay: "kept",
      },
      (request) => resetDeviceAssignments({ db: request.db, actor: actorOf(request) }),
    ),
    ...oneGroupRoutes(deps),
  ];
}

function oneGroupRoutes({ db, syncSubnet }: Deps): Route[] {
  return [
    route(
      {
        method: "get",
        path: `${PATH}/{group_id}`,
        tag: "topology",
        summary: "One group",
        access: "authenticated",
        params,
        response: TopologyGroupRead,
        versioned: WHOLE,
        refusals: { 404: "Group not found" },
      },
      ({ params: { group_id: groupId } }) => getGroup({ db }, groupId),
    ),
    route(
      {
        method: "patch",
        path: `${PATH}/{group_id}`,
        tag: "topology",
        summary: "Change a group",
        description: "A new name is written to its devices, the network to its IPAM subnet.",
        access: requires("topology_write"),
        isTryable: true,
        params,
        body: TopologyGroupUpdate,
        response: TopologyGroupRead,
        versioned: WHOLE,
        replay: { whole: `${PATH}/{group_id}` },
        refusals: {
          404: "Group, parent group or site not found",
          409: "Group name already exists, or another subnet has the range",
        },
      },
      (request) =>
        updateGroup(
          { db: request.db, actor: actorOf(request), syncSubnet },
          { groupId: request.params.group_id, changes: request.body, ifMatch: request.ifMatch },
        ),
    ),
    route(
      {
        method: "delete",
        path: `${PATH}/{group_id}`,
        tag: "topology",
        summary: "Remove a group",
        description: "Its devices stay, without a group; groups in it become top-level ones.",
        access: requires("topology_write"),
        params,
        query: z.object(dryRunFields),
        preview: DeletionPreview,
        versioned: WHOLE,
        replay: "empty",
        refusals: { 404: "Group not found" },
      },
      (request) =>
        deleteGroup(
          { db, actor: actorOf(request) },
          {
            groupId: request.params.group_id,
            ifMatch: request.ifMatch,
            isDryRun: request.query.dry_run,
          },
        ),
    ),
  ];
}
