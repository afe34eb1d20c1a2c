import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { createLazyRoute } from "@tanstack/react-router";
import { useState } from "react";
import { useUnsavedChanges } from "../../components/form/unsaved-changes";
import { newUuid } from "../../api/new-uuid";
import { Running } from "../../components/operation/running";
import { PageHead } from "../../components/page-head/page-head";
import { Section } from "../../components/page-head/section";
import { saveFile } from "../../components/save-file/save-file";
import { ErrorStrip } from "../../components/states/error-state";
import { Notice } from "../../components/states/notice";
import { QueryStates } from "../../components/states/query-states";
import { applyBundle, exportBundle, kindsQuery, planBundle, type Kind, type Plan, type Sending } from "./api";
import { BundleSection } from "./bundle-section";
import styles from "./configuration.module.css";
import { DriftSection } from "./drift-section";
import { HistorySection } from "./history-section";
import { PlanView } from "./plan-view";
import { countsText, isApplicable } from "./words";

/** The whole configuration as one bundle: planned first, applied as a whole, taken back as a whole. */
function ConfigurationPage() {
  const kinds = useQuery(kindsQuery());
  return (
    <QueryStates query={kinds} what="what bundles have" rows={6}>
      {(known) => <Configuration kinds={known} />}
    </QueryStates>
  );
}

type Applying = { plan: Plan; applyId: string };

const NOTHING: Sending = { text: "", only: [], isPruned: false };

function Configuration({ kinds }: { kinds: readonly Kind[] }) {
  const queries = useQueryClient();
  const [sending, setSending] = useState(NOTHING);
  const [plan, setPlan] = useState<Plan | null>(null);
  const planning = useMutation({ mutationFn: planBundle, gcTime: 0, onSuccess: setPlan });
  const applying = useMutation({
    mutationFn: ({ plan: { fingerprint }, applyId }: Applying) =>
      applyBundle(sending, { fingerprint, applyId }),
    gcTime: 0,
    onSuccess: () => setPlan(null),
    onSettled: () => queries.invalidateQueries(),
  });
  const exporting = useMutation({
    mutationFn: exportBundle,
    gcTime: 0,
    onSuccess: (text) => saveFile("netatlas.yaml", new Blob([text], { type: "application/yaml" })),
  });
  const choose = (next: Sending) => {
    // What was planned was of another bundle.
    setSending(next);
    setPlan(null);
    planning.reset();
    applying.reset();
  };
  useUnsavedChanges(() => applying.isPending);
  return (
    <>
      <PageHead
        title="Configuration"
        actions={
          <>
            <Button
              size="xs"
              variant="default"
              loading={exporting.isPending}
              onClick={() => exporting.mutate()}
            >
              Export
            </Button>
            {plan !== null && isApplicable(plan) && (
              <Button
                size="xs"
                loading={applying.isPending}
                onClick={() => applying.mutate({ plan, applyId: newUuid() })}
              >
                Apply
              </Button>
            )}
          </>
        }
      />
      <div className={styles.parts}>
        {exporting.error !== null && <ErrorStrip error={exporting.error} title="It cannot be exported" />}
        {applying.error !== null && (
          <ErrorStrip error={applying.error} title="Nothing was applied: plan again" />
        )}
        {applying.data !== undefined && (
          <Notice kind="status">Applied: {countsText(applying.data.counts, { isDone: true })}.</Notice>
        )}
        {applying.isPending && (
          <Running operationId={applying.variables.applyId} title="Applying" sending="Sending the bundle" />
        )}
        {plan !== null && (
          <Section title="Plan" hint="What applying the bundle would do.">
            <PlanView plan={plan} none="Nothing to do: the service is as the bundle says." />
          </Section>
        )}
        <BundleSection
          kinds={kinds}
          sending={sending}
          onSending={choose}
          isBusy={planning.isPending}
          error={planning.error}
          onPlan={() => planning.mutate(sending)}
        />
        <DriftSection />
        <HistorySection />
      </div>
    </>
  );
}

export const Route = createLazyRoute("/shell/administration/configuration")({ component: ConfigurationPage });
