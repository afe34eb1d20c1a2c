import { escapeControls } from "./control-characters";

const MAX_CHARACTERS = 255;

/** One line for people out of what a peer wrote: at most 255 characters, none of which drives a terminal. */
export function oneLine(text: string): string {
  const escaped = escapeControls(text.trim());
  if (escaped.length <= MAX_CHARACTERS) return escaped;
  // Not through the middle of a surrogate pair.
  return `${escaped.slice(0, MAX_CHARACTERS - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
