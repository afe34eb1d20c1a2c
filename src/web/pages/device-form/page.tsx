import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createLazyRoute, getRouteApi, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { deviceQuery, sitesQuery, type Device, type VersionedDevice } from "../../api/inventory";
import type { Version } from "../../api/version";
import { useIdempotencyKey } from "../../components/form/idempotency-key";
import { addressRule, eachOf, macRule, networkRule } from "../../components/form/address-rules";
import { required } from "../../components/form/rules";
import { DialogActions } from "../../components/dialog/dialog-actions";
import { FormBody, useSubmitForm } from "../../components/form/submit-form";
import { useUnsavedChanges } from "../../components/form/unsaved-changes";
import { wayBack } from "../../components/form/way-back";
import { useVersionedForm } from "../../components/form/use-versioned-form";
import { PageHead } from "../../components/page-head/page-head";
import { Gone } from "../../components/states/gone";
import { QueryStates } from "../../components/states/query-states";
import { deviceName, formatWord, placeName } from "../../format/device";
import { isHostName } from "../../format/host-name";
import { addDevice, changeDevice, keepSaved } from "./api";
import { DeviceFields } from "./device-fields";
import styles from "./device-form.module.css";
import {
  attributesFault,
  describeInterface,
  EMPTY,
  FIELD_LABELS,
  isInterfaceList,
  requireName,
  toChanges,
  toCreation,
  valuesOf,
  WORDS,
} from "./values";

const RULES = {
  ip_address: (text: string) =>
    isHostName(text.trim())
      ? `“${text.trim()}” is a host name: write it there, and leave the address blank`
      : addressRule(text),
  additional_addresses: eachOf(addressRule),
  mac_address: macRule,
  subnet: networkRule,
  custom_attributes: attributesFault,
  interfaces: { name: required("The name"), mac_address: macRule, ip_addresses: eachOf(addressRule) },
};

function NewDevicePage() {
  const key = useIdempotencyKey();
  const queries = useQueryClient();
  const { history, navigate } = useRouter();
  const goBack = wayBack(history, (options) => void navigate({ to: "/inventory", ...options }));
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
        // Back from the device is the list, not the form, which would add it once more.
        replace: true,
      });
    },
  });
  useUnsavedChanges(() => !isSaved && form.fields.isDirty());
  return (
    <div className={styles.page}>
      <PageHead title="Add device" />
      <FormBody form={form} label="Add device">
        <DeviceFields fields={form.fields} />
        <DialogActions isBusy={form.isBusy} onCancel={() => goBack()}>
          Add device
        </DialogActions>
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
    <QueryStates
      query={query}
      what="the device"
      rows={12}
      gone={<Gone noun="device" list="/inventory" listName="the inventory" />}
    >
      {(versioned) => <EditForm key={versioned.device.id} present={versioned} />}
    </QueryStates>
  );
}

function EditForm({ present }: { present: VersionedDevice }) {
  const [opened] = useState(() => versionOf(present));
  const [isSaved, setIsSaved] = useState(false);
  const queries = useQueryClient();
  const { history, navigate } = useRouter();
  const describe = useDescription();
  const { id } = opened.thing;
  const params = { deviceId: String(id) };
  const goBack = wayBack(
    history,
    (options) => void navigate({ to: "/inventory/$deviceId", params, ...options }),
  );
  const { form, conflict } = useVersionedForm({
    opened,
    what: "this device",
    labels: FIELD_LABELS,
    valuesOf,
    describe,
    validate: RULES,
    async save(values, base) {
      requireName(values);
      return changeDevice(base, toChanges(values, base.thing));
    },
    readAgain: async () => versionOf(await queries.fetchQuery({ ...deviceQuery(id), staleTime: 0 })),
    onDone(saved) {
      setIsSaved(true);
      keepSaved(queries, saved);
      goBack(true);
    },
  });
  useUnsavedChanges(() => !isSaved && form.fields.isDirty());
  const name = deviceName(opened.thing);
  return (
    <div className={styles.page}>
      <PageHead title={`Edit ${name}`} />
      <FormBody form={form} label={`Edit ${name}`}>
        {conflict}
        <DeviceFields fields={form.fields} deviceId={id} />
        <DialogActions isBusy={form.isBusy} onCancel={() => goBack()}>
          Save device
        </DialogActions>
      </FormBody>
    </div>
  );
}

const versionOf = ({ device, etag }: VersionedDevice): Version<Device> => ({ thing: device, tag: etag });

/** Values of the form as people read them, for when they are compared. */
function useDescription(): (name: string, value: unknown) => string {
  const { data: sites = [] } = useQuery(sitesQuery());
  return (name, value) => {
    if (typeof value === "boolean") return value ? "yes" : "no";
    if (isInterfaceList(value)) return value.map(describeInterface).join("; ");
    const text = String(value);
    const site = name === "site_id" ? sites.find(({ id }) => String(id) === text) : undefined;
    if (site !== undefined) return placeName(site);
    return name in WORDS ? formatWord(text) : text;
  };
}

export const NewRoute = createLazyRoute("/shell/inventory/new")({ component: NewDevicePage });
export const EditRoute = createLazyRoute("/shell/inventory/$deviceId/edit")({ component: EditDevicePage });
