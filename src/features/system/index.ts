export { startReleaseFeed, type ReleaseFeed } from "./release-feed";
export { recordStartedVersion, type InstalledVersion, type ReadinessProbe } from "./service";
