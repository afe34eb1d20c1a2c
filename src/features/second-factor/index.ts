export { createSecondFactorStarter } from "./challenges";
export { mustEnrol } from "./must-enrol";
export { requireOwner } from "./proof";
export { contextOf } from "./request-context";
export { resetSecondFactor } from "./service";
export { SECOND_FACTOR_RULE_UNDOER } from "./undo";
