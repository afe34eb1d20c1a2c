const FASTEST = { level: 1 };

/** A list as compressed JSON: what an import holds of its rows is large, and rows are alike. */
export function pack(list: readonly unknown[]): Uint8Array {
  return Bun.zstdCompressSync(JSON.stringify(list), FASTEST);
}

/** The text of what `pack` gave. */
export function unpack(packed: Uint8Array): string {
  return Bun.zstdDecompressSync(packed).toString();
}
