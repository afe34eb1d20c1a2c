import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Section } from "../../components/page-head/section";
import { QueryStates } from "../../components/states/query-states";
import { TimeValue } from "../../components/value/time-value";
import { driftQuery } from "./api";
import { PlanView } from "./plan-view";

/** What has changed since the bundle that was applied last. */
export function DriftSection() {
  const drift = useQuery(driftQuery());
  return (
    <Section
      title="Drift"
      hint="What applying the last bundle again would do."
      actions={
        <Button size="xs" variant="default" loading={drift.isFetching} onClick={() => void drift.refetch()}>
          Check again
        </Button>
      }
    >
      <QueryStates query={drift} what="what has changed since the last apply" rows={3}>
        {({ apply, plan }) =>
          apply === null || plan === null ? (
            <p role="status">No bundle was applied yet.</p>
          ) : (
            <>
              <p>
                Against the bundle that {apply.username} applied <TimeValue at={apply.ended_at} />
                {apply.note === null ? "" : ` (${apply.note})`}:
              </p>
              <PlanView plan={plan} none="Nothing has changed since." />
            </>
          )
        }
      </QueryStates>
    </Section>
  );
}
