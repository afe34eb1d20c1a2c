export { createSecondFactorStarter } from "./challenges";
export { requireOwner } from "./proof";
export { contextOf } from "./request-context";
export { resetSecondFactor } from "./service";
