export { Heartbeat } from "./heartbeat";
export { startReleaseFeed, type ReleaseFeed } from "./release-feed";
export { checkReadiness, recordStartedVersion, type InstalledVersion, type ReadinessProbe } from "./service";
