import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { openCommandDatabase } from "#platform/command-database";
import type { Db } from "#platform/database";
import { createLogger } from "#platform/log";
import { openClickHouse } from "../../composition/event-place";
import type { PastElsewhere } from "../../features/syslog/past-events";
import { readEnvironment } from "../../settings/settings";
import { fillMaintenance } from "./fill-maintenance";
import { planPast, type Past } from "./course";
import { fillAlerts } from "./fill-alerts";
import { fillAudit } from "./fill-audit";
import { fillChecks } from "./fill-checks";
import { fillDiscovery } from "./fill-discovery";
import { fillDay, fillEarlierDays } from "./fill-log";

/**
 * `bun src/demo/past/main.ts <part>`: puts a part of the past into the demo's data directory, beside the service that
 * runs on it; a process of its own, so that the demo does not keep what this takes. What is there already is not put
 * there again.
 */
export type PastPart = "deeds" | "day" | "earlier-days" | "checks";

export type FillContext = {
  db: Db;
  dataDirectory: string;
  past: Past;
  /** Where the service keeps events; undefined: in the data directory. */
  elsewhere: PastElsewhere | undefined;
};

const PARTS: Readonly<Record<PastPart, (ctx: FillContext) => Promise<unknown>>> = {
  deeds: fillAudit,
  day: fillDay,
  "earlier-days": fillEarlierDays,
  async checks(ctx) {
    await fillMaintenance(ctx);
    await fillChecks(ctx);
    await fillAlerts(ctx);
    await fillDiscovery(ctx);
  },
};

async function main(): Promise<void> {
  const [part] = process.argv.slice(2);
  const fill = Object.entries(PARTS).find(([name]) => name === part)?.[1];
  if (fill === undefined) throw new Error(`there is no part ${part}`);
  const settings = readEnvironment();
  const dataDirectory = resolve(settings.DATA_DIR);
  const log = createLogger({ level: "error", format: "pretty" });
  const opened = await openCommandDatabase({
    url: settings.DATABASE_URL,
    dataDirectory,
    binaryDirectory: settings.POSTGRES_BIN_DIR,
    templateCluster: settings.POSTGRES_TEMPLATE_DIR,
    log,
  });
  try {
    const past = planPast(readOrMakeEnd(join(dataDirectory, "demo-past")));
    const clickhouse = openClickHouse(settings.EVENTS_URL, log);
    const elsewhere = clickhouse && {
      ...clickhouse,
      retentionDays: settings.FIREWALL_LOG_RETENTION_DAYS,
      log,
    };
    await fill({ db: opened.database.db, dataDirectory, past, elsewhere });
  } finally {
    await opened.close();
  }
}

/** When the past of this data directory ends: the first time that somebody asked. */
function readOrMakeEnd(file: string): number {
  if (existsSync(file)) return new Date(readFileSync(file, "utf8").trim()).getTime();
  const now = new Date();
  writeFileSync(file, `${now.toISOString()}\n`, { mode: 0o600 });
  return now.getTime();
}

main().catch((error: unknown) => {
  process.stderr.write(
    `Demo: cannot fill in the past: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exit(1);
});
