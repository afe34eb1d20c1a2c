import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, type ReactNode } from "react";
import { Section } from "../../components/page-head/section";
import { Can } from "../../components/permission/can";
import { ErrorState } from "../../components/states/error-state";
import { Loading } from "../../components/states/loading";
import type { Job } from "./jobs";
import { TOOL_NAMES } from "./names";
import styles from "./tools.module.css";

const KeepButton = lazy(() => import("./keep-button").then((module) => ({ default: module.KeepButton })));

/** One answer, as it was asked for: `run` tells it from earlier ones of the same question. */
export type Asked = Job & { run: number };

type Props<Answer> = Asked & {
  ask: (signal: AbortSignal) => Promise<Answer>;
  /** By which the answer can be kept on a device; null: it cannot. */
  resultIds?: (answer: Answer) => readonly (number | null)[];
  /** What is known before the answer is whole. */
  meanwhile?: ReactNode;
  children: (answer: Answer) => ReactNode;
};

/** What a tool says of a target: asked when it is first drawn, given up when it goes away. */
export function ToolCard<Answer>(props: Props<Answer>) {
  const { target, tool, run, ask, resultIds, meanwhile, children } = props;
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ["tools", run, tool, target.text],
    queryFn: ({ signal }) => ask(signal),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  const name = TOOL_NAMES[tool];
  const ids = data === undefined ? [] : (resultIds?.(data) ?? []).filter((id) => id !== null);
  return (
    <Section
      title={name}
      hint={<span className="mono">{target.text}</span>}
      actions={
        ids.length > 0 && (
          <Can do="topology_write">
            <Suspense>
              <KeepButton key={ids.join()} resultIds={ids} target={target.text} name={name} />
            </Suspense>
          </Can>
        )
      }
    >
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
