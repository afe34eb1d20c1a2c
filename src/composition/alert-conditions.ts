import { createConditions } from "#features/alerts";
import { createDamageLog } from "#features/monitoring";
import { createCollectorReports, readCollector, type SyslogEngine } from "#features/syslog";
import type { Logger } from "#platform/log";

type Deps = { syslog: SyslogEngine; dataFolder: string; log: Logger };

/** What alert rules are asked about again and again, with what only this process can see. */
export function openConditions({ syslog, dataFolder, log }: Deps): ReturnType<typeof createConditions> {
  return createConditions({
    readCollectors: createCollectorReports(() => readCollector(syslog, dataFolder)),
    onDamage: createDamageLog(log),
  });
}
