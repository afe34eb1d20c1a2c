import { actorOf } from "#features/audit";
import type { Db } from "#platform/database";
import type { Encryption } from "#platform/encryption";
import { route, type Route } from "#platform/http/route";
import { NotificationSettings, NotificationSettingsUpdate } from "./models";
import { readNotificationSettings, updateNotificationSettings } from "./service";

export function notificationRoutes({ db, encryption }: { db: Db; encryption: Encryption }): Route[] {
  return [
    route(
      {
        method: "get",
        path: "/api/v1/admin/notification-settings",
        tag: "admin",
        summary: "How messages leave the service",
        description: "Secrets are never shown.",
        access: "superadmin",
        response: NotificationSettings,
      },
      () => readNotificationSettings({ db }),
    ),
    route(
      {
        method: "put",
        path: "/api/v1/admin/notification-settings",
        tag: "admin",
        summary: "Change how messages leave the service",
        description: "Fields that are absent or null stay as they are.",
        access: "superadmin",
        body: NotificationSettingsUpdate,
        response: NotificationSettings,
      },
      (request) => updateNotificationSettings({ db, encryption, actor: actorOf(request) }, request.body),
    ),
  ];
}
