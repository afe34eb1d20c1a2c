import { requires } from "#features/users";
import type { HistoryReader } from "#features/monitoring";
import { createFairTurnstile } from "#platform/fair-turnstile";
import { LIST_BODY_BYTES, route, type Route } from "#platform/http/route";
import { AlertRuleCreate, ruleParams, toRuleColumns } from "../rules/models";
import { findRule, requireNamed, requireQuery } from "../rules/service";
import { AlertRehearsal, REHEARSED_DAYS, RehearsalQuery } from "./models";
import { rehearse, type RehearseContext } from "./rehearse";

const PATH = "/api/v1/alerts/rules";
/** Each reads days of results. */
const AT_ONCE = 2;
const QUEUE = {
  mostWaiting: 8,
  mostWaitingEach: 1,
  refusal: "Too many rules are being tried on the past just now; try again later",
};
const BUSY = "Too many rules are being tried on the past just now";
const HOW =
  `By what is stored of the last ${REHEARSED_DAYS} days, as if the rule had been made at their beginning, no other rule told of the same and ` +
  "nobody had silenced anything. Nothing is sent or kept. It takes ten seconds at most; what was not looked at by then is said.";

type Deps = HistoryReader & Pick<RehearseContext, "rehearsals">;

export function rehearsalRoutes({ db, ...deps }: Deps): Route[] {
  const turnstile = createFairTurnstile(AT_ONCE, QUEUE);
  const access = requires("alert_write");
  return [
    route(
      {
        method: "post",
        path: `${PATH}/dry-run`,
        tag: "alerts",
        summary: "What a rule that is not made yet would have told",
        description: HOW,
        access,
        noTrial: "It is a trial itself.",
        query: RehearsalQuery,
        body: AlertRuleCreate,
        bodyLimitBytes: LIST_BODY_BYTES,
        response: AlertRehearsal,
        replay: "refused",
        refusals: {
          404: "A device, group, site, service check or monitor that the rule names was not found",
          503: BUSY,
        },
      },
      async ({ body, query, caller, signal }) => {
        requireQuery(body);
        await requireNamed(db, body);
        return turnstile(String(caller.userId), () =>
          rehearse({ db, ...deps, timeZone: query.time_zone, caller, signal }, toRuleColumns(body)),
        );
      },
    ),
    route(
      {
        method: "post",
        path: `${PATH}/{rule_id}/dry-run`,
        tag: "alerts",
        summary: "What an alert rule would have told as it is now",
        description: HOW,
        access,
        noTrial: "It is a trial itself.",
        query: RehearsalQuery,
        params: ruleParams,
        response: AlertRehearsal,
        replay: "refused",
        refusals: { 404: "Alert rule not found", 503: BUSY },
      },
      async ({ params, query, caller, signal }) => {
        const rule = await findRule(db, params.rule_id);
        return turnstile(String(caller.userId), () =>
          rehearse({ db, ...deps, timeZone: query.time_zone, caller, signal }, rule),
        );
      },
    ),
  ];
}
