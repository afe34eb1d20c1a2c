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
import { relationshipByKey } from "./by-key";
import { RelationshipCreate, RelationshipQuery, RelationshipRead, RelationshipUpdate } from "./models";
import { deleteRelationship, getRelationship, pageRelationships, updateRelationship } from "./service";

const PATH = "/api/v1/topology/relationships";
const params = z.object({ relationship_id: id });

export function linkRoutes({ db }: { db: Db }): Route[] {
  return [
    route(
      {
        method: "get",
        path: PATH,
        tag: "topology",
        summary: "Links between devices, by id",
        access: "authenticated",
        query: RelationshipQuery,
        isPaged: true,
        response: z.array(RelationshipRead),
      },
      async ({ context, query }) => answerPage(context, await pageRelationships({ db }, query)),
    ),
    route(
      {
        method: "post",
        path: PATH,
        tag: "topology",
        summary: "Link two devices",
        description:
          "A-B and B-A are one link. Parallel links between two devices differ in an interface or in the type.",
        access: requires("topology_write"),
        isTryable: true,
        upsert: {
          key: "the two devices, the interface at each, and `relationship_type`",
          changes: RelationshipUpdate,
        },
        body: RelationshipCreate,
        status: 201,
        response: RelationshipRead,
        versioned: WHOLE,
        replay: { byId: `${PATH}/{relationship_id}` },
        refusals: {
          400: "Device relationship is invalid: a device does not exist",
          409: "The same interfaces are linked with this type already, in either direction",
        },
      },
      (request) => writeByKey(request, relationshipByKey(actorOf(request), request.body)),
    ),
    ...oneLinkRoutes(db),
  ];
}

function oneLinkRoutes(db: Db): Route[] {
  return [
    route(
      {
        method: "get",
        path: `${PATH}/{relationship_id}`,
        tag: "topology",
        summary: "One link",
        access: "authenticated",
        params,
        response: RelationshipRead,
        versioned: WHOLE,
        refusals: { 404: "Relationship not found" },
      },
      ({ params: { relationship_id: relationshipId } }) => getRelationship({ db }, relationshipId),
    ),
    route(
      {
        method: "patch",
        path: `${PATH}/{relationship_id}`,
        tag: "topology",
        summary: "Change a link",
        access: requires("topology_write"),
        isTryable: true,
        params,
        body: RelationshipUpdate,
        response: RelationshipRead,
        versioned: WHOLE,
        replay: { whole: `${PATH}/{relationship_id}` },
        refusals: {
          400: "Relationship is invalid (one device at both ends), or a device does not exist",
          404: "Relationship not found",
          409: "The same interfaces are linked with this type already, in either direction",
        },
      },
      (request) =>
        updateRelationship(
          { db: request.db, actor: actorOf(request) },
          {
            relationshipId: request.params.relationship_id,
            changes: request.body,
            ifMatch: request.ifMatch,
          },
        ),
    ),
    route(
      {
        method: "delete",
        path: `${PATH}/{relationship_id}`,
        tag: "topology",
        summary: "Remove a link",
        access: requires("topology_write"),
        params,
        query: z.object(dryRunFields),
        preview: DeletionPreview,
        versioned: WHOLE,
        replay: "empty",
        refusals: { 404: "Relationship not found" },
      },
      (request) =>
        deleteRelationship(
          { db, actor: actorOf(request) },
          {
            relationshipId: request.params.relationship_id,
            ifMatch: request.ifMatch,
            isDryRun: request.query.dry_run,
          },
        ),
    ),
  ];
}
