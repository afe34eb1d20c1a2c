import { actorOf } from "#features/audit";
import type { Db } from "#platform/database";
import type { Encryption } from "#platform/encryption";
import { route, type Route } from "#platform/http/route";
import { deliver, isChannel } from "./deliver";
import { refused } from "./delivery/message";
import type { Senders } from "./delivery/senders";
import {
  NotificationSettings,
  NotificationSettingsUpdate,
  NotificationTestResult,
  TestNotificationRequest,
} from "./models";
import { readNotificationSettings, updateNotificationSettings } from "./service";
import { testMessage, toTestResult } from "./test-message";

type Deps = { db: Db; encryption: Encryption; senders: Senders };

export function notificationRoutes({ db, encryption, senders }: Deps): Route[] {
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
    route(
      {
        method: "post",
        path: "/api/v1/admin/notifications/test",
        tag: "admin",
        summary: "Send a test message by a channel of the notification settings",
        description: "A failure is an answer too: `status` is `ok` or says what failed.",
        access: "superadmin",
        body: TestNotificationRequest,
        response: NotificationTestResult,
        isAnswerKept: true,
      },
      async ({ body: { channel, message: text } }) =>
        toTestResult(
          isChannel(channel)
            ? await deliver({ db, encryption, senders }, { target: channel, message: testMessage(text) })
            : refused(`Unknown channel: ${channel}`),
        ),
    ),
  ];
}
