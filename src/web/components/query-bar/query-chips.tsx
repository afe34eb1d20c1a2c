import { CloseIcon } from "../../theme/icons";
import { FIELD_NAMES } from "./fields";
import { visible } from "../value/visible-text";
import { spellHidden } from "../../format/hidden-characters";
import styles from "./query-bar.module.css";
import { removeTerm, splitQuery, type Term } from "./query-text";

type Props = {
  /** What was asked. */
  query: string;
  onChange: (query: string) => void;
  /** What the service said of a query that it refused. */
  problem?: string | undefined;
};

/** What was understood of the query, term by term; a click takes one out. */
export function QueryChips({ query, onChange, problem }: Props) {
  const terms = splitQuery(query, FIELD_NAMES);
  if (terms.length === 0) return null;
  const refused = problem === undefined ? undefined : refusedTerm(terms, problem);
  return (
    <ul className={styles.chips} aria-label="Filters">
      {terms.map((term) => (
        <li key={term.start}>
          <button
            type="button"
            className={styles.chip}
            data-refused={term === refused}
            aria-label={`Remove ${describe(term)}`}
            title={spellHidden(`Remove ${describe(term)}`)}
            onClick={() => onChange(removeTerm(query, term))}
          >
            {term.isNegated && <span className={styles.not}>not</span>}{" "}
            {term.field !== undefined && <span className={styles.name}>{term.field}</span>}{" "}
            <span className={`mono ${styles.term}`}>{visible(term.text)}</span>
            <CloseIcon size={12} stroke={2} />
          </button>
        </li>
      ))}
      {terms.length > 1 && (
        <li>
          <button type="button" className={styles.clear} onClick={() => onChange("")}>
            Clear all
          </button>
        </li>
      )}
    </ul>
  );
}

function describe({ field, text, isNegated }: Term): string {
  return `${isNegated ? "not " : ""}${field === undefined ? "" : `${field} `}${text}`;
}

/** The refusal names the value, or the field; words without a field are never refused. */
export function refusedTerm(terms: readonly Term[], problem: string): Term | undefined {
  return terms.find(
    ({ field, text }) =>
      field !== undefined && (problem.includes(`'${text}'`) || problem.includes(`${field} must`)),
  );
}
