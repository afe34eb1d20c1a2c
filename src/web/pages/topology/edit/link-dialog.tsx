import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Device } from "../../../api/inventory";
import type { Version } from "../../../api/version";
import { Dialog } from "../../../components/dialog/dialog";
import { DialogActions } from "../../../components/dialog/dialog-actions";
import { required } from "../../../components/form/rules";
import { FormBody, useSubmitForm, type SubmitForm } from "../../../components/form/submit-form";
import { useVersionedForm } from "../../../components/form/use-versioned-form";
import { changedOnly } from "../../../components/form/versions";
import { QueryStates } from "../../../components/states/query-states";
import { deviceName } from "../../../format/device";
import { createLink, linkVersionQuery, renewMap, updateLink, type Link } from "../api";
import { InterfaceInput } from "./interface-input";
import { linkBody, linkValues, LINK_LABELS, NEW_LINK, WAYS, type LinkValues } from "./link-values";
import type { MapSteps } from "../steps/map-steps";

type Common = {
  devices: readonly Device[];
  ends: { source: number; target: number };
  steps: MapSteps;
  onClose: () => void;
};

type Props = Common & {
  /** Absent: a new one. */
  link?: Link;
};

const RULES = {
  relationship_type: required("The type"),
  link_speed_mbps: (text: string) => (/^\d{0,7}$/.test(text.trim()) ? null : "A whole number of Mbit/s"),
};

/** Characters that the service takes. */
const NOTES_LENGTH = 2000;

/** What a link is: its ends are given, the rest is asked. */
export function LinkDialog({ link, ...common }: Props) {
  return (
    <Dialog title={link === undefined ? "Link two devices" : "Edit the link"} isOpen onClose={common.onClose}>
      {link === undefined ? <NewLink {...common} /> : <PresentLink link={link} {...common} />}
    </Dialog>
  );
}

function NewLink({ ends, steps, onClose, ...common }: Common) {
  const renew = useRenewal(onClose);
  const form = useSubmitForm({
    initialValues: NEW_LINK,
    validate: RULES,
    submit: (values) =>
      createLink({ ...linkBody(values), source_device_id: ends.source, target_device_id: ends.target }),
    onDone(link) {
      steps.linkAdded(link);
      renew();
    },
  });
  return (
    <FormBody form={form} label="Link two devices">
      <LinkFields form={form} ends={ends} onClose={onClose} {...common} verb="Draw link" />
    </FormBody>
  );
}

function PresentLink({ link, ...common }: Common & { link: Link }) {
  const query = useQuery({ ...linkVersionQuery(link), refetchOnWindowFocus: false });
  return (
    <QueryStates query={query} what="the link" rows={6}>
      {(opened) => <EditLink opened={opened} {...common} />}
    </QueryStates>
  );
}

function EditLink({ opened, steps, onClose, ...common }: Common & { opened: Version<Link> }) {
  const queries = useQueryClient();
  const renew = useRenewal(onClose);
  const { form, conflict } = useVersionedForm({
    opened,
    what: "this link",
    labels: LINK_LABELS,
    valuesOf: linkValues,
    describe: (name, value) =>
      (name === "ways" ? WAYS.find((way) => way.value === value)?.label : undefined) ?? String(value),
    validate: RULES,
    save: (values, base) => updateLink(base, changedOnly(linkBody(values), linkBody(linkValues(base.thing)))),
    readAgain: () => queries.fetchQuery(linkVersionQuery(opened.thing)),
    onDone(link) {
      steps.linkChanged(opened.thing, link);
      renew();
    },
  });
  return (
    <FormBody form={form} label="Edit the link">
      {conflict}
      <LinkFields form={form} onClose={onClose} {...common} verb="Save link" />
    </FormBody>
  );
}

function useRenewal(onClose: () => void): () => void {
  const queries = useQueryClient();
  return () => {
    onClose();
    renewMap(queries);
  };
}

type FieldsProps = Omit<Common, "steps"> & { form: SubmitForm<LinkValues>; verb: string };

function LinkFields({ form, devices, ends, verb, onClose }: FieldsProps) {
  const { fields } = form;
  const name = (id: number) => {
    const device = devices.find((candidate) => candidate.id === id);
    return device === undefined ? `device ${id}` : deviceName(device);
  };
  return (
    <>
      <p>
        {name(ends.source)} – {name(ends.target)}
      </p>
      <TextInput
        label="Type"
        maxLength={80}
        data-autofocus
        // What is changed is read first: it comes after the dialog has taken the focus.
        autoFocus
        key={fields.key("relationship_type")}
        {...fields.getInputProps("relationship_type")}
      />
      <InterfaceInput
        label={`Interface of ${name(ends.source)}`}
        device={devices.find(({ id }) => id === ends.source)}
        key={fields.key("source_interface")}
        {...fields.getInputProps("source_interface")}
      />
      <InterfaceInput
        label={`Interface of ${name(ends.target)}`}
        device={devices.find(({ id }) => id === ends.target)}
        key={fields.key("target_interface")}
        {...fields.getInputProps("target_interface")}
      />
      <TextInput
        label="Speed in Mbit/s"
        inputMode="numeric"
        key={fields.key("link_speed_mbps")}
        {...fields.getInputProps("link_speed_mbps")}
      />
      <NativeSelect label="Traffic" data={WAYS} key={fields.key("ways")} {...fields.getInputProps("ways")} />
      <Textarea
        label="Notes"
        rows={3}
        maxLength={NOTES_LENGTH}
        key={fields.key("notes")}
        {...fields.getInputProps("notes")}
      />
      <DialogActions isBusy={form.isBusy} onCancel={onClose}>
        {verb}
      </DialogActions>
    </>
  );
}
