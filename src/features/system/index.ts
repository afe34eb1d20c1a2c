export { Heartbeat } from "./heartbeat";
export { ReachabilityStatus, ReadinessCheck } from "./models";
export { patientProbe } from "./patient-probe";
export { startReleaseFeed, type ReleaseFeed } from "./release-feed";
export { checkReadiness, recordStartedVersion, type InstalledVersion, type ReadinessProbe } from "./service";
