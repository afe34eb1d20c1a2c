import type { QueryClient } from "@tanstack/react-query";
import { createRoute, createRouter } from "@tanstack/react-router";
import { administrationTree } from "./administration-routes";
import { alertTree } from "./alert-routes";
import { IMPORT_RIGHTS, may, meQuery, type Right } from "./api/me";
import { syslogStatusQuery } from "./api/syslog-status";
import { NotFound } from "./components/states/not-found";
import { parseActivitySearch } from "./pages/activity/search";
import { parseCheckFormSearch } from "./pages/check-form/search";
import { parseDeviceSearch } from "./pages/device/search";
import { parseDiscoverySearch } from "./pages/discovery/search";
import { parseInventorySearch } from "./pages/inventory/search";
import { parseIpamSearch } from "./pages/ipam/search";
import { parseMonitoringSearch } from "./pages/monitoring/search";
import { parseMaintenanceSearch } from "./pages/maintenance/search";
import { parseMovingInSearch } from "./pages/moving-in/search";
import { parseNeighboursSearch } from "./pages/neighbours/search";
import { parseToolsSearch } from "./pages/tools/search";
import { parseTrashSearch } from "./pages/trash/search";
import { parseTopologySearch } from "./pages/topology/search";
import { parseWatchedCheckSearch, parseWatchedSearch } from "./pages/watched/search";
import { outsideRoutes } from "./outside-routes";
import { root } from "./root-route";
import { shell } from "./shell-route";
import { logFormatsQuery } from "./api/log-formats";
import { parseNewFormatSearch } from "./pages/log-format-form/search";
import { parseStatusSearch } from "./pages/syslog-status/search";
import { parseEventSearch } from "./url/event-search";
import { parseSearch, stringifySearch } from "./url/search-params";

/**
 * The UI but for administration on one screen: paths, pages (each loaded when it is opened), and the rights that they
 * need.
 */
declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createUiRouter>;
  }
}

/** Where what is read ahead cannot be loaded, the page that wants it cannot either, and says so. */
function ahead(reading: Promise<unknown>): void {
  reading.catch(() => undefined);
}

/** Of a page that not everybody may see: who may not is told so by the page, and would be refused here. */
function aheadFor(right: Right, queries: QueryClient, readAhead: () => Promise<unknown>): void {
  const me = queries.getQueryData(meQuery().queryKey);
  if (me !== undefined && may(me, right)) ahead(readAhead());
}

/** Beside the pages that show it, not before the sign-in. */
const loadInventory = () => import("./api/inventory");

const dashboard = createRoute({
  getParentRoute: () => shell,
  path: "/",
  staticData: { title: "Dashboard" },
  loader: ({ context: { queries } }) =>
    ahead(import("./pages/dashboard/api").then(({ prefetchDashboard }) => prefetchDashboard(queries))),
}).lazy(() => import("./pages/dashboard/page").then(({ Route }) => Route));

const profile = createRoute({
  getParentRoute: () => shell,
  path: "/profile",
  staticData: { title: "Profile" },
}).lazy(() => import("./pages/profile/page").then(({ Route }) => Route));

const movingIn = createRoute({
  getParentRoute: () => shell,
  path: "/moving-in",
  validateSearch: parseMovingInSearch,
  staticData: { title: "Moving in", right: IMPORT_RIGHTS },
  loader: ({ context: { queries } }) =>
    ahead(import("./pages/moving-in/api").then(({ sourcesQuery }) => queries.prefetchQuery(sourcesQuery()))),
}).lazy(() => import("./pages/moving-in/page").then(({ Route }) => Route));

const trash = createRoute({
  getParentRoute: () => shell,
  path: "/trash",
  validateSearch: parseTrashSearch,
  staticData: { title: "Trash" },
}).lazy(() => import("./pages/trash/page").then(({ Route }) => Route));

const activity = createRoute({
  getParentRoute: () => shell,
  path: "/activity",
  validateSearch: parseActivitySearch,
  staticData: { title: "Activity" },
}).lazy(() => import("./pages/activity/page").then(({ Route }) => Route));

const exports = createRoute({
  getParentRoute: () => shell,
  path: "/exports",
  staticData: { title: "Exports" },
}).lazy(() => import("./pages/exports/page").then(({ Route }) => Route));

const tools = createRoute({
  getParentRoute: () => shell,
  path: "/tools",
  validateSearch: parseToolsSearch,
  staticData: { title: "Tools", right: "tools_passive" },
}).lazy(() => import("./pages/tools/page").then(({ Route }) => Route));

const discovery = createRoute({
  getParentRoute: () => shell,
  path: "/discovery",
  validateSearch: parseDiscoverySearch,
  staticData: { title: "Discovery", right: "topology_write" },
  loader: ({ context: { queries } }) =>
    aheadFor("topology_write", queries, () =>
      import("./pages/discovery/api").then(({ scansQuery }) => queries.prefetchQuery(scansQuery())),
    ),
}).lazy(() => import("./pages/discovery/page").then(({ Route }) => Route));

