/** A carrier's sentence, up to its next pair, or up to the tab where tabs part the pairs. */
const CARRIED = /^msg=(.{1,300}?)(?=\s[\w.]{1,32}=|$)/;
const CARRIED_COLUMN = /^msg=([^\t]{1,300})/;
const MAX_CARRIED = 320;

/** What the sentence of a carrier of pairs says, empty where it has none. */
export function carriedSentence(body: string): string {
  const start = body.indexOf("msg=");
  if (start === -1) return "";
  const form = body.includes("\t") ? CARRIED_COLUMN : CARRIED;
  return form.exec(body.slice(start, start + MAX_CARRIED))?.[1] ?? "";
}
