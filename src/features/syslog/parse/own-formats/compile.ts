import { type Condition, compileConditions, readNetwork } from "./conditions";
import { type FieldMapping, isTargetField, type OwnFormat, parserOf, type TargetField } from "./definition";
import { type JsonPath, readJsonPath } from "./json-path";
import { PatternError } from "./pattern/node";
import { compilePattern } from "./pattern/pattern";
import type { Program } from "./pattern/program";
import { type Setter, setterOf } from "./targets";
import { readTimeFormat } from "./time-format";

/** Why a format cannot be used: where it is at fault, as a path into the definition, and what is wrong there. */
export type FormatProblem = { path: readonly (string | number)[]; message: string };

/** A field and what it is read from: `at` is the number of a group, or a path, which the format calls `source`. */
export type Taking<At> = { field: TargetField; source: string; at: At; set: Setter };

/** A format made ready to read lines. */
export type ReadyFormat = {
  name: string;
  parser: string;
  vendor: string | null;
  reads: OwnFormat["reads"];
  condition: Condition | undefined;
  /** What is the same for every line. */
  constants: readonly { text: string; set: Setter }[];
  body:
    | { kind: "pattern"; program: Program; takings: readonly Taking<number>[] }
    | { kind: "json"; takings: readonly Taking<JsonPath>[] };
};

/** Largest number of groups. */
const MAX_GROUPS = 40;

class Problem extends Error {
  readonly path: readonly (string | number)[];

  constructor(message: string, ...path: (string | number)[]) {
    super(message);
    this.path = path;
  }
}

/** Makes a format ready, or says what is wrong with it. Never throws. */
export function compileFormat(format: OwnFormat): ReadyFormat | { problem: FormatProblem } {
  try {
    checkConditions(format);
    format.fields.forEach(checkMapping);
    const { name, vendor, reads } = format;
    return {
      name,
      parser: parserOf(name),
      vendor,
      reads,
      condition: compileConditions(format.conditions),
      constants: format.fields.flatMap((mapping) =>
        mapping.value === null ? [] : [{ text: mapping.value, set: setterOf(mapping) }],
      ),
      body: format.kind === "pattern" ? compileGroups(format) : compilePaths(format),
    };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { problem: { path: error.path, message: error.message } };
  }
}

function checkConditions({ conditions }: OwnFormat): void {
  for (const [index, sender] of conditions.senders.entries())
    if (readNetwork(sender) === undefined)
      throw new Problem("it is neither an address nor a network", "conditions", "senders", index);
}

function checkMapping(mapping: FieldMapping, index: number): void {
  const { field, source, value, time_format: format, time_zone: zone } = mapping;
  const fault = (message: string, ...path: string[]) => new Problem(message, "fields", index, ...path);
  if ((source === null) === (value === null)) throw fault("it takes either `source` or `value`");
  if (field !== "event_time" && (format !== null || zone !== null))
    throw fault(
      "only `event_time` has a format of time and a zone",
      format === null ? "time_zone" : "time_format",
    );
  if (format !== null && readTimeFormat(format) === undefined)
    throw fault("day, month, hour and minute must be in it, as in DD/MMM/YYYY HH:mm:ss", "time_format");
}

/** A group that is called as a field is that field's, unless a mapping takes it elsewhere. */
function compileGroups({ pattern, fields }: OwnFormat): ReadyFormat["body"] {
  if (pattern === null || pattern === "") throw new Problem("a pattern is missing", "pattern");
  const program = programOf(pattern);
  const { names } = program;
  if (names.length > MAX_GROUPS) throw new Problem(`there are ${MAX_GROUPS} groups at most`, "pattern");
  const takings: Taking<number>[] = [];
  for (const [index, mapping] of fields.entries()) {
    if (mapping.source === null) continue;
    const at = names.indexOf(mapping.source);
    if (at === -1)
      throw new Problem(
        `the pattern has no group ${JSON.stringify(mapping.source)}`,
        "fields",
        index,
        "source",
      );
    takings.push({ field: mapping.field, source: mapping.source, at, set: setterOf(mapping) });
  }
  for (const [at, name] of names.entries()) {
    if (takings.some((taking) => taking.at === at)) continue;
    if (!isTargetField(name))
      throw new Problem(
        `the group ${JSON.stringify(name)} is called as no field is: call it so, or say in \`fields\` which field it is`,
        "pattern",
      );
    const mapping = {
      field: name,
      source: name,
      value: null,
      words: null,
      time_format: null,
      time_zone: null,
    };
    takings.push({ field: name, source: name, at, set: setterOf(mapping) });
  }
  if (takings.length === 0 && fields.length === 0)
    throw new Problem("nothing is read: name a group as in (?<src_ip>…), or a field with a value", "pattern");
  return { kind: "pattern", program, takings };
}

function programOf(pattern: string): Program {
  try {
    return compilePattern(pattern);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    throw new Problem(`${error.message} (at character ${error.position + 1})`, "pattern");
  }
}

function compilePaths({ pattern, fields }: OwnFormat): ReadyFormat["body"] {
  if (pattern !== null)
    throw new Problem("a format of JSON has paths in `fields`, and no pattern", "pattern");
  const takings = fields.flatMap((mapping, index): Taking<JsonPath>[] => {
    if (mapping.source === null) return [];
    const at = readJsonPath(mapping.source);
    if (at === undefined)
      throw new Problem(
        "it is no path to one value, such as $.flow.src_ip or $['source address'][0]",
        "fields",
        index,
        "source",
      );
    return [{ field: mapping.field, source: mapping.source, at, set: setterOf(mapping) }];
  });
  if (takings.length === 0) throw new Problem("nothing is read: name a path of a field", "fields");
  return { kind: "json", takings };
}
