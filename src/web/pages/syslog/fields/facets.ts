import { queryOptions, skipToken } from "@tanstack/react-query";
import { answerOf, api } from "../../../api/client";
import type { EventField } from "../../../components/event-table/event-fields";
import { ASKED_BY_HAND, filtersOf, type Asked } from "../api";

/** Fields whose values are worth counting, the ones that are asked for most first. */
export const COUNTED_FIELDS = [
  "verdict",
  "source_host",
  "src_ip",
  "dst_ip",
  "dst_port",
  "action",
  "protocol",
  "app",
  "severity",
  "sender",
  "vendor",
  "rule_id",
  "interface",
  "interface_out",
  "direction",
  "reason",
  "src_port",
  "facility",
  "msgid",
] as const satisfies readonly EventField["field"][];

export type CountedField = (typeof COUNTED_FIELDS)[number];

export const FIRST_UNFOLDED: readonly string[] = COUNTED_FIELDS.slice(0, 5);

/** As many as the service counts at once. */
export const MAX_UNFOLDED = 12;

/** The unfolded fields once one is folded or unfolded; one too many folds the one that has been open the longest. */
export function toggled(unfolded: readonly string[], field: string): readonly string[] {
  return unfolded.includes(field)
    ? unfolded.filter((one) => one !== field)
    : [...unfolded, field].slice(-MAX_UNFOLDED);
}

export const MAX_VALUES = 5;

/** All fields that are looked at, in one request; undefined while what is asked is not known. */
export const facetsQuery = (asked: Asked | undefined, fields: readonly CountedField[]) =>
  queryOptions({
    queryKey: ["events", "facets", asked?.q, asked?.window, fields],
    queryFn:
      asked === undefined || fields.length === 0
        ? skipToken
        : ({ signal }) => {
            const query = { ...filtersOf(asked), fields: fields.join(","), limit: MAX_VALUES };
            return answerOf(api.GET("/api/v1/syslog/facets", { params: { query }, signal }));
          },
    ...ASKED_BY_HAND,
  });