const topology = createRoute({
  getParentRoute: () => shell,
  path: "/topology",
  validateSearch: parseTopologySearch,
  staticData: { title: "Topology" },
  loader: ({ context: { queries } }) =>
    ahead(import("./pages/topology/api").then(({ prefetchMap }) => prefetchMap(queries))),
}).lazy(() => import("./pages/topology/page").then(({ Route }) => Route));

const neighbours = createRoute({
  getParentRoute: () => shell,
  path: "/neighbours",
  validateSearch: parseNeighboursSearch,
  staticData: { title: "Neighbours", right: "tools_passive" },
}).lazy(() => import("./pages/neighbours/page").then(({ Route }) => Route));

const inventory = createRoute({
  getParentRoute: () => shell,
  path: "/inventory",
  validateSearch: parseInventorySearch,
  staticData: { title: "Inventory" },
  loaderDeps: ({ search: { q } }) => ({ q }),
  loader: ({ context: { queries }, deps: { q } }) =>
    ahead(loadInventory().then(({ devicesQuery }) => queries.prefetchQuery(devicesQuery(q)))),
}).lazy(() => import("./pages/inventory/page").then(({ Route }) => Route));

const newDevice = createRoute({
  getParentRoute: () => shell,
  path: "/inventory/new",
  staticData: { title: "Add device", right: "topology_write" },
}).lazy(() => import("./pages/device-form/page").then(({ NewRoute }) => NewRoute));

const deviceImport = createRoute({
  getParentRoute: () => shell,
  path: "/inventory/import",
  staticData: { title: "Import devices", right: "topology_write" },
}).lazy(() => import("./pages/device-import/page").then(({ Route }) => Route));

const places = createRoute({
  getParentRoute: () => shell,
  path: "/inventory/places",
  staticData: { title: "Sites and groups" },
}).lazy(() => import("./pages/places/page").then(({ Route }) => Route));

const device = createRoute({
  getParentRoute: () => shell,
  path: "/inventory/$deviceId",
  validateSearch: parseDeviceSearch,
  staticData: { title: "Device" },
  loader: ({ context: { queries }, params: { deviceId } }) =>
    ahead(loadInventory().then(({ deviceQuery }) => queries.prefetchQuery(deviceQuery(Number(deviceId))))),
}).lazy(() => import("./pages/device/page").then(({ Route }) => Route));

const editDevice = createRoute({
  getParentRoute: () => shell,
  path: "/inventory/$deviceId/edit",
  staticData: { title: "Edit device", right: "topology_write" },
}).lazy(() => import("./pages/device-form/page").then(({ EditRoute }) => EditRoute));

const monitoring = createRoute({
  getParentRoute: () => shell,
  path: "/monitoring",
  validateSearch: parseMonitoringSearch,
  staticData: { title: "Monitoring" },
  loader: ({ context: { queries } }) =>
    ahead(import("./pages/monitoring/api").then(({ prefetchWatched }) => prefetchWatched(queries))),
}).lazy(() => import("./pages/monitoring/page").then(({ Route }) => Route));

const watchedDevice = createRoute({
  getParentRoute: () => shell,
  path: "/monitoring/devices/$deviceId",
  validateSearch: parseWatchedSearch,
  staticData: { title: "Watched device" },
}).lazy(() => import("./pages/watched/device-page").then(({ Route }) => Route));

const check = createRoute({
  getParentRoute: () => shell,
  path: "/monitoring/checks/$checkId",
  validateSearch: parseWatchedCheckSearch,
  staticData: { title: "Service check" },
}).lazy(() => import("./pages/watched/check-page").then(({ Route }) => Route));

const monitor = createRoute({
  getParentRoute: () => shell,
  path: "/monitoring/monitors/$monitorId",
  validateSearch: parseWatchedSearch,
  staticData: { title: "Monitor" },
}).lazy(() => import("./pages/watched/monitor-page").then(({ Route }) => Route));

const newCheck = createRoute({
  getParentRoute: () => shell,
  path: "/monitoring/checks/new",
  validateSearch: parseCheckFormSearch,
  staticData: { title: "Add service check", right: "monitoring_write" },
}).lazy(() => import("./pages/check-form/page").then(({ NewRoute }) => NewRoute));

const editCheck = createRoute({
  getParentRoute: () => shell,
  path: "/monitoring/checks/$checkId/edit",
  staticData: { title: "Edit service check", right: "monitoring_write" },
}).lazy(() => import("./pages/check-form/page").then(({ EditRoute }) => EditRoute));

const newMonitor = createRoute({
  getParentRoute: () => shell,
  path: "/monitoring/monitors/new",
  staticData: { title: "Add monitor", right: "monitoring_write" },
}).lazy(() => import("./pages/monitor-form/page").then(({ NewRoute }) => NewRoute));

