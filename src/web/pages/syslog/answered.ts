import { useQuery } from "@tanstack/react-query";
import type { Model } from "../../api/client";
import { histogramQuery, type EventPage } from "./api";

type Counted = Pick<EventPage, "total" | "total_is_lower_bound">;
type Histogram = Pick<Model<"EventHistogram">, "total" | "is_partial">;

/**
 * The answer with its exact number of events. A search counts up to a bound; the histogram of the same question, where
 * it is there, has counted all.
 */
export function withExactTotal<Answer extends Counted>(
  answer: Answer,
  histogram: Histogram | undefined,
): Answer {
  const isKnown = histogram !== undefined && !histogram.is_partial && histogram.total >= answer.total;
  if (!answer.total_is_lower_bound || !isKnown) return answer;
  return { ...answer, total: histogram.total, total_is_lower_bound: false };
}

/** The first page of events, with their exact number once the page has asked for its histogram. */
export function useAnswered(first: EventPage | undefined): EventPage | undefined {
  const { data } = useQuery({ ...histogramQuery(first?.asked), enabled: false });
  return first && withExactTotal(first, data);
}
