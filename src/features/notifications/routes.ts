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
  NOTIFICATION_SETTINGS_VERSION,
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
        versioned: NOTIFICATION_SETTINGS_VERSION,
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
        isTryable: true,
        versioned: NOTIFICATION_SETTINGS_VERSION,
        body: NotificationSettingsUpdate,
        response: NotificationSettingsRead,
        replay: { whole: "/api/v1/admin/notification-settings" },
      },
      async (request) => {
        const ctx = { db: request.db, encryption, actor: actorOf(request) };
        const { body: changes, ifMatch } = request;
        return withQuarantines(request.db, await updateNotificationSettings(ctx, changes, ifMatch));
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
        isTryable: true,
        outside: "a message is sent by the channel",
        body: TestNotificationRequest,
        response: NotificationTestResult,
        replay: "kept",
      },
      async ({ body: { channel, message: text }, outside }) =>
        isChannel(channel)
          ? outside(`send a test message by ${channel}`, async () =>
              toTestResult(await sendTest({ db, encryption, senders }, { target: channel, text })),
            )
          : toTestResult(refused(`Unknown channel: ${channel}`)),
    ),
  ];
}

async function withQuarantines(db: Db, settings: NotificationSettings): Promise<NotificationSettingsRead> {
  const ofChannels = [...(await readQuarantines(db))].filter(([target]) => isChannel(target));
  return { ...settings, quarantines: Object.fromEntries(ofChannels) };
}
