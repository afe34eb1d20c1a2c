import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createLazyRoute, getRouteApi, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { followFirstResult, type Monitor } from "../../api/monitoring";
import type { Version } from "../../api/version";
import { useIdempotencyKey } from "../../components/form/idempotency-key";
import { FormBody, useSubmitForm, type SubmitForm } from "../../components/form/submit-form";
import { useUnsavedChanges } from "../../components/form/unsaved-changes";
import { wayBack } from "../../components/form/way-back";
import { useVersionedForm } from "../../components/form/use-versioned-form";
import { changedOnly } from "../../components/form/versions";
import { PageHead } from "../../components/page-head/page-head";
import { Gone } from "../../components/states/gone";
import { QueryStates } from "../../components/states/query-states";
import { monitorNameOf } from "../../format/monitor-name";
import { addMonitor, changeMonitor, monitorQuery } from "./api";
import { MonitorFields } from "./monitor-fields";
import styles from "./monitor-form.module.css";
import { Trial } from "./trial";
import { useTrial } from "./use-trial";
import {
  expectationsFault,
  headersFault,
  LABELS,
  NEW_MONITOR,
  toMonitor,
  valuesOf,
  type MonitorValues,
  type NamedMember,
} from "./values";

const RULES = {
  name: (text: string, { kind }: MonitorValues) =>
    kind !== "http" && text.trim() === "" ? "A name: there is no host to call it after" : null,
  url: (text: string, { kind }: MonitorValues) =>
    kind !== "http" || /^https?:\/\/\S/i.test(text.trim()) ? null : "A URL with http:// or https://",
  members: (members: MonitorValues["members"], { kind }: MonitorValues) =>
    kind === "group" && members.length === 0 ? "A group needs a member" : null,
  request_headers: headersFault,
  expected_headers: expectationsFault,
};

/** Back to where the form was opened from, or to all monitors. */
function useGoBack(): (isDone?: boolean) => void {
  const { history, navigate } = useRouter();
  return wayBack(
    history,
    (options) => void navigate({ to: "/monitoring", search: { tab: "monitors" }, ...options }),
  );
}

/** A monitor without a name is called after its URL. */
function named(values: MonitorValues): MonitorValues {
  return values.name.trim() === "" ? { ...values, name: monitorNameOf(values.url) } : values;
}

function NewMonitorPage() {
  const key = useIdempotencyKey();
  const { navigate } = useRouter();
  const queries = useQueryClient();
  const goBack = useGoBack();
  const [isSaved, setIsSaved] = useState(false);
  const form = useSubmitForm({
    initialValues: NEW_MONITOR,
    validate: RULES,
    submit: (values) => addMonitor(toMonitor(named(values)), key),
    onDone({ id, kind }) {
      setIsSaved(true);
      followFirstResult(queries);
      if (kind === "http") goBack(true);
      // What is to be done next stands there: where the job reports to.
      else
        void navigate({
          to: "/monitoring/monitors/$monitorId",
          params: { monitorId: String(id) },
          replace: true,
          ignoreBlocker: true,
        });
    },
  });
  useUnsavedChanges(() => !isSaved && form.fields.isDirty());
  return (
    <div className={styles.page}>
      <PageHead title="Add monitor" />
      <FormBody form={form} label="Add monitor">
        <MonitorFields fields={form.fields} isNew />
        <Foot form={form} monitorId={null} verb="Add monitor" onCancel={() => goBack()} />
      </FormBody>
    </div>
  );
}

const editRoute = getRouteApi("/shell/monitoring/monitors/$monitorId/edit");

function EditMonitorPage() {
  const { monitorId } = editRoute.useParams();
  const query = useQuery(monitorQuery(Number(monitorId)));
  return (
    <QueryStates
      query={query}
      what="the monitor"
      rows={12}
      gone={<Gone noun="monitor" list="/monitoring?tab=monitors" listName="the monitors" />}
    >
      {(opened) => <EditForm key={opened.thing.id} present={opened} />}
    </QueryStates>
  );
}

function EditForm({ present }: { present: Version<Monitor> }) {
  const [opened] = useState(present);
  const [isSaved, setIsSaved] = useState(false);
  const queries = useQueryClient();
  const goBack = useGoBack();
  const { id, name } = opened.thing;
  const { form, conflict } = useVersionedForm({
    opened,
    what: "this monitor",
    labels: LABELS,
    valuesOf,
    describe: (field, value) => describeValue(field, value),
    validate: RULES,
    save: (values, base) =>
      changeMonitor(base, changedOnly(toMonitor(named(values)), toMonitor(valuesOf(base.thing)))),
    readAgain: () => queries.fetchQuery(monitorQuery(id)),
    onDone() {
      setIsSaved(true);
      followFirstResult(queries);
      goBack(true);
    },
  });
  useUnsavedChanges(() => !isSaved && form.fields.isDirty());
  const title = `Edit ${name}`;
  return (
    <div className={styles.page}>
      <PageHead title={title} />
      <FormBody form={form} label={title}>
        {conflict}
        <MonitorFields fields={form.fields} />
        <Foot form={form} monitorId={id} verb="Save monitor" onCancel={() => goBack()} />
      </FormBody>
    </div>
  );
}

function describeValue(field: string, value: unknown): string {
  if (field === "modes") return "as it was";
  return Array.isArray(value) ? value.map(({ name }: NamedMember) => name).join(", ") : String(value);
}

type FootProps = {
  form: SubmitForm<MonitorValues>;
  /** Null: a new one. */
  monitorId: number | null;
  verb: string;
  onCancel: () => void;
};

function Foot({ form, monitorId, verb, onCancel }: FootProps) {
  const trial = useTrial(form, monitorId);
  const [kind, setKind] = useState(() => form.fields.getValues().kind);
  form.fields.watch("kind", ({ value }) => setKind(value));
  return (
    <>
      {kind !== "push" && <Trial result={trial.result} error={trial.error} isBusy={trial.isBusy} />}
      <div className={styles.foot}>
        {kind !== "push" && (
          <Button variant="default" loading={trial.isBusy} onClick={trial.run}>
            Try it now
          </Button>
        )}
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={form.isBusy}>
          {verb}
        </Button>
      </div>
    </>
  );
}

export const NewRoute = createLazyRoute("/shell/monitoring/monitors/new")({ component: NewMonitorPage });
export const EditRoute = createLazyRoute("/shell/monitoring/monitors/$monitorId/edit")({
  component: EditMonitorPage,
});
