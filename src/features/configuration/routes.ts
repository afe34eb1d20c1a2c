import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import { answerBegun, Operation, UndoRefusal } from "#features/operations";
import { UndoRefused, type UndoRegistry } from "#features/undo";
import { answerPage } from "#platform/http/paging";
import { prefersAsync } from "#platform/http/prefer";
import { route, type Route } from "#platform/http/route";
import { getAppliedBundle, getApply, listApplies } from "./applies";
import { BundleWithSecrets, LARGEST_BUNDLE_BYTES, receiveBundle } from "./bundle/receive";
import { bundleSchema } from "./bundle/schema";
import { exportBundle } from "./bundle/write-bundle";
import { toYaml } from "./bundle/write-yaml";
import { findDrift } from "./drift";
import {
  AppliesQuery,
  ApplyQuery,
  ApplyUndoQuery,
  ConfigurationApply,
  ConfigurationDrift,
  ConfigurationKindRead,
  ConfigurationPlan,
  ConfigurationUndo,
  DriftQuery,
  ExportQuery,
  PlanQuery,
  StalePlan,
} from "./models";
import { hasRight } from "./registry";
import {
  applyConfiguration,
  knownKinds,
  planConfiguration,
  StalePlanError,
  type ConfigurationDeps,
} from "./service";
import { undoApply } from "./undo";

type RouteDeps = ConfigurationDeps & { undoers: UndoRegistry };

const ApplyParams = z.object({ apply_id: z.uuid() });
const NOT_FOUND = "There is no apply of that id, or it is not kept any more";
const GIVEN_UP =
  "It was given up, as the service ends or has not reached its database, or its turn did not come in time";
const TOO_MANY = "Four more bundles of the caller are waiting";
const NOT_READ = "The bundle has a kind that the caller may not read";

const upload = {
  "application/yaml": z.string().openapi({ description: "the bundle" }),
  "application/json": z
    .union([BundleWithSecrets, z.looseObject({ version: z.int() })])
    .openapi({ description: "the bundle, or its text with the values of secrets beside it" }),
};

/** The whole configuration as one text: written, compared, applied, and taken back. */
export function configurationRoutes(deps: RouteDeps): Route[] {
  return [...bundleRoutes(deps), ...planRoutes(deps), ...applyRoutes(deps)];
}

function bundleRoutes({ db, registry }: RouteDeps): Route[] {
  return [
    route(
      {
        method: "get",
        path: "/api/v1/configuration",
        tag: "system",
        summary: "The whole configuration as one bundle",
        description:
          "Everything that the caller may read; `left_out` says what that is not. The same configuration always gives the same octets. " +
          "Secrets are not in it: each is named, and has to be sent beside the bundle where it is applied to a service that does not have it.",
        access: "authenticated",
        query: ExportQuery,
        response: z.looseObject({ version: z.int() }),
        produces: ["application/yaml"],
        refusals: { 422: "`only` names what is no kind" },
      },
      async ({ query, caller, context }) => {
        const bundle = await exportBundle({ db, registry, caller }, knownKinds(registry, query.only));
        const [text, type] =
          query.format === "json"
            ? [`${JSON.stringify(bundle, null, 2)}\n`, "application/json"]
            : [toYaml(bundle), "application/yaml; charset=utf-8"];
        return context.body(text, 200, { "Content-Type": type });
      },
    ),
    route(
      {
        method: "get",
        path: "/api/v1/configuration/kinds",
        tag: "system",
        summary: "The kinds of things that bundles have, and what the caller may do with them",
        access: "authenticated",
        response: z.array(ConfigurationKindRead),
      },
      ({ caller }) =>
        registry.kinds.map((kind) => ({
          name: kind.name,
          noun: kind.noun,
          key: kind.key,
          may_read: hasRight(caller, kind.reads),
          may_write: hasRight(caller, kind.writes),
          may_be_pruned: kind.remove !== undefined,
        })),
    ),
    route(
      {
        method: "get",
        path: "/api/v1/configuration/schema",
        tag: "system",
        summary: "JSON Schema of bundles, for editors",
        access: "authenticated",
        response: z.looseObject({}),
      },
      () => bundleSchema(registry),
    ),
  ];
}

function planRoutes(deps: RouteDeps): Route[] {
  return [
    route(
      {
        method: "post",
        path: "/api/v1/configuration/plan",
        tag: "system",
        summary: "What applying a bundle would do",
        description:
          "Sentences, and each field before and after. It is compared with what is stored, then carried out and taken back, so that " +
          "what a rule would refuse is said. Things are known by what tells them from others (`GET /configuration/kinds`); one that gets another name " +
          "says its old one as `was`. Nothing is removed without `prune`.",
        access: "authenticated",
        query: PlanQuery,
        upload,
        bodyLimitBytes: LARGEST_BUNDLE_BYTES,
        response: ConfigurationPlan,
        noTrial: "A question: it is the trial of `POST /api/v1/configuration/apply`.",
        replay: "kept",
        refusals: { 403: NOT_READ, 429: TOO_MANY, 503: GIVEN_UP },
      },
      ({ upload: body, query, signal, ...request }) => {
        const { context, caller } = request;
        context.env.keepOpen?.();
        const received = receiveBundle(body);
        return planConfiguration({ ...deps, actor: actorOf(request), caller }, { received, query, signal });
      },
    ),
    route(
      {
        method: "get",
        path: "/api/v1/configuration/drift",
        tag: "system",
        summary: "What differs from the bundle that was applied last",
        description:
          "The plan of applying it again. Secrets that the service has are taken to be the right ones.",
        access: "authenticated",
        query: DriftQuery,
        response: ConfigurationDrift,
        refusals: {
          403: NOT_READ,
          422: "What the bundle names is not there any more",
          429: TOO_MANY,
          503: GIVEN_UP,
        },
      },
      ({ query, signal, ...request }) => {
        request.context.env.keepOpen?.();
        return findDrift({ ...deps, actor: actorOf(request), caller: request.caller }, { ...query, signal });
      },
    ),
  ];
}

