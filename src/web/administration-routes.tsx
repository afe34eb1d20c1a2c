import { createRoute, redirect } from "@tanstack/react-router";
import { parseKeysSearch } from "./pages/all-api-keys/search";
import { parseAuditSearch } from "./pages/audit-log/search";
import { parseDeliveriesSearch } from "./pages/deliveries/search";
import { parseUsersSearch } from "./pages/users/search";
import { shell } from "./shell-route";

const administration = createRoute({ getParentRoute: () => shell, path: "/administration" }).lazy(() =>
  import("./pages/administration/page").then(({ Route }) => Route),
);

const administrationIndex = createRoute({
  getParentRoute: () => administration,
  path: "/",
  beforeLoad() {
    throw redirect({ to: "/administration/users", replace: true });
  },
});

const users = createRoute({
  getParentRoute: () => administration,
  path: "/users",
  validateSearch: parseUsersSearch,
  staticData: { title: "Users", right: "superadmin" },
}).lazy(() => import("./pages/users/page").then(({ Route }) => Route));

const roles = createRoute({
  getParentRoute: () => administration,
  path: "/roles",
  staticData: { title: "Roles", right: "superadmin" },
}).lazy(() => import("./pages/roles/page").then(({ Route }) => Route));

const allApiKeys = createRoute({
  getParentRoute: () => administration,
  path: "/api-keys",
  validateSearch: parseKeysSearch,
  staticData: { title: "API keys", right: "superadmin" },
}).lazy(() => import("./pages/all-api-keys/page").then(({ Route }) => Route));

const auditLog = createRoute({
  getParentRoute: () => administration,
  path: "/audit",
  validateSearch: parseAuditSearch,
  staticData: { title: "Audit log", right: "superadmin" },
}).lazy(() => import("./pages/audit-log/page").then(({ Route }) => Route));

const settings = createRoute({
  getParentRoute: () => administration,
  path: "/settings",
  staticData: { title: "Settings", right: "superadmin" },
}).lazy(() => import("./pages/settings/page").then(({ Route }) => Route));

const configuration = createRoute({
  getParentRoute: () => administration,
  path: "/configuration",
  staticData: { title: "Configuration", right: "superadmin" },
}).lazy(() => import("./pages/configuration/page").then(({ Route }) => Route));

const backups = createRoute({
  getParentRoute: () => administration,
  path: "/backups",
  staticData: { title: "Backups", right: "superadmin" },
}).lazy(() => import("./pages/backups/page").then(({ Route }) => Route));

const mailSettings = createRoute({
  getParentRoute: () => administration,
  path: "/mail",
  staticData: { title: "Mail", right: "superadmin" },
}).lazy(() => import("./pages/mail-settings/page").then(({ Route }) => Route));

const notifications = createRoute({
  getParentRoute: () => administration,
  path: "/notifications",
  staticData: { title: "Notifications", right: "superadmin" },
}).lazy(() => import("./pages/notifications/page").then(({ Route }) => Route));

/** Where it was before there were alerts. */
const deliveries = createRoute({
  getParentRoute: () => administration,
  path: "/deliveries",
  validateSearch: parseDeliveriesSearch,
  beforeLoad({ search }) {
    throw redirect({ to: "/alerts/deliveries", search, replace: true });
  },
});

const ssoSettings = createRoute({
  getParentRoute: () => administration,
  path: "/single-sign-on",
  staticData: { title: "Single sign-on", right: "superadmin" },
}).lazy(() => import("./pages/sso-settings/page").then(({ Route }) => Route));

const deviceTypes = createRoute({
  getParentRoute: () => administration,
  path: "/device-types",
  staticData: { title: "Device types", right: "superadmin" },
}).lazy(() => import("./pages/device-types/page").then(({ Route }) => Route));

const snmpProfiles = createRoute({
  getParentRoute: () => administration,
  path: "/snmp-profiles",
  staticData: { title: "SNMP profiles", right: "superadmin" },
}).lazy(() => import("./pages/snmp-profiles/page").then(({ Route }) => Route));

const statusPages = createRoute({
  getParentRoute: () => administration,
  path: "/status-pages",
  staticData: { title: "Status pages", right: "superadmin" },
}).lazy(() => import("./pages/status-pages/page").then(({ Route }) => Route));

const diagnostics = createRoute({
  getParentRoute: () => administration,
  path: "/diagnostics",
  staticData: { title: "Diagnostics", right: "superadmin" },
}).lazy(() => import("./pages/diagnostics/page").then(({ Route }) => Route));

const newStatusPage = createRoute({
  getParentRoute: () => administration,
  path: "/status-pages/new",
  staticData: { title: "New status page", right: "superadmin" },
}).lazy(() => import("./pages/status-page-form/page").then(({ NewRoute }) => NewRoute));

const editStatusPage = createRoute({
  getParentRoute: () => administration,
  path: "/status-pages/$pageId",
  staticData: { title: "Edit status page", right: "superadmin" },
}).lazy(() => import("./pages/status-page-form/page").then(({ EditRoute }) => EditRoute));

/** The pages of administration. */
export const administrationTree = administration.addChildren([
  administrationIndex,
  users,
  roles,
  allApiKeys,
  auditLog,
  settings,
  configuration,
  backups,
  mailSettings,
  notifications,
  deliveries,
  ssoSettings,
  deviceTypes,
  snmpProfiles,
  statusPages,
  diagnostics,
  newStatusPage,
  editStatusPage,
]);
