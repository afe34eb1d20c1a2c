import { linesOf } from "./lease";

/** What a row of the table says, by the names that `print detail` has for the columns. */
type TableRow = { properties: ReadonlyMap<string, string>; isDisabled: boolean };

/** `#   ADDRESS   MAC-ADDRESS   HOST-NAME …`: RouterOS names the columns above the rows. */
const HEADER = /^[ \t]*#[ \t]+(?:[A-Z-]+[ \t]+)*ADDRESS(?:[ \t]|$)/m;

/** Whether the text has the table that `/ip dhcp-server lease print` writes. */
export function isMikrotikTable(text: string): boolean {
  return HEADER.test(text);
}

/**
 * The rows of that table, each with its line; without `row` where a line is none. A value stands below its column's
 * name, and may be missing, so that only its place tells whose it is. A comment stands in a line of its own, which in
 * version 6 has the number and the flags of the row below it.
 */
export function* rowsOfTable(text: string): Generator<{ line: number; text: string; row?: TableRow }> {
  let columns: Column[] | undefined;
  let commented: string | undefined;
  for (const { line, text: content } of linesOf(text)) {
    const comment = COMMENT.exec(content);
    if (comment !== null) commented = comment[1];
    // The names come again at each screenful.
    else if (HEADER.test(content)) columns = columnsOf(content);
    else if (columns !== undefined && !SCREENFUL.test(content)) {
      const row = rowOf(content, { columns, commented });
      commented = undefined;
      yield row === undefined ? { line, text: content } : { line, text: content, row };
    }
  }
}

const COMMENT = /^[ \t]*(\d+[ \t]+(?:[A-Z]+[ \t]+)*)?;;;/;
/** What a terminal shows between two screenfuls. */
const SCREENFUL = /^[ \t]*--/;
const NUMBER_AND_FLAGS = /^[ \t]*\d+([A-Z \t]*)$/;

/** Where the column's values begin, and where the next one's do. */
type Column = { name: string; start: number; end: number };

function columnsOf(header: string): Column[] {
  const names = [...header.matchAll(/[A-Z][A-Z-]*/g)];
  return names.map(({ 0: name, index }, place) => ({
    name: name.toLowerCase(),
    start: index,
    end: names[place + 1]?.index ?? Infinity,
  }));
}

type Above = { columns: readonly Column[]; commented: string | undefined };

function rowOf(content: string, { columns, commented }: Above): TableRow | undefined {
  const before = content.slice(0, columns[0]?.start);
  const [, flags] = NUMBER_AND_FLAGS.exec(before.trim() === "" ? (commented ?? "") : before) ?? [];
  if (flags === undefined) return undefined;
  const properties = new Map(columns.map(({ name, start, end }) => [name, content.slice(start, end).trim()]));
  return { properties, isDisabled: flags.includes("X") };
}
