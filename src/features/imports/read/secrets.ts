import type { TableRule } from "../sources/source";

/** Columns that hold secrets in whatever product, as `columnName` calls them. */
const SECRET =
  /(?<!com|by)pass(?!ive|age|enger|port|thr)|pwd|token|secret|credential|communit(y|ies)|psk|cookie|authori[sz]ation|header|connection_?string|crypto|sasl|macros\.|((auth|priv|private|api|access|ssh|tls|encryption|preshared|shared)_?key)/;

const MAX_KNOWN = 2000;

/** Tells the columns of a table that hold secrets: nothing of them goes further than the reader. */
export function createSecrets({ secret }: TableRule): (column: string) => boolean {
  const known = new Map<string, boolean>();
  return (column) => {
    const told = known.get(column) ?? (SECRET.test(column) || secret?.test(column) === true);
    if (known.size < MAX_KNOWN) known.set(column, told);
    return told;
  };
}

/** A text that quotes addresses, without the names and passwords in them (RFC 3986 3.2.1). */
export function withoutUserinfo(text: string): string {
  return text.replaceAll(/(:\/\/)[^\s/?#]*@/g, "$1");
}
