import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { createLazyRoute } from "@tanstack/react-router";
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
import { Running } from "./running";
import { SourceSection, type Choice } from "./source-section";
import { VerdictSection } from "./verdict-section";
import { countsText } from "./words";

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
  const [choice, setChoice] = useState<Choice>({
    source: sources[0]?.name ?? "csv",
    files: [],
    existing: "update",
  });
  const [mapping, setMapping] = useState<Mapping>({});
  const [shown, setShown] = useState<Import | null>(null);
  const sending = useSending({ choice, mapping, onDone: setShown });
  const choose = (next: Choice) => {
    // What was checked was of other files, or would be written otherwise.
    setChoice(next);
    setShown(null);
    if (next.source !== choice.source) setMapping({});
    sending.reset();
  };
  const isChecked = shown?.dry_run === true && choice.files.length > 0;
  const mayWrite = isChecked && shown.counts.created + shown.counts.updated > 0;
  useUnsavedChanges(() => isChecked || sending.isPending);
  const { variables: running } = sending;
  return (
    <>
      <PageHead
        title="Moving in"
        meta={shown === null ? undefined : countsText(shown)}
        actions={
          mayWrite && (
            <Button
              size="xs"
              loading={sending.isPending}
              onClick={() => sending.mutate({ isDryRun: false, id: newUuid() })}
            >
              Import
            </Button>
          )
        }
      />
      <div className={styles.parts}>
        {sending.isPending && running !== undefined ? (
          <Running operationId={running.id} title={running.isDryRun ? "Checking" : "Importing"} />
        ) : (
          <SourceSection
            sources={sources}
            choice={choice}
            onChoice={choose}
            isBusy={sending.isPending}
            error={running?.isDryRun === true ? sending.error : null}
            onCheck={() => sending.mutate({ isDryRun: true, id: newUuid() })}
          />
        )}
        {running?.isDryRun === false && sending.error !== null && (
          <ErrorStrip error={sending.error} title="Nothing was imported" />
        )}
        {shown?.dry_run === false && <Notice kind="status">Imported: {countsText(shown)}.</Notice>}
        {isChecked && (
          <MappingSection
            tables={shown.tables}
            source={sources.find(({ name }) => name === shown.source)}
            mapping={mapping}
            onMapping={setMapping}
            isBusy={sending.isPending}
            onCheck={() => sending.mutate({ isDryRun: true, id: newUuid() })}
          />
        )}
        {shown !== null && <VerdictSection key={shown.id} taken={shown} />}
        {shown !== null && <LeftOutSection taken={shown} />}
        <EarlierSection onShow={setShown} />
      </div>
    </>
  );
}

type Sent = { isDryRun: boolean; id: string };

/** The check and the import: the same files and mapping, sent twice. */
function useSending({
  choice,
  mapping,
  onDone,
}: {
  choice: Choice;
  mapping: Mapping;
  onDone: (taken: Import) => void;
}) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ isDryRun, id }: Sent) => sendFiles({ ...choice, mapping }, { isDryRun, importId: id }),
    gcTime: 0,
    onSuccess: onDone,
    onSettled: () => queries.invalidateQueries(),
  });
}

export const Route = createLazyRoute("/shell/moving-in")({ component: MovingInPage });
