import { endRun } from "../support/run-end";
import { benchAccess } from "./access";
import { benchAlerts } from "./alerts";
import { benchAtRest } from "./at-rest";
import { benchBackups } from "./backups";
import { benchConfiguration } from "./configuration";
import { benchDiscovery } from "./discovery";
import { benchBindings } from "./bindings";
import { benchExports } from "./exports";
import { benchForwarding } from "./forwarding";
import { benchGraph } from "./graph";
import { benchIcmp } from "./icmp";
import { benchJsonBody } from "./json-body";
import { benchImports } from "./imports";
import { benchMovingIn } from "./moving-in";
import { benchInventory } from "./inventory";
import { benchIpam } from "./ipam";
import { benchLive } from "./live";
import { benchLogWatch } from "./log-watch";
import { benchLoginOracle } from "./login-oracle";
import { benchLookup } from "./lookup";
import { benchOwnFormats } from "./own-formats";
import { benchParallelLogins } from "./parallel-logins";
import { benchMonitoring } from "./monitoring";
import { benchReplicas } from "./replicas";
import { benchRelay } from "./relay";
import { benchRsyslog } from "./rsyslog";
import { calibrate, printFigure } from "./report";
import { benchFreshSearch, benchSearch } from "./search";
import { benchSnmpHistory } from "./snmp-history";
import { benchStart } from "./start";
import { benchStores } from "./stores";
import { benchSyslog } from "./syslog";
import { benchSyslogApi } from "./syslog-api";
import { benchFlood } from "./syslog-flood";
import { benchMixed } from "./syslog-mixed";
import { benchWebDashboard } from "./web-dashboard";
import { benchWebMap } from "./web-map";
import { benchWebTail } from "./web-tail";
import { benchOverload, benchTcp, benchUdp } from "./syslog-load";

/**
 * `bun run bench [name ...]`: prints figures; docs/performance.md says what they mean. `at-rest` takes what it is to
 * watch, and for how many minutes, behind its name.
 */
const BENCHES: Record<string, (words: readonly string[]) => Promise<unknown>> = {
  start: benchStart,
  access: benchAccess,
  alerts: benchAlerts,
  "at-rest": benchAtRest,
  backups: benchBackups,
  configuration: benchConfiguration,
  ipam: benchIpam,
  syslog: benchSyslog,
  graph: benchGraph,
  "json-body": benchJsonBody,
  imports: benchImports,
  "moving-in": benchMovingIn,
  lookup: benchLookup,
  bindings: benchBindings,
  exports: benchExports,
  forwarding: benchForwarding,
  "snmp-history": benchSnmpHistory,
  inventory: benchInventory,
  search: benchSearch,
  stores: benchStores,
  replicas: benchReplicas,
  "search-fresh": benchFreshSearch,
  live: benchLive,
  "syslog-udp": benchUdp,
  "syslog-tcp": benchTcp,
  "syslog-overload": benchOverload,
  "syslog-flood": benchFlood,
  "syslog-mixed": benchMixed,
  rsyslog: benchRsyslog,
  relay: benchRelay,
  "log-watch": benchLogWatch,
  "own-formats": benchOwnFormats,
  "syslog-api": benchSyslogApi,
  "web-map": benchWebMap,
  "web-dashboard": benchWebDashboard,
  "web-tail": benchWebTail,
  icmp: benchIcmp,
  monitoring: benchMonitoring,
  discovery: benchDiscovery,
  "login-oracle": benchLoginOracle,
  "parallel-logins": benchParallelLogins,
};

const wanted = process.argv.slice(2);
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  process.stdout.write(`\n== ${name}\n`);
  printFigure({
    name: "calibration: a fixed loop on this machine, now",
    value: calibrate(),
    unit: "M steps/s",
  });
  await bench(wanted);
}
await endRun();
