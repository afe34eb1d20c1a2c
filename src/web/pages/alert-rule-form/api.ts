import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { AlertRule } from "../../api/alerts";
import { answerOf, api, triedOf, type Model } from "../../api/client";
import { ALERTS } from "../../api/incidents";
import { FRESH } from "../../api/query-client";
import { pollEvery } from "../../api/polling";
import { RequestFailure } from "../../api/request-failure";
import { viewerZone } from "../../format/time";
import { ifMatch, versionOf, type Version } from "../../api/version";

/** Hours begin and end on the minute. */
const TIMING_MS = 60_000;

const pathOf = (id: number) => ({ path: { rule_id: id } });

export const ruleQuery = (id: number) =>
  queryOptions({
    queryKey: [ALERTS, "rule", id],
    queryFn: ({ signal }) =>
      versionOf(api.GET("/api/v1/alerts/rules/{rule_id}", { params: pathOf(id), signal })),
    // A form is filled once: what changes meanwhile is met when it is saved.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/** The same `key` sent twice adds it once. */
export function addRule(body: Model<"AlertRuleCreate">, key: string): Promise<AlertRule> {
  return atOwnFields(() =>
    answerOf(api.POST("/api/v1/alerts/rules", { params: { header: { "Idempotency-Key": key } }, body })),
  );
}

/** Changes a rule as it was read; a 412 says that it is another by now. */
export function changeRule(
  { thing, tag }: Version<AlertRule>,
  body: Model<"AlertRuleUpdate">,
): Promise<AlertRule> {
  return atOwnFields(() =>
    answerOf(
      api.PATCH("/api/v1/alerts/rules/{rule_id}", {
        params: { ...pathOf(thing.id), header: ifMatch(tag) },
        body,
      }),
    ),
  );
}

export async function deleteRule(id: number): Promise<void> {
  await answerOf(api.DELETE("/api/v1/alerts/rules/{rule_id}", { params: pathOf(id) }));
}

type PreviewRequest = Model<"AlertTextPreviewRequest">;

/** How notices would read, of a rule that is being written. */
export const previewQuery = (body: PreviewRequest) =>
  queryOptions({
    queryKey: [ALERTS, "preview", body],
    queryFn: ({ signal }) => answerOf(api.POST("/api/v1/alerts/rules/preview", { body, signal })),
    placeholderData: keepPreviousData,
  });

/** Has the rule tell its channels something, and gives what each said. */
export function testRule(id: number): Promise<Model<"AlertTestResult">> {
  return answerOf(api.POST("/api/v1/alerts/rules/{rule_id}/test", { params: pathOf(id) }));
}

const DAY_MS = 86_400_000;

/** How many lines of the last day a search finds, and the newest of them. */
export const logMatchesQuery = (q: string) =>
  queryOptions({
    queryKey: [ALERTS, "log-matches", q],
    queryFn: ({ signal }) => {
      const query = { q, start_time: new Date(Date.now() - DAY_MS).toISOString(), limit: 3 };
      return answerOf(api.GET("/api/v1/syslog/events", { params: { query }, signal }));
    },
    staleTime: FRESH.lists,
    retry: false,
    refetchOnWindowFocus: false,
  });

type Timing = Pick<Model<"AlertRuleCreate">, "severity" | "schedule" | "quiet_hours">;

/** What a rule of these hours does at this moment. */
export const timingQuery = (timing: Timing) =>
  queryOptions({
    queryKey: [ALERTS, "timing", timing],
    async queryFn({ signal }) {
      const body = { name: "Tried", event_type: "device_offline" as const, ...timing };
      const answer = api.POST("/api/v1/alerts/rules", { params: { query: { dry_run: true } }, body, signal });
      return triedOf<AlertRule>(answer);
    },
    refetchInterval: pollEvery(TIMING_MS),
  });
/** Has a rule played on what is stored of the last days; it need not be saved. */
export function rehearseRule(body: Model<"AlertRuleCreate">): Promise<Model<"AlertRehearsal">> {
  const params = { query: { time_zone: viewerZone() } };
  return answerOf(api.POST("/api/v1/alerts/rules/dry-run", { params, body }));
}

/** The form has its own words for what a rule is about: what is gone, or refused, stands at the field that names it. */
async function atOwnFields(send: () => Promise<AlertRule>): Promise<AlertRule> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
    const gone = error.status === 404 ? GONE.get(error.message) : undefined;
    if (gone !== undefined) throw atField(error, gone);
    const refused = error.fields.find(({ path }) => path[0] === "scope");
    throw refused === undefined ? error : atField(error, { field: "things", message: refused.message });
  }
}

type AtField = { field: string; message: string };

const GONE: ReadonlyMap<string, AtField> = new Map([
  ["Device not found", { field: "device_id", message: "There is no such device any more" }],
  ["Port target not found", { field: "port_target_id", message: "There is no such check any more" }],
  ["Monitor not found", { field: "monitor_id", message: "There is no such monitor any more" }],
  ["Group not found", { field: "things", message: "One of the groups is not there any more" }],
  ["Site not found", { field: "things", message: "One of the sites is not there any more" }],
]);

function atField(cause: RequestFailure, { field, message }: AtField): RequestFailure {
  return new RequestFailure({ status: 422, message, fields: [{ path: [field], message }], cause });
}
