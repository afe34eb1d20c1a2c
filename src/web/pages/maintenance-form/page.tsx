import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createLazyRoute, getRouteApi, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import {
  maintenanceVersionQuery,
  planMaintenance,
  renewMaintenance,
  type Maintenance,
} from "../../api/maintenance";
import type { Version } from "../../api/version";
import { useIdempotencyKey } from "../../components/form/idempotency-key";
import { DialogActions } from "../../components/dialog/dialog-actions";
import { FormBody, useSubmitForm } from "../../components/form/submit-form";
import { useLeaving } from "../../components/form/use-leaving";
import { useUnsavedChanges } from "../../components/form/unsaved-changes";
import { useVersionedForm } from "../../components/form/use-versioned-form";
import { changedOnly } from "../../components/form/versions";
import { PageHead } from "../../components/page-head/page-head";
import { Gone } from "../../components/states/gone";
import { QueryStates } from "../../components/states/query-states";
import { changeWindow } from "./api";
import { MaintenanceFields } from "./maintenance-fields";
import styles from "./maintenance-form.module.css";
import {
  atOwnFields,
  describeField,
  emptyValues,
  FIELD_LABELS,
  RULES,
  toBody,
  toChanges,
  valuesOf,
  type MaintenanceValues,
} from "./values";

function NewMaintenancePage() {
  const key = useIdempotencyKey();
  const [initialValues] = useState(() => emptyValues());
  const { isSaved, onDone, leave } = useWayBack();
  const form = useSubmitForm({
    initialValues,
    validate: RULES,
    submit: (values) => naming(values, planMaintenance(toBody(values), key)),
    onDone,
  });
  useUnsavedChanges(() => !isSaved && form.fields.isDirty());
  return (
    <div className={styles.page}>
      <PageHead title="Plan maintenance" />
      <FormBody form={form} label="Plan maintenance">
        <MaintenanceFields fields={form.fields} />
        <DialogActions isBusy={form.isBusy} onCancel={leave}>
          Plan maintenance
        </DialogActions>
      </FormBody>
    </div>
  );
}

const editRoute = getRouteApi("/shell/monitoring/maintenance/$maintenanceId");

function EditMaintenancePage() {
  const { maintenanceId } = editRoute.useParams();
  // A form is filled once: what changes meanwhile is met when it is saved.
  const query = useQuery({ ...maintenanceVersionQuery(Number(maintenanceId)), refetchOnWindowFocus: false });
  if (query.isFetching && query.data !== undefined && !query.isFetchedAfterMount)
    return <PageHead title={`Edit ${query.data.thing.title}`} />;
  return (
    <QueryStates
      query={query}
      what="the maintenance window"
      rows={12}
      gone={<Gone noun="maintenance window" list="/monitoring/maintenance" listName="maintenance" />}
    >
      {(version) => <EditForm key={version.thing.id} present={version} />}
    </QueryStates>
  );
}

function EditForm({ present }: { present: Version<Maintenance> }) {
  const [opened] = useState(present);
  const queries = useQueryClient();
  const { isSaved, onDone, leave } = useWayBack();
  const { id, title } = opened.thing;
  const { form, conflict } = useVersionedForm({
    opened,
    what: "this maintenance window",
    labels: FIELD_LABELS,
    valuesOf,
    describe: describeField,
    validate: RULES,
    save: (values, base) =>
      naming(values, changeWindow(base, changedOnly(toChanges(values), toChanges(valuesOf(base.thing))))),
    readAgain: () => queries.fetchQuery(maintenanceVersionQuery(id)),
    onDone,
  });
  useUnsavedChanges(() => !isSaved && form.fields.isDirty());
  return (
    <div className={styles.page}>
      <PageHead title={`Edit ${title}`} />
      <FormBody form={form} label={`Edit ${title}`}>
        {conflict}
        <MaintenanceFields fields={form.fields} />
        <DialogActions isBusy={form.isBusy} onCancel={leave}>
          Save maintenance
        </DialogActions>
      </FormBody>
    </div>
  );
}

/** A refusal of the service stands at the fields of the form. */
async function naming<Answer>(values: MaintenanceValues, write: Promise<Answer>): Promise<Answer> {
  try {
    return await write;
  } catch (error) {
    throw atOwnFields(error, values);
  }
}

const LIST = "/monitoring/maintenance";

function useWayBack() {
  const { history, navigate } = useRouter();
  return useLeaving({
    history,
    list: LIST,
    toList: (options) => void navigate({ to: LIST, ...options }),
    renew: renewMaintenance,
    nameOf: ({ title }: Maintenance) => title,
  });
}

export const NewRoute = createLazyRoute("/shell/monitoring/maintenance/new")({
  component: NewMaintenancePage,
});
export const EditRoute = createLazyRoute("/shell/monitoring/maintenance/$maintenanceId")({
  component: EditMaintenancePage,
});
