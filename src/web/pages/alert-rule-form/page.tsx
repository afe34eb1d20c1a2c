import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { createLazyRoute, getRouteApi, useRouter } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { rulesQuery, type AlertRule } from "../../api/alerts";
import { renewAlerts } from "../../api/incidents";
import type { Version } from "../../api/version";
import { DialogActions } from "../../components/dialog/dialog-actions";
import { useIdempotencyKey } from "../../components/form/idempotency-key";
import { FormBody, useSubmitForm } from "../../components/form/submit-form";
import { useLeaving } from "../../components/form/use-leaving";
import { useUnsavedChanges } from "../../components/form/unsaved-changes";
import { useVersionedForm } from "../../components/form/use-versioned-form";
import { changedOnly } from "../../components/form/versions";
import { PageHead } from "../../components/page-head/page-head";
import { Gone } from "../../components/states/gone";
import { QueryStates } from "../../components/states/query-states";
import { addRule, changeRule, deleteRule, ruleQuery } from "./api";
import styles from "./alert-rule-form.module.css";
import { RuleFields, type Fields } from "./rule-fields";
import { describeField, LABELS, newRule, RULES, toRule, valuesOf } from "./values";

const DeleteDialog = lazy(() =>
  import("../../components/dialog/delete-dialog").then((module) => ({ default: module.DeleteDialog })),
);

// One part for both: each part of its own makes all pages a little heavier.
const RuleRehearsal = lazy(() =>
  import("./trials/trials").then((trials) => ({ default: trials.RuleRehearsal })),
);
const RuleTest = lazy(() => import("./trials/trials").then((trials) => ({ default: trials.RuleTest })));

const newRoute = getRouteApi("/shell/alerts/rules/new");

function NewRulePage() {
  const search = newRoute.useSearch();
  const key = useIdempotencyKey();
  const [initialValues] = useState(() => newRule(search));
  const { isSaved, onDone, leave } = useWayBack();
  const form = useSubmitForm({
    initialValues,
    validate: RULES,
    submit: (values) => addRule(toRule(values), key),
    onDone,
  });
  useUnsavedChanges(() => !isSaved && form.fields.isDirty());
  return (
    <div className={styles.page}>
      <PageHead title="Add alert rule" />
      <FormBody form={form} label="Add alert rule">
        <RuleFields fields={form.fields} />
        <DialogActions isBusy={form.isBusy} onCancel={leave}>
          Add rule
        </DialogActions>
      </FormBody>
      <Rehearsal fields={form.fields} />
    </div>
  );
}

const editRoute = getRouteApi("/shell/alerts/rules/$ruleId");

function EditRulePage() {
  const { ruleId } = editRoute.useParams();
  const query = useQuery(ruleQuery(Number(ruleId)));
  return (
    <QueryStates
      query={query}
      what="the rule"
      rows={12}
      gone={<Gone noun="rule" list="/alerts/rules" listName="the rules" />}
    >
      {(opened) => <EditForm key={opened.thing.id} present={opened} />}
    </QueryStates>
  );
}

function EditForm({ present }: { present: Version<AlertRule> }) {
  const [opened] = useState(present);
  const [isDeleting, setIsDeleting] = useState(false);
  const queries = useQueryClient();
  const { isSaved, onDone, leave, leaveDone } = useWayBack();
  const { id, name } = opened.thing;
  const { form, conflict } = useVersionedForm({
    opened,
    what: "this rule",
    labels: LABELS,
    describe: describeField,
    valuesOf,
    validate: RULES,
    save: (values, base) => changeRule(base, changedOnly(toRule(values), toRule(valuesOf(base.thing)))),
    readAgain: () => queries.fetchQuery(ruleQuery(id)),
    onDone,
  });
  const removal = useMutation({
    mutationFn: () => deleteRule(id),
    onSuccess() {
      // The list alone: the rule of this page is not to be asked for any more.
      void queries.invalidateQueries({ queryKey: rulesQuery().queryKey });
      leaveDone();
    },
  });
  useUnsavedChanges(() => !isSaved && form.fields.isDirty());
  const title = `Edit ${name}`;
  return (
    <div className={styles.page}>
      <PageHead title={title} />
      <FormBody form={form} label={title}>
        {conflict}
        <RuleFields fields={form.fields} />
        <DialogActions
          isBusy={form.isBusy}
          onCancel={leave}
          removal={{ label: "Delete rule", onRemove: () => setIsDeleting(true) }}
        >
          Save rule
        </DialogActions>
      </FormBody>
      <Rehearsal fields={form.fields} />
      <div className={styles.test}>
        <Suspense>
          <RuleTest rule={opened.thing} />
        </Suspense>
      </div>
      <Suspense>
        {isDeleting && (
          <DeleteDialog
            verb="Delete"
            name={name}
            explanation="What it has found stays; what lasts by it is not told any more."
            isBusy={removal.isPending}
            error={removal.error}
            onConfirm={() => removal.mutate()}
            onClose={() => setIsDeleting(false)}
          />
        )}
      </Suspense>
    </div>
  );
}

/** Below the form, once its part has come. */
function Rehearsal({ fields }: { fields: Fields }) {
  return (
    <div className={styles.test}>
      <Suspense>
        <RuleRehearsal fields={fields} />
      </Suspense>
    </div>
  );
}

const LIST = "/alerts/rules";

function useWayBack() {
  const { history, navigate } = useRouter();
  return useLeaving({
    history,
    list: LIST,
    toList: (options) => void navigate({ to: LIST, ...options }),
    renew: renewAlerts,
    nameOf: ({ name }: AlertRule) => name,
  });
}

export const NewRoute = createLazyRoute("/shell/alerts/rules/new")({ component: NewRulePage });
export const EditRoute = createLazyRoute("/shell/alerts/rules/$ruleId")({ component: EditRulePage });
