import { parseFullYaml } from "./full-yaml";
import { parseJsonText } from "./json-text";
import { TextFault, type OnValue, type Path } from "./parsed";
import { NotPlain, parsePlainYaml } from "./plain-yaml";
import { findUnfit } from "./unfit";

export type TextInput = {
  text: string;
  format: "yaml" | "json";
  /** Of which the line is asked for; none: the value is. */
  paths?: readonly Path[];
};

export type TextOutput = { value: unknown; fault?: { line: number; message: string }; lines: number[] };

/** Reads the text of a bundle, or says on which line each path begins: the nearest that there is. Pure. */
export function parseBundleText({ text, format, paths = [] }: TextInput): TextOutput {
  const wanted = new Map<string, number>();
  const known = new Set(paths.flatMap((path) => path.map((_, at) => keyOfPath(path.slice(0, at + 1)))));
  const note: OnValue = (path, line) => {
    const key = keyOfPath(path);
    if (known.has(key)) wanted.set(key, line);
  };
  try {
    const value = parse(text, { format, onValue: paths.length === 0 ? undefined : note });
    if (paths.length > 0) return { value: null, lines: paths.map((path) => lineOf(wanted, path)) };
    const unfit = findUnfit(value);
    if (unfit === undefined) return { value, lines: [] };
    const [line = 1] = parseBundleText({ text, format, paths: [unfit.path] }).lines;
    return { value: null, fault: { line, message: unfit.message }, lines: [] };
  } catch (error) {
    if (!(error instanceof TextFault)) throw error;
    return { value: null, fault: { line: error.line, message: error.message }, lines: [] };
  }
}

function parse(
  text: string,
  { format, onValue }: { format: TextInput["format"]; onValue: OnValue | undefined },
): unknown {
  if (format === "json") return parseJsonText(text, onValue);
  try {
    return parsePlainYaml(text, onValue);
  } catch (error) {
    if (error instanceof NotPlain) return parseFullYaml(text, onValue);
    throw error;
  }
}

function keyOfPath(path: Path): string {
  return path.join("\u0000");
}

function lineOf(lines: ReadonlyMap<string, number>, path: Path): number {
  for (let length = path.length; length > 0; length--) {
    const line = lines.get(keyOfPath(path.slice(0, length)));
    if (line !== undefined) return line;
  }
  return 1;
}
