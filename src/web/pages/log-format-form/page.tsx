import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createLazyRoute, getRouteApi, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { eventQuery } from "../../api/events";
import { logFormatVersionQuery, renewLogFormats, type LogFormat } from "../../api/log-formats";
import type { Version } from "../../api/version";
import { DialogActions } from "../../components/dialog/dialog-actions";
import { useIdempotencyKey } from "../../components/form/idempotency-key";
import { FormBody, useSubmitForm } from "../../components/form/submit-form";
import { useUnsavedChanges } from "../../components/form/unsaved-changes";
import { useLeaving } from "../../components/form/use-leaving";
import { useVersionedForm } from "../../components/form/use-versioned-form";
import { changedOnly } from "../../components/form/versions";
import { PageHead } from "../../components/page-head/page-head";
import { Gone } from "../../components/states/gone";
import { QueryStates } from "../../components/states/query-states";
import { changeFormat, createFormat } from "./api";
import { FormatFields } from "./format-fields";
import styles from "./log-format-form.module.css";
import { Trial } from "./trial";
import { atOwnFields, describeField, emptyValues, FIELD_LABELS, RULES, toBody, valuesOf } from "./values";

const newRoute = getRouteApi("/shell/syslog/formats/new");

function NewFormat() {
  const { event } = newRoute.useSearch();
  const query = useQuery({ ...eventQuery(event ?? 0), enabled: event !== undefined });
  if (event === undefined) return <NewForm />;
  return (
    <QueryStates query={query} what="the event" rows={12}>
      {({ raw_log: line }) => <NewForm line={line} />}
    </QueryStates>
  );
}

function NewForm({ line }: { line?: string }) {
  const given = newRoute.useSearch();
  const key = useIdempotencyKey();
  const [initialValues] = useState(() => emptyValues(given.pattern));
  const { isSaved, onDone, leave } = useWayBack();
  const form = useSubmitForm({
    initialValues,
    validate: RULES,
    submit: (values) => naming(createFormat(toBody(values), key)),
    onDone,
  });
  useUnsavedChanges(() => !isSaved && form.fields.isDirty());
  return (
    <>
      <PageHead title="New log format" />
      <div className={styles.columns}>
        <FormBody form={form} label="New log format">
          <FormatFields fields={form.fields} />
          <DialogActions isBusy={form.isBusy} onCancel={leave}>
            Save format
          </DialogActions>
        </FormBody>
        <Trial fields={form.fields} id={null} lines={line ?? given.line ?? ""} />
      </div>
    </>
  );
}

const editRoute = getRouteApi("/shell/syslog/formats/$formatId");

function EditFormat() {
  const { formatId } = editRoute.useParams();
  // A form is filled once: what changes meanwhile is met when it is saved.
  const query = useQuery({ ...logFormatVersionQuery(Number(formatId)), refetchOnWindowFocus: false });
  if (query.isFetching && query.data !== undefined && !query.isFetchedAfterMount)
    return <PageHead title={`Edit ${query.data.thing.name}`} />;
  return (
    <QueryStates
      query={query}
      what="the log format"
      rows={12}
      gone={<Gone noun="log format" list="/syslog/formats" listName="the log formats" />}
    >
      {(version) => <EditForm key={version.thing.id} present={version} />}
    </QueryStates>
  );
}

function EditForm({ present }: { present: Version<LogFormat> }) {
  const [opened] = useState(present);
  const queries = useQueryClient();
  const { isSaved, onDone, leave } = useWayBack();
  const { id, name } = opened.thing;
  const { form, conflict } = useVersionedForm({
    opened,
    what: "this log format",
    labels: FIELD_LABELS,
    valuesOf,
    describe: describeField,
    validate: RULES,
    save: (values, base) =>
      naming(changeFormat(base, changedOnly(toBody(values), toBody(valuesOf(base.thing))))),
    readAgain: () => queries.fetchQuery(logFormatVersionQuery(id)),
    onDone,
  });
  useUnsavedChanges(() => !isSaved && form.fields.isDirty());
  return (
    <>
      <PageHead title={`Edit ${name}`} />
      <div className={styles.columns}>
        <FormBody form={form} label={`Edit ${name}`}>
          {conflict}
          <FormatFields fields={form.fields} />
          <DialogActions isBusy={form.isBusy} onCancel={leave}>
            Save format
          </DialogActions>
        </FormBody>
        <Trial fields={form.fields} id={id} lines="" />
      </div>
    </>
  );
}

/** A refusal of the service stands at the fields of the form. */
async function naming<Answer>(write: Promise<Answer>): Promise<Answer> {
  try {
    return await write;
  } catch (error) {
    throw atOwnFields(error);
  }
}

const LIST = "/syslog/formats";

function useWayBack() {
  const { history, navigate } = useRouter();
  return useLeaving({
    history,
    list: LIST,
    toList: (options) => void navigate({ to: LIST, ...options }),
    renew: renewLogFormats,
    nameOf: ({ name }: LogFormat) => name,
  });
}

export const NewRoute = createLazyRoute("/shell/syslog/formats/new")({ component: NewFormat });
export const EditRoute = createLazyRoute("/shell/syslog/formats/$formatId")({ component: EditFormat });
