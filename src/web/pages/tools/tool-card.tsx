import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Section } from "../../components/page-head/section";
import { ErrorState } from "../../components/states/error-state";
import { Loading } from "../../components/states/loading";
import type { Job } from "./jobs";
import { TOOL_NAMES } from "./names";
import styles from "./tools.module.css";

/** One answer, as it was asked for: `run` tells it from earlier ones of the same question. */
export type Asked = Job & { run: number };

type Props<Answer> = Asked & {
  ask: (signal: AbortSignal) => Promise<Answer>;
  /** What is known before the answer is whole. */
  meanwhile?: ReactNode;
  children: (answer: Answer) => ReactNode;
};

/** What a tool says of a target: asked when it is first drawn, given up when it goes away. */
export function ToolCard<Answer>({ target, tool, run, ask, meanwhile, children }: Props<Answer>) {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ["tools", run, tool, target.text],
    queryFn: ({ signal }) => ask(signal),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  const name = TOOL_NAMES[tool];
  return (
    <Section title={name} hint={<span className="mono">{target.text}</span>}>
      <div className={styles.answer} aria-busy={isFetching} aria-live="polite">
        {error !== null && !isFetching ? (
          <ErrorState error={error} title={`${name} gave no answer`} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          (meanwhile ?? <Loading what={`the answer of ${name}`} rows={4} />)
        ) : (
          children(data)
        )}
      </div>
    </Section>
  );
}
