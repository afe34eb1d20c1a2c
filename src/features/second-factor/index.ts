export { createSecondFactorStarter } from "./challenges";
export { resetSecondFactor } from "./service";
