import { fieldsOf, type ConfigurationKind, type Fields } from "#features/configuration-kinds";
import { ChannelItems, fromChannels, toChannels } from "#features/notifications";
import { readRequest } from "#features/undo";
import { pick } from "#platform/put-back";
import { SystemSettingsUpdate } from "../models";
import { defaultsOf, readSystemSettings, updateSystemSettings, type EnvironmentDefaults } from "../service";

const OWN = Object.keys(SystemSettingsUpdate.shape);
/** Their defaults are those of the environment, which another service may have otherwise: they are always said. */
const OF_ENVIRONMENT = new Set(["idle_timeout_minutes", "active_network_public_targets_enabled"]);
const CHANNELS = "ip_reservation_reminder_channels";
const ID = 1;

/** What administrators have set of the service. */
export function settingsKind({ defaults }: { defaults: EnvironmentDefaults }): ConfigurationKind {
  return {
    name: "settings",
    noun: "settings",
    key: "there is one",
    reads: "superadmin",
    writes: "superadmin",
    refersTo: ["notification_profiles"],
    isSingle: true,
    isKeyUnique: true,
    fields: { ...fieldsOf(SystemSettingsUpdate.shape, OWN), [CHANNELS]: ChannelItems },
    defaults: pick(
      defaultsOf(defaults),
      OWN.filter((name) => !OF_ENVIRONMENT.has(name)),
    ),
    keyOf: () => "",
    nameOf: () => "of this service",
    toItem: (fields, names): Fields => ({
      ...pick(fields, OWN),
      ...(CHANNELS in fields && { [CHANNELS]: toChannels(fields[CHANNELS], names) }),
    }),
    fromItem: (item, ids): Fields => ({
      ...pick(item, OWN),
      ...(CHANNELS in item && { [CHANNELS]: fromChannels(item[CHANNELS], { ids, field: [CHANNELS] }) }),
    }),
    read: async (db) => [{ id: ID, fields: await readSystemSettings({ db, defaults }) }],
    create: () => Promise.reject(new Error("our bug: there are settings always")),
    async update(ctx, changes) {
      for (const { fields } of changes)
        await updateSystemSettings({ ...ctx, defaults }, readRequest(SystemSettingsUpdate, fields));
    },
  };
}
