import { createConditions } from "#features/alerts";
import { createDamageLog } from "#features/monitoring";
import { createCollectorReports, readCollector, type SyslogEngine } from "#features/syslog";
import type { Logger } from "#platform/log";

type Deps = { syslog: SyslogEngine; dataFolder: string; log: Logger };

/**
 * What alert rules are asked about again and again, with what only this process can see. `reportsOwn`: it has a
 * collector.
 */
export function openConditions(
  { syslog, dataFolder, log }: Deps,
  { reportsOwn }: { reportsOwn: boolean },
): ReturnType<typeof createConditions> {
  return createConditions({
    readCollectors: createCollectorReports(reportsOwn ? () => readCollector(syslog, dataFolder) : undefined),
    onDamage: createDamageLog(log),
  });
}
