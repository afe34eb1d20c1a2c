import { Button, Checkbox, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createLazyRoute, getRouteApi, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import {
  previewPath,
  renewStatusPages,
  statusPageVersionQuery,
  type StatusPage,
} from "../../api/status-pages";
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
import { changePage, createPage } from "./api";
import { GroupsField } from "./groups-field";
import styles from "./status-page-form.module.css";
import {
  atOwnFields,
  describeField,
  emptyValues,
  FIELD_LABELS,
  MAX_SLUG,
  RULES,
  slugOf,
  toBody,
  valuesOf,
  type PageValues,
} from "./values";

function NewStatusPage() {
  const key = useIdempotencyKey();
  const [initialValues] = useState(emptyValues);
  const { isSaved, onDone, leave } = useWayBack();
  const form = useSubmitForm({
    initialValues,
    validate: RULES,
    submit: (values) => naming(createPage(toBody(values), key)),
    onDone,
  });
  useUnsavedChanges(() => !isSaved && form.fields.isDirty());
  return (
    <div className={styles.page}>
      <PageHead title="New status page" />
      <FormBody form={form} label="New status page">
        <Fields fields={form.fields} followsTitle />
        <DialogActions isBusy={form.isBusy} onCancel={leave}>
          Make status page
        </DialogActions>
      </FormBody>
    </div>
  );
}

const editRoute = getRouteApi("/shell/administration/status-pages/$pageId");

function EditStatusPage() {
  const { pageId } = editRoute.useParams();
  // A form is filled once: what changes meanwhile is met when it is saved.
  const query = useQuery({ ...statusPageVersionQuery(Number(pageId)), refetchOnWindowFocus: false });
  if (query.isFetching && query.data !== undefined && !query.isFetchedAfterMount)
    return <PageHead title={`Edit ${query.data.thing.title}`} />;
  return (
    <QueryStates
      query={query}
      what="the status page"
      rows={12}
      gone={<Gone noun="status page" list="/administration/status-pages" listName="the status pages" />}
    >
      {(version) => <EditForm key={version.thing.id} present={version} />}
    </QueryStates>
  );
}

function EditForm({ present }: { present: Version<StatusPage> }) {
  const [opened] = useState(present);
  const queries = useQueryClient();
  const { isSaved, onDone, leave } = useWayBack();
  const { id, title } = opened.thing;
  const { form, conflict } = useVersionedForm({
    opened,
    what: "this status page",
    labels: FIELD_LABELS,
    valuesOf,
    describe: describeField,
    validate: RULES,
    save: (values, base) =>
      naming(changePage(base, changedOnly(toBody(values), toBody(valuesOf(base.thing))))),
    readAgain: () => queries.fetchQuery(statusPageVersionQuery(id)),
    onDone,
  });
  useUnsavedChanges(() => !isSaved && form.fields.isDirty());
  return (
    <div className={styles.page}>
      <PageHead
        title={`Edit ${title}`}
        actions={
          <Button
            size="xs"
            variant="default"
            component="a"
            href={previewPath(opened.thing)}
            target="_blank"
            rel="noreferrer"
          >
            Preview as saved
          </Button>
        }
      />
      <FormBody form={form} label={`Edit ${title}`}>
        {conflict}
        <Fields fields={form.fields} />
        <DialogActions isBusy={form.isBusy} onCancel={leave}>
          Save status page
        </DialogActions>
      </FormBody>
    </div>
  );
}

type FieldsProps = {
  fields: UseFormReturnType<PageValues>;
  /** The address is that of the title until somebody has written another one. */
  followsTitle?: boolean;
};

function Fields({ fields, followsTitle = false }: FieldsProps) {
  const title = fields.getInputProps("title");
  const follow = (next: string) => {
    const { title: old, slug } = fields.getValues();
    if (followsTitle && slug === slugOf(old)) fields.setFieldValue("slug", slugOf(next));
  };
  return (
    <>
      <fieldset className={styles.group}>
        <legend>The page</legend>
        <TextInput
          label={FIELD_LABELS.title}
          maxLength={120}
          key={fields.key("title")}
          {...title}
          onChange={(event) => {
            follow(event.currentTarget.value);
            title.onChange(event);
          }}
        />
        <TextInput
          label={FIELD_LABELS.slug}
          description="The part of the page's address after /status/"
          maxLength={MAX_SLUG}
          autoComplete="off"
          key={fields.key("slug")}
          {...fields.getInputProps("slug")}
        />
        <Textarea
          label={FIELD_LABELS.description}
          rows={2}
          maxLength={2000}
          key={fields.key("description")}
          {...fields.getInputProps("description")}
        />
        <Checkbox
          label={FIELD_LABELS.published}
          description="Anyone who knows the address sees the page, without a sign-in"
          key={fields.key("published")}
          {...fields.getInputProps("published", { type: "checkbox" })}
        />
      </fieldset>
      <GroupsField fields={fields} />
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

const LIST = "/administration/status-pages";

function useWayBack() {
  const { history, navigate } = useRouter();
  return useLeaving({
    history,
    list: LIST,
    toList: (options) => void navigate({ to: LIST, ...options }),
    renew: renewStatusPages,
    nameOf: ({ title }: StatusPage) => title,
  });
}

export const NewRoute = createLazyRoute("/shell/administration/status-pages/new")({
  component: NewStatusPage,
});
export const EditRoute = createLazyRoute("/shell/administration/status-pages/$pageId")({
  component: EditStatusPage,
});
