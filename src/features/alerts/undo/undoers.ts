import type { Undoer } from "#features/undo";
import { ACKNOWLEDGEMENT_UNDOERS } from "./acknowledgement";
import { RULE_UNDOERS } from "./rules";
import { SILENCE_UNDOERS } from "./silences";

/** How changes of rules, silences and acknowledgements are taken back. What was sent stays sent. */
export const ALERT_UNDOERS: readonly Undoer[] = [
  ...RULE_UNDOERS,
  ...SILENCE_UNDOERS,
  ...ACKNOWLEDGEMENT_UNDOERS,
];
