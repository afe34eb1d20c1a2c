import { requires } from "#features/users";
import type { ActiveTargetRule } from "#platform/active-targets";
import type { Db } from "#platform/database";
import type { Reachability } from "#platform/echo/reachability";
import type { Encryption } from "#platform/encryption";
import { createFairTurnstile } from "#platform/fair-turnstile";
import { QUESTION } from "#platform/http/reasons";
import { route, type Route } from "#platform/http/route";
import type { CountToolCall } from "#platform/tool-limit";
import { CheckSuggestionRequest, CheckSuggestions } from "./models";
import { suggestChecks } from "./suggest";

type Deps = {
  db: Db;
  encryption: Encryption;
  reachability: Reachability;
  countCall: CountToolCall;
  targetRule: () => Promise<ActiveTargetRule>;
};

/** Each has hundreds of connections under way. */
const AT_ONCE = 2;
const QUEUE = {
  mostWaiting: 8,
  mostWaitingEach: 2,
  refusal: "Too many devices are being looked at for services; try again later",
};

export function suggestionRoutes({ db, encryption, reachability, countCall, targetRule }: Deps): Route[] {
  const turnstile = createFairTurnstile(AT_ONCE, QUEUE);
  return [
    route(
      {
        method: "post",
        path: "/api/v1/monitoring/suggestions",
        tag: "monitoring",
        summary: "Which service checks devices would pass",
        description:
          "Asks each device for the services that this product can check and for usual ports, by real handshakes, and keeps nothing. Each " +
          "suggestion is a check that has just succeeded; what does not answer is not listed. By SNMP a device is asked with its own profile only. " +
          "It takes some seconds, at most 20. Link-local and metadata addresses are never asked, public ones where the settings allow it.",
        access: requires("monitoring_write"),
        noTrial: QUESTION,
        body: CheckSuggestionRequest,
        response: CheckSuggestions,
        replay: "refused",
        refusals: {
          429: "The user has made TOOL_RATE_LIMIT_MAX_CALLS calls of tools in the window",
          503: "Others are looking for services just now",
        },
      },
      async ({ body, caller, signal }) => {
        await countCall(caller.userId);
        return turnstile(String(caller.userId), async () => {
          signal.throwIfAborted();
          return suggestChecks({ db, encryption, reachability, rule: await targetRule() }, body, signal);
        });
      },
    ),
  ];
}
