import { Remark } from "../states/remark";
import { findNoFields, type Unknown } from "./misread";
import styles from "./query-bar.module.css";

type Props = {
  query: string;
  /** Of the query; one at least. */
  unknown: Unknown;
  /** What the query as it may be meant is offered for: a verb. */
  offer: string;
  onQuery: (query: string) => void;
};

/** Names in the query that are no field: what is found has them as words in its lines. */
export function NoFields({ query, unknown, offer, onQuery }: Props) {
  const { texts, meant } = findNoFields(query, unknown);
  return (
    <Remark>
      {texts.join(" ")} Such terms are looked for in the lines as they are.
      {meant !== undefined && (
        <>
          {" "}
          <button type="button" className={styles.instead} onClick={() => onQuery(meant)}>
            {offer} {meant}
          </button>
        </>
      )}
    </Remark>
  );
}
