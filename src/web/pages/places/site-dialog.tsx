import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { Site } from "../../api/inventory";
import { Dialog } from "../../components/dialog/dialog";
import { DialogActions } from "../../components/dialog/dialog-actions";
import { required } from "../../components/form/rules";
import { FormBody, useSubmitForm } from "../../components/form/submit-form";
import { changedOnly } from "../../components/form/versions";
import { placeName } from "../../format/device";
import { createSite, renewPlaces, updateSite } from "./api";
import { placeOptions, siteBody, siteValues } from "./values";

type Props = {
  /** Undefined: a new one. */
  site: Site | undefined;
  sites: readonly Site[];
  onClose: () => void;
};

export function SiteDialog({ site, sites, onClose }: Props) {
  const queries = useQueryClient();
  const title = site === undefined ? "Add a site" : `Edit ${placeName(site)}`;
  const form = useSubmitForm({
    initialValues: siteValues(site),
    validate: { name: required("The name") },
    submit: async (values) => {
      const body = siteBody(values);
      await (site === undefined
        ? createSite(body)
        : updateSite(site, changedOnly(body, siteBody(siteValues(site)))));
      await renewPlaces(queries);
    },
    onDone: onClose,
  });
  const { fields } = form;
  const bind = (name: keyof ReturnType<typeof siteValues>, label: string) => ({
    label,
    ...fields.getInputProps(name),
  });
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <FormBody form={form} label={title}>
        <TextInput
          data-autofocus
          autoComplete="off"
          maxLength={120}
          key={fields.key("name")}
          {...bind("name", "Name")}
        />
        <TextInput
          description="Empty: the name"
          maxLength={120}
          key={fields.key("display_name")}
          {...bind("display_name", "Shown as")}
        />
        <NativeSelect
          data={placeOptions(sites, site?.id)}
          key={fields.key("parent_id")}
          {...bind("parent_id", "Lies in the site")}
        />
        <TextInput key={fields.key("address")} {...bind("address", "Postal address")} />
        <Textarea rows={2} key={fields.key("description")} {...bind("description", "Description")} />
        <DialogActions isBusy={form.isBusy} onCancel={onClose}>
          {site === undefined ? "Add site" : "Save site"}
        </DialogActions>
      </FormBody>
    </Dialog>
  );
}
