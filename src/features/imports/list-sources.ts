import { fieldsOf } from "./kinds";
import type { ImportSource } from "./models";
import { SOURCES } from "./sources/sources";

/** What can be taken over from where, as people choose it. */
export function listSources(): ImportSource[] {
  return SOURCES.map(({ name, title, about, endings, tables }) => ({
    name,
    title,
    about,
    endings: [...endings],
    tables: tables.map((rule) => ({
      table: rule.name,
      kind: rule.kind,
      needs: rule.needs.map((columns) => [...columns]),
      fields: Object.entries(rule.fields).map(([field, columns]) => ({ field, columns: [...columns] })),
      other_fields: fieldsOf(rule.kind).filter((field) => rule.fields[field] === undefined),
    })),
  }));
}
