import { LETTERS, StartForm } from "../../values/start-form";
import { setActionMeaning } from "../../values/action";
import type { ParsedMessage } from "../../line";

/**
 * A name that a list does not let be looked up, and what is answered in its place: `gravity blocked ads.example.com is
 * 0.0.0.0`, `exactly denied ads.example.com is ::`.
 */
const SINKHOLED = new StartForm(
  LETTERS,
  /^(?:(?!not |never )[a-z]{3,12} ){0,2}(blocked|denied|blacklisted|sinkholed|filtered|refused) (?=[\w.-]{1,255}\.[a-z])[\w.-]{1,255}\.? (?:is|as|to|with|->|=>) (?:0\.0\.0\.0|127\.0\.0\.1|::1?)(?![\w.:])/i,
);

/**
 * Takes the verdict of a name server's line about a name that it answered with nobody's address; false of any other.
 */
export function takeSinkholed(text: string, message: ParsedMessage): boolean {
  const word = SINKHOLED.exec(text)?.[1];
  if (word === undefined) return false;
  setActionMeaning(message, word, "deny");
  return true;
}
