import { defaultsOf, fieldsOf, type ConfigurationKind } from "#features/configuration-kinds";
import { readRequest } from "#features/undo";
import type { Encryption } from "#platform/encryption";
import { pick } from "#platform/put-back";
import { DEFAULTS, NotificationSettingsUpdate, SECRETS } from "../models";
import { openNotificationSettings, readNotificationSettings, updateNotificationSettings } from "../service";

const ALL = Object.keys(DEFAULTS);
const OWN = ALL.filter((name) => !SECRETS.has(name));
const ID = 1;

/** Settings of the ways out, without their secrets. */
export function notificationSettingsKind({ encryption }: { encryption: Encryption }): ConfigurationKind {
  return {
    name: "notification_settings",
    noun: "notification settings",
    key: "there is one",
    reads: "superadmin",
    writes: "superadmin",
    refersTo: [],
    isSingle: true,
    isKeyUnique: true,
    secretNames: [...SECRETS],
    fields: fieldsOf(NotificationSettingsUpdate.shape, OWN),
    defaults: { ...defaultsOf(NotificationSettingsUpdate.shape, OWN), ...pick(DEFAULTS, OWN) },
    keyOf: () => "",
    nameOf: () => "of this service",
    toItem: (fields) => pick(fields, OWN),
    fromItem: (item) => pick(item, OWN),
    async read(db) {
      const fields = await readNotificationSettings({ db });
      const secrets = ALL.filter((name) => SECRETS.has(name) && Object.entries(fields).some(isSet(name)));
      return [{ id: ID, fields, secrets }];
    },
    async openSecrets(db) {
      const opened = await openNotificationSettings({ db, encryption });
      return Object.fromEntries(Object.entries(opened).filter(([name]) => SECRETS.has(name)));
    },
    create: () => Promise.reject(new Error("our bug: there are notification settings always")),
    async update(ctx, changes) {
      for (const { fields, secrets } of changes)
        await updateNotificationSettings(
          { ...ctx, encryption },
          readRequest(NotificationSettingsUpdate, { ...fields, ...secrets }),
        );
    },
  };
}

function isSet(wanted: string): (entry: [string, string]) => boolean {
  return ([name, value]) => name === wanted && value !== "";
}
