import { createLogger, type Logger } from "#platform/log";
import { hostname } from "node:os";
import { DataDirectoryInUseError, openDataDirectory } from "#platform/data-directory";
import { giveBackAtRest } from "#platform/memory-rest";
import packageManifest from "../package.json" with { type: "json" };
import { syslogOptions } from "./composition/syslog-options";
import { Relay } from "./features/syslog/relay/relay";
import { serveRelay } from "./features/syslog/relay/serve";
import { readEnvironment, SettingsError, type Settings } from "./settings/settings";

/** All of a stop takes less than 10 s. */
const STOP_MS = 8000;
const STOP_DEADLINE_MS = 9800;
/** What a line of 64 kbit/s does. */
const SLOWEST_BYTES_A_SECOND = 8 * 1024;

async function start(settings: Settings, log: Logger) {
  const { UPSTREAM_URL: url = "", UPSTREAM_API_KEY: apiKey, UPSTREAM_CA_FILE: caFile } = settings;
  if (url.startsWith("http://"))
    log.warn("UPSTREAM_URL is not https: lines and key can be read on their way");
  if (!settings.SYSLOG_ENABLED)
    throw new SettingsError(["SYSLOG_ENABLED: a relay that receives nothing is none"]);
  const dataDirectory = openDataDirectory(settings.DATA_DIR);
  const { receiver, journal } = syslogOptions(settings, dataDirectory);
  const version = (settings.APP_VERSION || packageManifest.version).replace(/^v/, "");
  const relay = await Relay.start(
    {
      name: settings.RELAY_NAME || hostname().slice(0, 100),
      version,
      folders: { data: dataDirectory.path, journal: dataDirectory.journal },
      receiver,
      journal,
      traps: {
        communities: settings.RELAY_TRAP_COMMUNITIES,
        isAnyCommunity: settings.SNMP_TRAP_ANY_COMMUNITY,
      },
      upstream: { url, apiKey, caFile, slowestBytesASecond: SLOWEST_BYTES_A_SECOND },
    },
    log,
  );
  const server = serveRelay(relay, {
    port: settings.APP_PORT,
    hostname: settings.APP_HOST,
    metricsToken: settings.METRICS_TOKEN,
  });
  const memoryRest = giveBackAtRest();
  const listening = relay.listeners.flatMap(({ transport, host, port, error, thread }) =>
    error === null && thread === 0 ? [`${transport} ${host}:${port}`] : [],
  );
  process.stdout.write(
    `Netatlas ${version} is running as a relay\n` +
      `  sends to     ${url}\n  listens on   ${listening.join(", ")}\n` +
      `  health       http://localhost:${server.port}/api/health\n  data         ${dataDirectory.path}\n`,
  );
  return {
    reload: () => relay.reloadCertificate(),
    async stop() {
      memoryRest.stop();
      await relay.stop(STOP_MS);
      await server.stop(true);
      dataDirectory.close();
    },
  };
}

async function main(): Promise<void> {
  const settings = readEnvironment();
  const log = createLogger({ level: settings.LOG_LEVEL, format: settings.LOG_FORMAT });
  process.on("unhandledRejection", (error) =>
    log.error({ err: error }, "our bug: a failure that nobody handled"),
  );
  const relay = await start(settings, log);
  const stop = (signal: NodeJS.Signals): void => {
    log.info({ signal }, "stopping");
    setTimeout(() => {
      log.fatal("did not stop in time");
      process.exit(1);
    }, STOP_DEADLINE_MS).unref();
    relay.stop().then(
      () => {
        log.info("stopped");
        process.exit(0);
      },
      (error: unknown) => {
        log.fatal({ err: error }, "cannot stop in order");
        process.exit(1);
      },
    );
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
  // Without the listener a hang-up ends the relay, as it does any other program.
  if (settings.SYSLOG_TLS_ENABLED) process.on("SIGHUP", () => void relay.reload());
}

main().catch((error: unknown) => {
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(`netatlas cannot start: ${reason}\n`);
  process.exit(error instanceof SettingsError || error instanceof DataDirectoryInUseError ? 2 : 1);
});