const editMonitor = createRoute({
  getParentRoute: () => shell,
  path: "/monitoring/monitors/$monitorId/edit",
  staticData: { title: "Edit monitor", right: "monitoring_write" },
}).lazy(() => import("./pages/monitor-form/page").then(({ EditRoute }) => EditRoute));
const maintenance = createRoute({
  getParentRoute: () => shell,
  path: "/monitoring/maintenance",
  validateSearch: parseMaintenanceSearch,
  staticData: { title: "Maintenance" },
}).lazy(() => import("./pages/maintenance/page").then(({ Route }) => Route));

const newMaintenance = createRoute({
  getParentRoute: () => shell,
  path: "/monitoring/maintenance/new",
  staticData: { title: "Plan maintenance", right: "monitoring_write" },
}).lazy(() => import("./pages/maintenance-form/page").then(({ NewRoute }) => NewRoute));

const editMaintenance = createRoute({
  getParentRoute: () => shell,
  path: "/monitoring/maintenance/$maintenanceId",
  staticData: { title: "Edit maintenance", right: "monitoring_write" },
}).lazy(() => import("./pages/maintenance-form/page").then(({ EditRoute }) => EditRoute));

const syslog = createRoute({
  getParentRoute: () => shell,
  path: "/syslog",
  validateSearch: parseEventSearch,
  staticData: { title: "Syslog", right: "security_view" },
}).lazy(() => import("./pages/syslog/page").then(({ Route }) => Route));

const liveTail = createRoute({
  getParentRoute: () => shell,
  path: "/syslog/live",
  validateSearch: parseEventSearch,
  staticData: { title: "Live tail", right: "security_view" },
}).lazy(() => import("./pages/live-tail/page").then(({ Route }) => Route));

const syslogStatus = createRoute({
  getParentRoute: () => shell,
  path: "/syslog/status",
  validateSearch: parseStatusSearch,
  staticData: { title: "Syslog status", right: "security_view" },
  loader: ({ context: { queries } }) =>
    aheadFor("security_view", queries, () => queries.prefetchQuery(syslogStatusQuery())),
}).lazy(() => import("./pages/syslog-status/page").then(({ Route }) => Route));

const logFormats = createRoute({
  getParentRoute: () => shell,
  path: "/syslog/formats",
  staticData: { title: "Log formats", right: "security_view" },
  loader: ({ context: { queries } }) =>
    aheadFor("security_view", queries, () => queries.prefetchQuery(logFormatsQuery())),
}).lazy(() => import("./pages/log-formats/page").then(({ Route }) => Route));

const newLogFormat = createRoute({
  getParentRoute: () => shell,
  path: "/syslog/formats/new",
  validateSearch: parseNewFormatSearch,
  staticData: { title: "New log format", right: "superadmin" },
}).lazy(() => import("./pages/log-format-form/page").then(({ NewRoute }) => NewRoute));

const editLogFormat = createRoute({
  getParentRoute: () => shell,
  path: "/syslog/formats/$formatId",
  staticData: { title: "Edit log format", right: "superadmin" },
}).lazy(() => import("./pages/log-format-form/page").then(({ EditRoute }) => EditRoute));

const ipam = createRoute({
  getParentRoute: () => shell,
  path: "/ipam",
  validateSearch: parseIpamSearch,
  staticData: { title: "IPAM" },
  loader: ({ context: { queries } }) =>
    ahead(import("./pages/ipam/api").then(({ prefetchPlan }) => prefetchPlan(queries))),
}).lazy(() => import("./pages/ipam/page").then(({ Route }) => Route));

/** The same page with a subnet open: the tree beside it stays. */
const ipamSubnet = createRoute({
  getParentRoute: () => ipam,
  path: "/$subnetId",
  staticData: { title: "IPAM" },
});

const nowhere = createRoute({
  getParentRoute: () => shell,
  path: "$",
  component: NotFound,
  staticData: { title: "No such page" },
});

const routeTree = root.addChildren([
  ...outsideRoutes,
  shell.addChildren([
    dashboard,
    administrationTree,
    profile,
    activity,
    trash,
    movingIn,
    exports,
    topology,
    discovery,
    neighbours,
    tools,
    inventory,
    newDevice,
    deviceImport,
    places,
    device,
    editDevice,
    monitoring,
    watchedDevice,
    check,
    monitor,
    newCheck,
    editCheck,
    newMonitor,
    editMonitor,
    alertTree,
    maintenance,
    newMaintenance,
    editMaintenance,
    syslog,
    liveTail,
    syslogStatus,
    logFormats,
    newLogFormat,
    editLogFormat,
    ipam.addChildren([ipamSubnet]),
    nowhere,
  ]),
]);

export function createUiRouter(context: { queries: QueryClient; goOutside: () => void }) {
  return createRouter({
    routeTree,
    context,
    parseSearch,
    stringifySearch,
    defaultPreload: "intent",
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 300,
  });
}
