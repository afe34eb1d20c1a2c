import { actorOf } from "#features/audit";
import type { Db } from "#platform/database";
import { WHOLE } from "#platform/http/conditional";
import { publicRoute, route, type Route } from "#platform/http/route";
import { SystemSettingsRead, SystemSettingsUpdate } from "./models";
import { readSystemSettings, updateSystemSettings, type EnvironmentDefaults } from "./service";

export function settingsRoutes({ db, defaults }: { db: Db; defaults: EnvironmentDefaults }): Route[] {
  return [
    publicRoute(
      {
        method: "get",
        path: "/api/v1/admin/settings/public",
        tag: "admin",
        summary: "Settings that the sign-in page needs",
        access: "public",
        response: SystemSettingsRead,
      },
      () => readSystemSettings({ db, defaults }),
    ),
    route(
      {
        method: "get",
        path: "/api/v1/admin/settings",
        tag: "admin",
        summary: "Settings of the service",
        access: "superadmin",
        versioned: WHOLE,
        response: SystemSettingsRead,
      },
      () => readSystemSettings({ db, defaults }),
    ),
    route(
      {
        method: "put",
        path: "/api/v1/admin/settings",
        tag: "admin",
        summary: "Change settings of the service",
        access: "superadmin",
        isTryable: true,
        versioned: WHOLE,
        body: SystemSettingsUpdate,
        response: SystemSettingsRead,
        replay: { whole: "/api/v1/admin/settings" },
      },
      ({ db: written, body: update, ifMatch, ...request }) =>
        updateSystemSettings({ db: written, defaults, actor: actorOf(request) }, update, ifMatch),
    ),
  ];
}
