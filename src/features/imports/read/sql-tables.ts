import { PackedRows } from "./packed-rows";
import { columnName, FileFault, LONG_COLUMN, MAX_COLUMN_NAME, MAX_COLUMNS } from "./table";

export type Dump = {
  /** Of the tables that were asked for. */
  tables: ReadonlyMap<string, PackedRows>;
  /** Of the others how many rows there are. */
  others: ReadonlyMap<string, number>;
};

const QUOTES = new Set(["'", '"', "`"]);

/**
 * The rows of the INSERT statements of a dump, as mysqldump and phpMyAdmin write it. Other statements are passed over.
 * Throws FileFault for a statement that has no end, or that is none of theirs.
 */
export function readSqlDump(
  text: string,
  { wanted, most }: { wanted: readonly string[]; most: number },
): Dump {
  return new DumpReader(text, new Set(wanted), most).read();
}

class DumpReader {
  readonly #text: string;
  readonly #wanted: ReadonlySet<string>;
  readonly #most: number;
  readonly #columns = new Map<string, string[]>();
  readonly #tables = new Map<string, PackedRows>();
  readonly #others = new Map<string, number>();
  #offset = 0;
  #count = 0;

  constructor(text: string, wanted: ReadonlySet<string>, most: number) {
    this.#text = text;
    this.#wanted = wanted;
    this.#most = most;
  }

