import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createLazyRoute, getRouteApi, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { deviceQuery, type VersionedDevice } from "../../api/inventory";
import { RequestFailure } from "../../api/request-failure";
import { useIdempotencyKey } from "../../components/form/idempotency-key";
import { FormBody, useSubmitForm } from "../../components/form/submit-form";
import { useUnsavedChanges } from "../../components/form/unsaved-changes";
import { PageHead } from "../../components/page-head/page-head";
import { QueryStates } from "../../components/states/query-states";
import { deviceName } from "../../format/device";
import { addDevice, changeDevice, keepSaved } from "./api";
import { ConflictNotice } from "./conflict-notice";
import { DeviceFields } from "./device-fields";
import styles from "./device-form.module.css";

import { attributesFault, EMPTY, requireName, toChanges, toCreation, valuesOf } from "./values";

const RULES = { custom_attributes: attributesFault };

function NewDevicePage() {
  const key = useIdempotencyKey();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isSaved, setIsSaved] = useState(false);
  const form = useSubmitForm({
    initialValues: EMPTY,
    validate: RULES,
    async submit(values) {
      requireName(values);
      return addDevice(toCreation(values), key);
    },
    onDone(saved) {
      setIsSaved(true);
      keepSaved(queries, saved);
      void navigate({
        to: "/inventory/$deviceId",
        params: { deviceId: String(saved.device.id) },
        ignoreBlocker: true,
      });
    },
  });
  useUnsavedChanges(() => !isSaved && form.fields.isDirty());
  return (
    <div className={styles.page}>
      <PageHead title="Add device" />
      <FormBody form={form} label="Add device">
        <DeviceFields fields={form.fields} />
        <div className={styles.foot}>
          <Button variant="default" onClick={() => void navigate({ to: "/inventory" })}>
            Cancel
          </Button>
          <Button type="submit" loading={form.isBusy}>
            Add device
          </Button>
        </div>
      </FormBody>
    </div>
  );
}

const editRoute = getRouteApi("/shell/inventory/$deviceId/edit");

function EditDevicePage() {
  const { deviceId } = editRoute.useParams();
  // A form is filled once: what changes meanwhile is met when it is saved.
  const query = useQuery({ ...deviceQuery(Number(deviceId)), staleTime: 0, refetchOnWindowFocus: false });
  if (query.isFetching && query.data !== undefined && !query.isFetchedAfterMount)
    return <PageHead title={`Edit ${deviceName(query.data.device)}`} />;
  return (
    <QueryStates query={query} what="the device" rows={12}>
      {(versioned) => <EditForm key={versioned.device.id} present={versioned} />}
    </QueryStates>
  );
}

function EditForm({ present }: { present: VersionedDevice }) {
  // What the person has seen, however often the device is asked for afterwards.
  const [opened] = useState(present);
  // What the changes are made to: as it was opened, or as another person has left it since.
  const [base, setBase] = useState(opened);
  const [theirs, setTheirs] = useState<VersionedDevice | null>(null);
  const [isSaved, setIsSaved] = useState(false);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const showDevice = (isDone = false) =>
    void navigate({
      to: "/inventory/$deviceId",
      params: { deviceId: String(base.device.id) },
      ignoreBlocker: isDone,
    });
  const form = useSubmitForm({
    initialValues: valuesOf(opened.device),
    validate: RULES,
    async submit(values) {
      requireName(values);
      const changes = toChanges(values, opened.device);
      try {
        return await changeDevice(base, changes);
      } catch (error) {
        if (!(error instanceof RequestFailure) || error.status !== 412) throw error;
        setTheirs(await queries.fetchQuery({ ...deviceQuery(base.device.id), staleTime: 0 }));
        throw changedMeanwhile(error);
      }
    },
    onDone(saved) {
      setIsSaved(true);
      keepSaved(queries, saved);
      showDevice(true);
    },
  });
  useUnsavedChanges(() => !isSaved && form.fields.isDirty());
  const name = deviceName(opened.device);
  return (
    <div className={styles.page}>
      <PageHead title={`Edit ${name}`} />
      <FormBody form={form} label={`Edit ${name}`}>
        {theirs !== null && theirs.etag !== base.etag && (
          <ConflictNotice
            opened={opened.device}
            mine={form.fields.getValues()}
            theirs={theirs.device}
            onKeepMine={() => setBase(theirs)}
            onTakeTheirs={() => {
              setBase(theirs);
              form.fields.setValues(valuesOf(theirs.device));
            }}
          />
        )}
        <DeviceFields fields={form.fields} />
        <div className={styles.foot}>
          <Button variant="default" onClick={() => showDevice()}>
            Cancel
          </Button>
          <Button type="submit" loading={form.isBusy}>
            Save device
          </Button>
        </div>
      </FormBody>
    </div>
  );
}

/** A 412 in words of this page. */
function changedMeanwhile(cause: RequestFailure): RequestFailure {
  const message = "Nothing is saved yet: somebody else has changed this device meanwhile.";
  return new RequestFailure({ status: cause.status, message, requestId: cause.requestId, cause });
}

export const NewRoute = createLazyRoute("/shell/inventory/new")({ component: NewDevicePage });
export const EditRoute = createLazyRoute("/shell/inventory/$deviceId/edit")({ component: EditDevicePage });
