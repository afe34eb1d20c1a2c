import { createRoute } from "@tanstack/react-router";
import { parseRuleFormSearch } from "./pages/alert-rule-form/search";
import { parseAlertsSearch, parseSilencesSearch } from "./pages/alerts/search";
import { parseDeliveriesSearch } from "./pages/deliveries/search";
import { shell } from "./shell-route";

const alerts = createRoute({ getParentRoute: () => shell, path: "/alerts" }).lazy(() =>
  import("./pages/alerts/frame").then(({ Route }) => Route),
);

const incidents = createRoute({
  getParentRoute: () => alerts,
  path: "/",
  validateSearch: parseAlertsSearch,
  staticData: { title: "Alerts" },
}).lazy(() => import("./pages/alerts/page").then(({ Route }) => Route));

const rules = createRoute({
  getParentRoute: () => alerts,
  path: "/rules",
  staticData: { title: "Alert rules", right: "alert_write" },
}).lazy(() => import("./pages/alerts/rules-page").then(({ Route }) => Route));

const newRule = createRoute({
  getParentRoute: () => alerts,
  path: "/rules/new",
  validateSearch: parseRuleFormSearch,
  staticData: { title: "Add alert rule", right: "alert_write" },
}).lazy(() => import("./pages/alert-rule-form/page").then(({ NewRoute }) => NewRoute));

const editRule = createRoute({
  getParentRoute: () => alerts,
  path: "/rules/$ruleId",
  staticData: { title: "Edit alert rule", right: "alert_write" },
}).lazy(() => import("./pages/alert-rule-form/page").then(({ EditRoute }) => EditRoute));

const silences = createRoute({
  getParentRoute: () => alerts,
  path: "/silences",
  validateSearch: parseSilencesSearch,
  staticData: { title: "Silences" },
}).lazy(() => import("./pages/alerts/silences-page").then(({ Route }) => Route));

const deliveries = createRoute({
  getParentRoute: () => alerts,
  path: "/deliveries",
  validateSearch: parseDeliveriesSearch,
  staticData: { title: "Deliveries", right: "alert_write" },
}).lazy(() => import("./pages/deliveries/page").then(({ Route }) => Route));

/** The pages of alerts. */
export const alertTree = alerts.addChildren([incidents, rules, newRule, editRule, silences, deliveries]);
