export { lookAround, type HostDescription, type Wishes } from "./findings";
export { judge, type Findings, type ListenerFinding } from "./doctor/judge";
export type { FeatureVerdict } from "./doctor/models";
