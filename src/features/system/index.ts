export type { ReadinessProbe } from "./service";
