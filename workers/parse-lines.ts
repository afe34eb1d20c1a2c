import { parseLines, type ParseLinesInput } from "../src/features/syslog/parse-test/parse-lines";

/** Parses lines that a user has pasted. The caller gets a ParsedEvent per line that is not empty. */
export default function parseLinesTask(input: ParseLinesInput): ReturnType<typeof parseLines> {
  return parseLines(input);
}
