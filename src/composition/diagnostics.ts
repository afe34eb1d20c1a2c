import type { AppDeps } from "../app";
import { installedVersion } from "./installed-version";
import { instancesContextOf } from "./own-report";
import { wishesOf } from "./wishes";

/** What diagnostics look at. */
export function diagnosticsDeps(deps: AppDeps) {
  const { settings } = deps;
  const { version, changelog } = installedVersion(settings);
  return {
    host: deps.host,
    engine: deps.syslog,
    reachability: deps.reachability,
    runner: deps.operations.runner,
    probes: deps.probes,
    metrics: deps.metrics,
    version,
    ...instancesContextOf(deps),
    changelog,
    settings,
    wishes: { ...wishesOf(settings), dataFolder: deps.dataFolder },
    kept: {
      events: settings.FIREWALL_LOG_RETENTION_DAYS,
      bindings: settings.BINDING_RETENTION_DAYS,
      forwarding: settings.FORWARDING_RETENTION_DAYS,
      neighbours: settings.NEIGHBOUR_RETENTION_DAYS,
      toolResults: settings.TOOL_RESULT_RETENTION_DAYS,
    },
  };
}
