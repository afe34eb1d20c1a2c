import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { EVENT_FIELDS, type EventField, type FilterTerm } from "../../../components/event-table/event-fields";
import { ErrorState } from "../../../components/states/error-state";
import { Loading } from "../../../components/states/loading";
import { formatNumber } from "../../../format/number";
import type { Asked } from "../api";
import { Facet } from "./facet";
import { COUNTED_FIELDS, facetsQuery, FIRST_UNFOLDED, MAX_UNFOLDED, MAX_VALUES, toggled } from "./facets";
import styles from "./field-panel.module.css";
import { keepUnfolded, keptUnfolded } from "./kept-fields";

type Props = {
  /** What the rows beside it answer; undefined while nothing is known. */
  asked: Asked | undefined;
  onFilter: (term: FilterTerm) => void;
};

/**
 * The most frequent values of each field in the events of the window: a click asks for one, with Shift it is left out.
 */
export function FieldPanel({ asked, onFilter }: Props) {
  const [unfolded, setUnfolded] = useState<readonly string[]>(() =>
    (keptUnfolded() ?? FIRST_UNFOLDED).slice(-MAX_UNFOLDED),
  );
  const shown = COUNTED_FIELDS.filter((field) => unfolded.includes(field));
  const facets = useQuery({ ...facetsQuery(asked, shown), placeholderData: keepPreviousData });
  const toggle = (field: string) => {
    const next = toggled(unfolded, field);
    setUnfolded(next);
    keepUnfolded(next);
  };
  const { data } = facets;
  return (
    <section className={styles.panel} aria-label="Fields" aria-busy={facets.isFetching}>
      {facets.error !== null && (
        <ErrorState
          error={facets.error}
          title="Cannot count the values"
          onRetry={() => void facets.refetch()}
        />
      )}
      {data === undefined && facets.isFetching ? (
        <Loading what="the values" rows={12} />
      ) : (
        <div className={styles.list} data-stale={facets.isPlaceholderData}>
          {COUNTED_FIELDS.map((field) => (
            <Facet
              key={field}
              field={field}
              label={labelOf(field)}
              counted={data?.facets.find((one) => one.field === field)}
              total={data?.total ?? 0}
              isUnfolded={shown.includes(field)}
              onToggle={() => toggle(field)}
              onFilter={onFilter}
            />
          ))}
        </div>
      )}
      {data !== undefined && (
        <p className={styles.note}>
          The {MAX_VALUES} most frequent of each, in {formatNumber(data.total)} events
          {data.is_partial && "; some events are missing"}
        </p>
      )}
    </section>
  );
}

function labelOf(field: EventField["field"]): string {
  return EVENT_FIELDS.find((one) => one.field === field)?.label ?? field;
}
