import { settingsTable } from "../../src/settings/settings";

const BEGIN = "<!-- settings:begin -->";
const END = "<!-- settings:end -->";

/** README's text with the table of settings as src/settings/settings.ts has it. */
export function withSettingsTable(readme: string): string {
  const begin = readme.indexOf(BEGIN) + BEGIN.length;
  return `${readme.slice(0, begin)}\n\n${settingsTable()}\n\n${readme.slice(readme.indexOf(END))}`;
}

if (import.meta.main) {
  const path = `${import.meta.dir}/../../README.md`;
  await Bun.write(path, withSettingsTable(await Bun.file(path).text()));
}
