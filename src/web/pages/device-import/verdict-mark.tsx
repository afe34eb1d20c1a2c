import { StatusMark, type Status } from "../../components/badge/status-mark";
import type { Action } from "./verdicts";

export const VERDICT_WORDS: Readonly<Record<Action, string>> = {
  failed: "Error",
  created: "Add",
  updated: "Change",
  skipped: "Skip",
  unchanged: "Unchanged",
};

const MARKS: Readonly<Record<Action, Status>> = {
  failed: "down",
  created: "ok",
  updated: "maintenance",
  skipped: "unknown",
  unchanged: "unknown",
};

/** What becomes of a row. */
export function VerdictMark({ action }: { action: Action }) {
  return <StatusMark status={MARKS[action]} label={VERDICT_WORDS[action]} />;
}
