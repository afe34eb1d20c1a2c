import { actorOf } from "#features/audit";
import type { Db } from "#platform/database";
import type { Encryption } from "#platform/encryption";
import { route, type Route } from "#platform/http/route";
import { isChannel } from "./deliver";
import { refused } from "./delivery/outcome";
import type { Senders } from "./delivery/senders";
import {
  NotificationSettingsRead,
  NotificationSettingsUpdate,
  NotificationTestResult,
  TestNotificationRequest,
  type NotificationSettings,
} from "./models";
import { readQuarantines } from "./quarantine";
import { readNotificationSettings, updateNotificationSettings } from "./service";
import { sendTest, toTestResult } from "./test-message";

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
        response: NotificationSettingsRead,
      },
      async () => withQuarantines(db, await readNotificationSettings({ db })),
    ),
    route(
      {
        method: "put",
        path: "/api/v1/admin/notification-settings",
        tag: "admin",
        summary: "Change how messages leave the service",
        description:
          "Fields that are absent or null stay as they are. A quarantine of a channel that is changed ends.",
        access: "superadmin",
        body: NotificationSettingsUpdate,
        response: NotificationSettingsRead,
        replay: { whole: "/api/v1/admin/notification-settings" },
      },
      async (request) => {
        const ctx = { db, encryption, actor: actorOf(request) };
        return withQuarantines(db, await updateNotificationSettings(ctx, request.body));
      },
    ),
    route(
      {
        method: "post",
        path: "/api/v1/admin/notifications/test",
        tag: "admin",
        summary: "Send a test message by a channel of the notification settings",
        description:
          "A failure is an answer too: `status` is `ok` or says what failed. One that arrives ends a quarantine.",
        access: "superadmin",
        body: TestNotificationRequest,
        response: NotificationTestResult,
        replay: "kept",
      },
      async ({ body: { channel, message: text } }) =>
        toTestResult(
          isChannel(channel)
            ? await sendTest({ db, encryption, senders }, { target: channel, text })
            : refused(`Unknown channel: ${channel}`),
        ),
    ),
  ];
}

async function withQuarantines(db: Db, settings: NotificationSettings): Promise<NotificationSettingsRead> {
  const ofChannels = [...(await readQuarantines(db))].filter(([target]) => isChannel(target));
  return { ...settings, quarantines: Object.fromEntries(ofChannels) };
}