  read(): Dump {
    for (this.#skipBlank(); this.#offset < this.#text.length; this.#skipBlank()) {
      if (this.#takeWords("INSERT INTO") || this.#takeWords("INSERT IGNORE INTO")) this.#readInsert();
      else if (this.#takeWords("CREATE TABLE")) this.#readCreate();
      this.#skipStatement();
    }
    return { tables: this.#tables, others: this.#others };
  }

  /** White space and comments. */
  #skipBlank(): void {
    const blank = /\s*/y;
    do {
      blank.lastIndex = this.#offset;
      blank.exec(this.#text);
      this.#offset = blank.lastIndex;
    } while (this.#skipComment());
  }

  /** MySQL's comments: two dashes are one only before a blank. */
  #skipComment(): boolean {
    const text = this.#text;
    const start = this.#offset;
    if (text.startsWith("/*", start)) {
      const end = text.indexOf("*/", start + 2);
      if (end < 0) this.#fail("a comment has no end");
      this.#offset = end + 2;
      return true;
    }
    const isDashes = text.startsWith("--", start) && !/\S/.test(text[start + 2] ?? "");
    if (text[start] !== "#" && !isDashes) return false;
    const end = text.indexOf("\n", start);
    this.#offset = end < 0 ? text.length : end + 1;
    return true;
  }

  #takeWords(words: string): boolean {
    const given = this.#text.slice(this.#offset, this.#offset + words.length);
    if (given.toUpperCase() !== words) return false;
    this.#offset += words.length;
    return true;
  }

  #take(mark: string): boolean {
    this.#skipBlank();
    if (this.#text[this.#offset] !== mark) return false;
    this.#offset++;
    return true;
  }

  #readCreate(): void {
    this.#skipBlank();
    this.#takeWords("IF NOT EXISTS");
    const table = this.#readName();
    if (!this.#take("(")) return;
    const columns: string[] = [];
    for (let isDefinition = true; isDefinition;) {
      this.#skipBlank();
      // Keys and constraints are words without quotes.
      if (this.#text[this.#offset] === "`" || this.#text[this.#offset] === '"')
        this.#addColumn(columns, table);
      isDefinition = this.#skipTo(",");
    }
    this.#columns.set(table, columns);
  }

  #readInsert(): void {
    const table = this.#readName();
    let columns = this.#columns.get(table) ?? [];
    if (this.#take("(")) {
      columns = [];
      do this.#addColumn(columns, table);
      while (this.#take(","));
      if (!this.#take(")")) this.#fail("a list of columns has no end");
    }
    this.#skipBlank();
    if (!this.#takeWords("VALUES")) this.#fail("an INSERT has no VALUES");
    if (columns.length === 0 && this.#wanted.has(table))
      this.#fail(`nothing says which columns ${table} has: its CREATE TABLE is missing`);
    do this.#readTuple(table, columns);
    while (this.#take(","));
  }

  #addColumn(columns: string[], table: string): void {
    const count = columns.push(this.#readName());
    if (count > MAX_COLUMNS) this.#fail(`table ${table} has more than ${MAX_COLUMNS} columns`);
  }

  #readTuple(table: string, columns: readonly string[]): void {
    if (!this.#take("(")) this.#fail("a row does not begin");
    const isWanted = this.#wanted.has(table);
    const row = new Map<string, string>();
    let place = 0;
    do {
      const value = this.#readValue();
      const column = columns[place++];
      if (isWanted && value !== undefined && value !== "" && column !== undefined) row.set(column, value);
    } while (this.#take(","));
    if (!this.#take(")")) this.#fail("a row has no end");
    if (!isWanted) {
      this.#others.set(table, (this.#others.get(table) ?? 0) + 1);
      return;
    }
    if (++this.#count > this.#most) throw new FileFault(`more than ${this.#most} rows`);
    const rows = this.#tables.get(table) ?? new PackedRows();
    this.#tables.set(table, rows);
    rows.add(row);
  }

  /** A quoted or bare name, in our writing; of `database`.`table` the last one. */
  #readName(): string {
    let name = "";
    do {
      this.#skipBlank();
      const mark = this.#text[this.#offset] ?? "";
      name = QUOTES.has(mark) ? this.#readQuoted(mark) : this.#readBare();
      if (name === "") this.#fail("a name is missing");
    } while (this.#take("."));
    if (name.length > MAX_COLUMN_NAME) this.#fail(LONG_COLUMN);
    return columnName(name);
  }

  #readBare(): string {
    const bare = /[\w$-]*/y;
    bare.lastIndex = this.#offset;
    const word = bare.exec(this.#text)?.[0] ?? "";
    this.#offset += word.length;
    return word;
  }

  /** Undefined: null. */
  #readValue(): string | undefined {
    this.#skipBlank();
    this.#takeWords("_BINARY");
    this.#skipBlank();
    const mark = this.#text[this.#offset] ?? "";
    if (mark === "'" || mark === '"') return this.#readQuoted(mark);
    const bare = /[\w.+-]+/y;
    bare.lastIndex = this.#offset;
    const word = bare.exec(this.#text)?.[0];
    if (word === undefined) return this.#fail("a value is missing");
    this.#offset += word.length;
    return word.toUpperCase() === "NULL" ? undefined : word;
  }

  #readQuoted(mark: string): string {
    const text = this.#text;
    const parts: string[] = [];
    let start = this.#offset + 1;
    for (let offset = start; offset < text.length; offset++) {
      const character = text[offset];
      if (character === "\\" && mark !== "`") {
        parts.push(text.slice(start, offset), unescaped(text[offset + 1] ?? ""));
        offset++;
        start = offset + 1;
      } else if (character === mark) {
        parts.push(text.slice(start, offset));
        this.#offset = offset + 1;
        if (text[offset + 1] !== mark) return parts.join("");
        // Doubled, it stands for itself.
        parts.push(mark);
        offset++;
        start = offset + 1;
      }
    }
    return this.#fail("a text has no end");
  }

  /** Behind the end of the statement. */
  #skipStatement(): void {
    while (this.#offset < this.#text.length && this.#text[this.#offset] !== ";") this.#skipOne();
    if (this.#offset < this.#text.length) this.#offset++;
  }

  /** Behind the next such mark of this level. False: its bracket has ended before. */
  #skipTo(mark: string): boolean {
    for (let depth = 0; this.#offset < this.#text.length;) {
      const character = this.#text[this.#offset] ?? "";
      if (character === mark && depth === 0) {
        this.#offset++;
        return true;
      }
      if (character === "(") depth++;
      if (character === ")" && depth-- === 0) return false;
      this.#skipOne();
    }
    return false;
  }

  #skipOne(): void {
    const character = this.#text[this.#offset] ?? "";
    if (QUOTES.has(character)) this.#readQuoted(character);
    else if (!this.#skipComment()) this.#offset++;
  }

  #fail(reason: string): never {
    let line = 1;
    for (
      let at = this.#text.indexOf("\n");
      at >= 0 && at < this.#offset;
      at = this.#text.indexOf("\n", at + 1)
    )
      line++;
    throw new FileFault(`line ${line}: ${reason}`);
  }
}

/** MySQL's escapes (reference manual, string literals). */
const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  b: "\b",
  "0": "\0",
  Z: "\u001a",
};

function unescaped(character: string): string {
  return ESCAPES[character] ?? character;
}
