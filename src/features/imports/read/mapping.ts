import { z } from "zod";
import { isFieldOf } from "../kinds";
import type { Source, TableRule } from "../sources/source";
import { createSecrets } from "./secrets";
import { columnName, FileFault } from "./table";

/** What a caller changes of the mapping: by table and field the column; null: none. */
export const MappingChanges = z.record(
  z.string().max(64),
  z.record(z.string().max(128), z.string().max(256).nullable()),
);
export type MappingChanges = z.output<typeof MappingChanges>;

/** Of each field the columns that it may come from, the first that has a value. */
export type Mapping = ReadonlyMap<string, readonly string[]>;

/** Fields of one table: each is read of every row. */
const MAX_CHANGES = 64;

/** The mapping of each table by its name. Throws FileFault for a table or a field that is none, or a column of secrets. */
export function mappingsOf(source: Source, changes: MappingChanges): Map<string, Mapping> {
  const known = source.tables.map(({ name }) => name);
  for (const name of Object.keys(changes))
    if (!known.includes(name))
      throw new FileFault(`there is no table '${name}', only ${known.join(", ")}`, ["mapping", name]);
  return new Map(source.tables.map((rule) => [rule.name, mappingOf(rule, changes[rule.name] ?? {})]));
}

function mappingOf(rule: TableRule, changes: MappingChanges[string]): Mapping {
  if (Object.keys(changes).length > MAX_CHANGES)
    throw new FileFault(`more than ${MAX_CHANGES} fields`, ["mapping", rule.name]);
  const isSecret = createSecrets(rule);
  const mapping = new Map<string, readonly string[]>(Object.entries(rule.fields));
  for (const [field, column] of Object.entries(changes)) {
    if (!isFieldOf(rule.kind, field))
      throw new FileFault(`a ${rule.kind} has no field '${field}'`, ["mapping", rule.name, field]);
    const name = column === null ? null : columnName(column);
    if (name !== null && isSecret(name))
      throw new FileFault(`'${name}' is a secret, which is never taken over`, ["mapping", rule.name, field]);
    if (name === null) mapping.delete(field);
    else mapping.set(field, [name]);
  }
  return mapping;
}
