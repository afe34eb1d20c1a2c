import type { ActiveTargetRule } from "#platform/active-targets";
import type { CountToolCall } from "#platform/tool-limit";

/** What holds for everything that is sent into the network for a user. */
export type ToolRules = { countCall: CountToolCall; targetRule: () => Promise<ActiveTargetRule> };
