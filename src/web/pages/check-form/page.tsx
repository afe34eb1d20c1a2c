import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createLazyRoute, getRouteApi, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { followFirstResult } from "../../api/monitoring";
import type { Version } from "../../api/version";
import { describeCheck } from "../../components/check-fields/kind-names";
import { useIdempotencyKey } from "../../components/form/idempotency-key";
import { DialogActions } from "../../components/dialog/dialog-actions";
import { FormBody, useSubmitForm } from "../../components/form/submit-form";
import { useUnsavedChanges } from "../../components/form/unsaved-changes";
import { wayBack } from "../../components/form/way-back";
import { useVersionedForm } from "../../components/form/use-versioned-form";
import { changedOnly } from "../../components/form/versions";
import { PageHead } from "../../components/page-head/page-head";
import { Gone } from "../../components/states/gone";
import { QueryStates } from "../../components/states/query-states";
import { addCheck, changeCheck, checkQuery } from "./api";
import { CheckFields } from "./check-fields";
import styles from "./check-form.module.css";
import { describeField, LABELS, NEW_CHECK, RULES, toCheck, valuesOf, type Check } from "./values";

const newRoute = getRouteApi("/shell/monitoring/checks/new");

/** Back to where the form was opened from, or to all checks. */
function useGoBack(): (isDone?: boolean) => void {
  const { history, navigate } = useRouter();
  return wayBack(
    history,
    (options) => void navigate({ to: "/monitoring", search: { tab: "services" }, ...options }),
  );
}

function NewCheckPage() {
  const { device } = newRoute.useSearch();
  const key = useIdempotencyKey();
  const queries = useQueryClient();
  const goBack = useGoBack();
  const [isSaved, setIsSaved] = useState(false);
  const form = useSubmitForm({
    initialValues: { ...NEW_CHECK, device_id: device === undefined ? "" : String(device) },
    validate: RULES,
    submit: (values) => addCheck(toCheck(values), key),
    onDone() {
      setIsSaved(true);
      followFirstResult(queries);
      goBack(true);
    },
  });
  useUnsavedChanges(() => !isSaved && form.fields.isDirty());
  return (
    <div className={styles.page}>
      <PageHead title="Add service check" />
      <FormBody form={form} label="Add service check">
        <CheckFields fields={form.fields} />
        <DialogActions isBusy={form.isBusy} onCancel={() => goBack()}>
          Add check
        </DialogActions>
      </FormBody>
    </div>
  );
}

const editRoute = getRouteApi("/shell/monitoring/checks/$checkId/edit");

function EditCheckPage() {
  const { checkId } = editRoute.useParams();
  const query = useQuery(checkQuery(Number(checkId)));
  return (
    <QueryStates
      query={query}
      what="the check"
      rows={12}
      gone={<Gone noun="check" list="/monitoring?tab=services" listName="the checks" />}
    >
      {(opened) => <EditForm key={opened.thing.id} present={opened} />}
    </QueryStates>
  );
}

function EditForm({ present }: { present: Version<Check> }) {
  const [opened] = useState(present);
  const [isSaved, setIsSaved] = useState(false);
  const queries = useQueryClient();
  const goBack = useGoBack();
  const { id } = opened.thing;
  const { form, conflict } = useVersionedForm({
    opened,
    what: "this check",
    labels: LABELS,
    describe: describeField,
    valuesOf,
    validate: RULES,
    save: (values, base) => changeCheck(base, changedOnly(toCheck(values), toCheck(valuesOf(base.thing)))),
    readAgain: () => queries.fetchQuery(checkQuery(id)),
    onDone() {
      setIsSaved(true);
      followFirstResult(queries);
      goBack(true);
    },
  });
  useUnsavedChanges(() => !isSaved && form.fields.isDirty());
  const title = `Edit ${opened.thing.label}`;
  return (
    <div className={styles.page}>
      <PageHead title={title} meta={describeCheck(opened.thing)} />
      <FormBody form={form} label={title}>
        {conflict}
        <CheckFields fields={form.fields} />
        <DialogActions isBusy={form.isBusy} onCancel={() => goBack()}>
          Save check
        </DialogActions>
      </FormBody>
    </div>
  );
}

export const NewRoute = createLazyRoute("/shell/monitoring/checks/new")({ component: NewCheckPage });
export const EditRoute = createLazyRoute("/shell/monitoring/checks/$checkId/edit")({
  component: EditCheckPage,
});