function applyRoutes(deps: RouteDeps): Route[] {
  const { db } = deps;
  return [
    route(
      {
        method: "post",
        path: "/api/v1/configuration/apply",
        tag: "system",
        summary: "Make the configuration what a bundle says",
        description:
          "In one transaction: all of it, or nothing. It is an operation with progress, which can be cancelled; with `Prefer: respond-async` nobody " +
          "waits for its end, and its `result_link` is the apply. With the `fingerprint` of a plan it does " +
          "what that plan said, or answers 409 with the plan of now. It needs the rights of every kind that it changes. The same bundle again changes nothing.",
        access: "authenticated",
        query: ApplyQuery,
        upload,
        bodyLimitBytes: LARGEST_BUNDLE_BYTES,
        response: ConfigurationApply,
        accepted: Operation,
        noTrial: "`POST /api/v1/configuration/plan` is its trial.",
        replay: "kept",
        refusals: {
          403: "The caller may not read a kind that the bundle has, or not write one that it changes",
          409: "The plan is not that of now any more (`plan` is), the apply was cancelled, or its apply_id was used before",
          429: TOO_MANY,
          503: GIVEN_UP,
        },
        refusalModels: { 409: StalePlan },
      },
      async ({ upload: body, query, signal, ...request }) => {
        const { context, caller } = request;
        const received = receiveBundle(body);
        const ctx = { ...deps, actor: actorOf(request), caller };
        if (prefersAsync(context))
          return answerBegun(deps, context, (begun) =>
            applyConfiguration(ctx, { received, query, signal: new AbortController().signal, begun }),
          );
        context.env.keepOpen?.();
        try {
          return await getApply({ db, caller }, await applyConfiguration(ctx, { received, query, signal }));
        } catch (error) {
          if (!(error instanceof StalePlanError)) throw error;
          return context.json({ detail: error.message, plan: error.plan }, 409);
        }
      },
    ),
    route(
      {
        method: "get",
        path: "/api/v1/configuration/applies",
        tag: "system",
        summary: "Bundles that were applied, the latest first",
        description: "The last 50.",
        access: "superadmin",
        query: AppliesQuery,
        isPaged: true,
        response: z.array(ConfigurationApply),
      },
      async ({ context, query }) => answerPage(context, await listApplies({ db }, query)),
    ),
    route(
      {
        method: "get",
        path: "/api/v1/configuration/applies/{apply_id}",
        tag: "system",
        summary: "What an apply did",
        description: "For SuperAdmins, and for whoever has applied it.",
        access: "authenticated",
        params: ApplyParams,
        response: ConfigurationApply,
        refusals: { 404: NOT_FOUND },
      },
      ({ params, caller }) => getApply({ db, caller }, params.apply_id),
    ),
    route(
      {
        method: "get",
        path: "/api/v1/configuration/applies/{apply_id}/bundle",
        tag: "system",
        summary: "The bundle as it was applied",
        access: "superadmin",
        params: ApplyParams,
        response: z.looseObject({}),
        produces: ["application/yaml"],
        refusals: { 404: NOT_FOUND },
      },
      async ({ params, context }) => {
        const { bundle, format } = await getAppliedBundle({ db }, params.apply_id);
        return context.body(bundle, 200, { "Content-Type": `application/${format}; charset=utf-8` });
      },
    ),
    route(
      {
        method: "post",
        path: "/api/v1/configuration/applies/{apply_id}/undo",
        tag: "system",
        summary: "Take back all that an apply has written",
        description:
          "In one transaction: what it made is removed, what it changed is changed back, what it removed comes back. `dry_run` says what would be, " +
          "and what was changed since then. It needs the rights of everything that it writes.",
        access: "superadmin",
        params: ApplyParams,
        query: ApplyUndoQuery,
        response: ConfigurationUndo,
        replay: "kept",
        refusals: {
          403: "The caller may not write all of it",
          404: NOT_FOUND,
          409: "It cannot be taken back: `conflicts` says why; or it was cancelled",
          429: TOO_MANY,
          503: GIVEN_UP,
        },
        refusalModels: { 409: UndoRefused },
      },
      async (request) => {
        const { context, caller, params, query, signal } = request;
        context.env.keepOpen?.();
        const ctx = { ...deps, registry: deps.undoers, actor: actorOf(request), caller };
        try {
          return await undoApply(ctx, { id: params.apply_id, query, signal });
        } catch (error) {
          if (!(error instanceof UndoRefusal)) throw error;
          return context.json({ detail: error.message, conflicts: error.undo.conflicts }, 409);
        }
      },
    ),
  ];
}
