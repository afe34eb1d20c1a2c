/**
 * The text of a file, as the service reads an upload: by its byte order mark, else UTF-8, else what western Windows
 * writes.
 */
export async function textOf(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer();
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // Not UTF-8: every byte means something in windows-1252.
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
