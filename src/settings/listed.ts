import { notes } from "./fields";
import { createSettingsSchema } from "./schema";

export type ListedSetting = { name: string; type: string; shown: string; meaning: string };

/** Every setting as docs/settings.md shows it: `shown` is its default, as a person would write it. */
export function listSettings(): ListedSetting[] {
  return Object.entries(createSettingsSchema().shape).map(([name, schema]) => {
    const { type = "", shown = "", meaning = "", secret = false } = notes.get(schema) ?? {};
    return { name, type, shown, meaning: secret ? `${meaning} (or \`${name}_FILE\`)` : meaning };
  });
}
