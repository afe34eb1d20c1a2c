import { read } from "../../url/search-params";

/** What a new format begins with, as its URL says it. */
export type NewFormatSearch = {
  /** The event whose line it is to read. */
  event?: number | undefined;
  line?: string | undefined;
  pattern?: string | undefined;
};

export function parseNewFormatSearch(raw: Readonly<Record<string, unknown>>): NewFormatSearch {
  return {
    event: read.integer(raw, "event"),
    line: read.text(raw, "line"),
    pattern: read.text(raw, "pattern"),
  };
}
