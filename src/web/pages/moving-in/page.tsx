import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { createLazyRoute, getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { newUuid } from "../../api/new-uuid";
import { useUnsavedChanges } from "../../components/form/unsaved-changes";
import { PageHead } from "../../components/page-head/page-head";
import { ErrorStrip } from "../../components/states/error-state";
import { Notice } from "../../components/states/notice";
import { QueryStates } from "../../components/states/query-states";
import { sendFiles, sourcesQuery, type Import, type Mapping, type Source } from "./api";
import { EarlierSection } from "./earlier-section";
import { LeftOutSection } from "./left-out-section";
import { MappingSection } from "./mapping-section";
import styles from "./moving-in.module.css";
import { Running } from "../../components/operation/running";
import { SourceSection, type Choice } from "./source-section";
import { VerdictSection } from "./verdict-section";
import { countsText } from "./words";

const route = getRouteApi("/shell/moving-in");

/** What people have in other products comes along: checked first, written as a whole, taken back as a whole. */
function MovingInPage() {
  const sources = useQuery(sourcesQuery());
  return (
    <QueryStates query={sources} what="the products" rows={6}>
      {(known) => <MovingIn sources={known} />}
    </QueryStates>
  );
}

function MovingIn({ sources }: { sources: readonly Source[] }) {
  const { source: wanted } = route.useSearch();
  const [choice, setChoice] = useState<Choice>({
    source: (sources.find(({ name }) => name === wanted) ?? sources[0])?.name ?? "csv",
    files: [],
    existing: "update",
  });
  const [mapping, setMapping] = useState<Mapping>({});
  const [checked, setChecked] = useState<Checked | null>(null);
  // The check, an import, or an earlier one that somebody looks at.
  const [shown, setShown] = useState<Import | null>(null);
  const sending = useSending((taken, { sending: sent, isDryRun }) => {
    setChecked(isDryRun ? { ...sent, taken } : null);
    setShown(taken);
  });
  const choose = (next: Choice) => {
    // What was checked was of other files, or would be written otherwise.
    setChoice(next);
    setChecked(null);
    setShown(null);
    if (next.source !== choice.source) setMapping({});
    sending.reset();
  };
  const check = () => sending.mutate({ isDryRun: true, id: newUuid(), sending: { choice, mapping } });
  const isCheckShown = checked !== null && shown === checked.taken;
  const isOutdated = isCheckShown && checked.mapping !== mapping;
  const { created, updated } = checked?.taken.counts ?? { created: 0, updated: 0 };
  // What nobody has seen is not written.
  const mayWrite = isCheckShown && !isOutdated && created + updated > 0;
  useUnsavedChanges(() => checked !== null || sending.isPending);
  const { variables: running } = sending;
  return (
    <>
      <PageHead
        title="Moving in"
        meta={shown === null ? undefined : countsText(shown)}
        actions={
          <>
            {checked !== null && !isCheckShown && (
              <Button size="xs" variant="default" onClick={() => setShown(checked.taken)}>
                Back to the check
              </Button>
            )}
            {mayWrite && (
              <Button
                size="xs"
                loading={sending.isPending}
                onClick={() => sending.mutate({ isDryRun: false, id: newUuid(), sending: checked })}
              >
                Import
              </Button>
            )}
          </>
        }
      />
      <div className={styles.parts}>
        {sending.isPending && running !== undefined ? (
          <Running
            sending="Sending the files"
            operationId={running.id}
            title={running.isDryRun ? "Checking" : "Importing"}
          />
        ) : (
          <SourceSection
            sources={sources}
            choice={choice}
            onChoice={choose}
            isBusy={sending.isPending}
            error={running?.isDryRun === true ? sending.error : null}
            onCheck={check}
          />
        )}
        {running?.isDryRun === false && sending.error !== null && (
          <ErrorStrip error={sending.error} title="Nothing was imported" />
        )}
        {shown?.dry_run === false && <Notice kind="status">Imported: {countsText(shown)}.</Notice>}
        {isOutdated && (
          <Notice kind="status">
            The mapping was changed: the verdicts are those of before. Check again to see what would be
            written.
          </Notice>
        )}
        {isCheckShown && (
          <MappingSection
            tables={checked.taken.tables}
            source={sources.find(({ name }) => name === checked.taken.source)}
            mapping={mapping}
            onMapping={setMapping}
            isBusy={sending.isPending}
            onCheck={check}
          />
        )}
        {shown !== null && <VerdictSection key={shown.id} taken={shown} />}
        {shown !== null && <LeftOutSection taken={shown} />}
        <EarlierSection onShow={setShown} />
      </div>
    </>
  );
}

type Sending = { choice: Choice; mapping: Mapping };
/** What was sent to be tried, and what would become of it. */
type Checked = Sending & { taken: Import };
type Sent = { isDryRun: boolean; id: string; sending: Sending };

/** The check and the import: the same files and mapping, sent twice. */
function useSending(onDone: (taken: Import, sent: Sent) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ isDryRun, id, sending: { choice, mapping } }: Sent) =>
      sendFiles({ ...choice, mapping }, { isDryRun, importId: id }),
    gcTime: 0,
    onSuccess: onDone,
    onSettled: () => queries.invalidateQueries(),
  });
}

export const Route = createLazyRoute("/shell/moving-in")({ component: MovingInPage });
