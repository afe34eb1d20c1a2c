import type { ReactNode } from "react";
import { codePointOf, hasHidden, spellHidden, splitHidden } from "../../format/hidden-characters";
import styles from "./visible-text.module.css";

/** Of a text with more of them than anybody reads each mark would be two elements of the page. */
const MOST_PARTS = 500;

/**
 * A text that somebody else wrote, such as a line or a host's name: what it would hide or turn round is marked by its
 * code point. What is selected and copied is the text itself.
 */
export function VisibleText({ text }: { text: string }): ReactNode {
  if (!hasHidden(text)) return text;
  const parts = splitHidden(text);
  return parts.length > MOST_PARTS ? spellHidden(text) : parts.map(toPart);
}

/** The same of what a cell or a fact shows, where that is a text. */
export function visible(content: ReactNode): ReactNode {
  return typeof content === "string" && hasHidden(content) ? <VisibleText text={content} /> : content;
}

/** One that is cut where there is no more room, and whole in its tooltip. */
export function CutText({ text, className }: { text: string; className?: string | undefined }) {
  return (
    <span className={className} title={spellHidden(text)}>
      <VisibleText text={text} />
    </span>
  );
}

function toPart(part: string, place: number): ReactNode {
  if (place % 2 === 0) return part;
  const code = codePointOf(part);
  return (
    <span
      key={place}
      className={styles.mark}
      data-code={code}
      title={`${code}, a character that is not seen`}
    >
      <span>{part}</span>
    </span>
  );
}
