import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import { requires } from "#features/users";
import { DeletionPreview, dryRunFields } from "#platform/http/dry-run";
import { answerPage, pagingFields } from "#platform/http/paging";
import { QUESTION } from "#platform/http/reasons";
import { LIST_BODY_BYTES, route, type Route } from "#platform/http/route";
import { writeByKey } from "#platform/http/upsert";
import { ruleByKey } from "./by-key";
import {
  AlertRuleCreate,
  AlertRuleRead,
  AlertRuleUpdate,
  AlertTestResult,
  RULE_VERSION,
  ruleParams,
} from "./models";
import { AlertTextPreview, AlertTextPreviewRequest, previewTexts } from "./preview-rule";
import { deleteRule, getRule, listRules, updateRule } from "./service";
import { testRule, type RuleContext } from "./test-rule";

const PATH = "/api/v1/alerts/rules";
const access = requires("alert_write");
const NOT_FOUND = { 404: "Alert rule not found" };
const NAMED = "A device, group, site, service check or monitor that the rule names was not found";

export function ruleRoutes(deps: RuleContext): Route[] {
  const { db } = deps;
  return [
    route(
      {
        method: "get",
        path: PATH,
        tag: "alerts",
        summary: "Alert rules, the oldest first",
        access,
        query: z.object(pagingFields),
        isPaged: true,
        response: z.array(AlertRuleRead),
      },
      async ({ context, query }) => answerPage(context, await listRules({ db }, query)),
    ),
    route(
      {
        method: "post",
        path: PATH,
        tag: "alerts",
        summary: "Say what is to be told, and where",
        description:
          "Of trouble that lasts (a device that is down, a latency above its bound) a rule tells the beginning and the end; of what just happens (a " +
          "change of state, a new device) that it did. What was so before the rule was made is told by rules on latency, loss, flapping, certificates " +
          "and the like, and not by those on changes of state.",
        access,
        isTryable: true,
        upsert: { key: "`name`", changes: AlertRuleUpdate },
        body: AlertRuleCreate,
        bodyLimitBytes: LIST_BODY_BYTES,
        status: 201,
        response: AlertRuleRead,
        versioned: RULE_VERSION,
        replay: { byId: `${PATH}/{rule_id}` },
        refusals: { 404: NAMED, 409: "There are 500 alert rules at most" },
      },
      (request) =>
        writeByKey(request, ruleByKey({ actor: actorOf(request), caller: request.caller }, request.body)),
    ),
    route(
      {
        method: "post",
        path: `${PATH}/preview`,
        tag: "alerts",
        summary: "How notices of a rule would read",
        description: "At the beginning, at the end, and in a digest of a storm. Nothing is sent or kept.",
        access,
        noTrial: QUESTION,
        body: AlertTextPreviewRequest,
        response: AlertTextPreview,
        replay: "refused",
        refusals: { 404: "Device not found" },
      },
      ({ body }) => previewTexts(deps, body),
    ),
    route(
      {
        method: "get",
        path: `${PATH}/{rule_id}`,
        tag: "alerts",
        summary: "One alert rule",
        access,
        params: ruleParams,
        response: AlertRuleRead,
        versioned: RULE_VERSION,
        refusals: NOT_FOUND,
      },
      ({ params }) => getRule({ db }, params.rule_id),
    ),
    route(
      {
        method: "patch",
        path: `${PATH}/{rule_id}`,
        tag: "alerts",
        summary: "Change an alert rule",
        description:
          "A rule that is about other things then, or disabled, forgets what lasts by it, without a word.",
        access,
        isTryable: true,
        params: ruleParams,
        body: AlertRuleUpdate,
        bodyLimitBytes: LIST_BODY_BYTES,
        response: AlertRuleRead,
        versioned: RULE_VERSION,
        replay: { whole: `${PATH}/{rule_id}` },
        refusals: { 404: `Alert rule not found. ${NAMED}` },
      },
      (request) =>
        updateRule(
          { ...request, actor: actorOf(request) },
          { id: request.params.rule_id, changes: request.body, ifMatch: request.ifMatch },
        ),
    ),
    route(
      {
        method: "delete",
        path: `${PATH}/{rule_id}`,
        tag: "alerts",
        summary: "Remove an alert rule; what it has found stays",
        access,
        params: ruleParams,
        query: z.object(dryRunFields),
        versioned: RULE_VERSION,
        preview: DeletionPreview,
        replay: "empty",
        refusals: NOT_FOUND,
      },
      (request) =>
        deleteRule(
          { db, actor: actorOf(request) },
          { id: request.params.rule_id, isDryRun: request.query.dry_run, ifMatch: request.ifMatch },
        ),
    ),
    route(
      {
        method: "post",
        path: `${PATH}/{rule_id}/test`,
        tag: "alerts",
        summary: "Send what the rule would tell to each of its channels now",
        description:
          "With `[TEST]` in front. Nothing is counted: neither the pause of the rule nor the list of events.",
        access,
        isTryable: true,
        outside: "a test message is sent to each channel of the rule",
        params: ruleParams,
        response: AlertTestResult,
        replay: "kept",
        refusals: { ...NOT_FOUND, 400: "Rule has no notification channels configured" },
      },
      ({ params, db: written, outside }) => testRule({ ...deps, db: written, outside }, params.rule_id),
    ),
  ];
}
