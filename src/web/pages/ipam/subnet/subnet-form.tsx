import { Button, Group } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { Version } from "../../../api/version";
import { useIdempotencyKey } from "../../../components/form/idempotency-key";
import { addressRule, eachOf } from "../../../components/form/address-rules";
import { FormBody, useSubmitForm } from "../../../components/form/submit-form";
import { useUnsavedChanges } from "../../../components/form/unsaved-changes";
import { useVersionedForm } from "../../../components/form/use-versioned-form";
import { changedOnly } from "../../../components/form/versions";
import { Section } from "../../../components/page-head/section";
import { QueryStates } from "../../../components/states/query-states";
import { placeName } from "../../../format/device";
import { renewIpam, sitesQuery, subnetsQuery, subnetVersionQuery } from "../api";
import { changeSubnet, createSubnet } from "../changes";
import { formatNetwork, parseNetwork } from "../network";
import { SubnetFields } from "./subnet-fields";
import { subnetBody, subnetValues, SUBNET_LABELS, type SubnetValues } from "./subnet-values";
import type { Subnet } from "../tree/tree-rows";
import type { IpamView } from "../view";

type Props = {
  /** To be changed; absent: a new one. */
  subnet: Subnet | undefined;
  view: IpamView;
};

/** Adds a subnet, or changes one as it is now and not as the list has had it. */
export function SubnetForm({ subnet, view }: Props) {
  return subnet === undefined ? <AddForm view={view} /> : <EditForm subnet={subnet} view={view} />;
}

/** `taken`: networks that there are already, without the subnet's own. */
const rulesFor = (taken: readonly Subnet[]) => ({
  cidr: (text: string) => cidrFault(text, taken),
  gateway: addressRule,
  dns_servers: eachOf(addressRule),
  dhcp_start: addressRule,
  dhcp_end: addressRule,
});

function AddForm({ view }: { view: IpamView }) {
  const key = useIdempotencyKey();
  const { isSaved, open } = useSavedSubnet(view);
  const { data: taken = [] } = useQuery(subnetsQuery());
  const form = useSubmitForm({
    initialValues: subnetValues(undefined, view.search.cidr),
    validate: rulesFor(taken),
    submit: (values: SubnetValues) => createSubnet(subnetBody(values), key),
    onDone: open,
  });
  useUnsavedChanges(() => !isSaved() && form.fields.isDirty());
  return (
    <Section title="Add a subnet">
      <FormBody form={form} label="Add a subnet">
        <SubnetFields fields={form.fields} />
        <Foot verb="Add subnet" isBusy={form.isBusy} view={view} />
      </FormBody>
    </Section>
  );
}

function EditForm({ subnet, view }: { subnet: Subnet; view: IpamView }) {
  // A form is filled once: what changes meanwhile is met when it is saved.
  const query = useQuery({ ...subnetVersionQuery(subnet.id), refetchOnWindowFocus: false });
  return (
    <QueryStates query={query} what="the subnet" rows={8}>
      {(opened) => <OpenedForm opened={opened} view={view} />}
    </QueryStates>
  );
}

function OpenedForm({ opened, view }: { opened: Version<Subnet>; view: IpamView }) {
  const queries = useQueryClient();
  const { data: sites = [] } = useQuery(sitesQuery());
  const { isSaved, open } = useSavedSubnet(view);
  const { id, cidr } = opened.thing;
  const { data: all = [] } = useQuery(subnetsQuery());
  const { form, conflict } = useVersionedForm({
    opened,
    what: "this subnet",
    labels: SUBNET_LABELS,
    valuesOf: subnetValues,
    describe: (name, value) => {
      if (typeof value === "boolean") return value ? "yes" : "no";
      const site = name === "site_id" ? sites.find((one) => String(one.id) === value) : undefined;
      return site === undefined ? String(value) : placeName(site);
    },
    validate: rulesFor(all.filter((other) => other.id !== id)),
    save: (values, { thing, tag }) =>
      changeSubnet(id, changedOnly(subnetBody(values), subnetBody(subnetValues(thing))), tag),
    readAgain: () => queries.fetchQuery(subnetVersionQuery(id)),
    onDone: open,
  });
  useUnsavedChanges(() => !isSaved() && form.fields.isDirty());
  return (
    <Section title={`Edit ${cidr}`}>
      <FormBody form={form} label="Edit the subnet">
        {conflict}
        <SubnetFields fields={form.fields} />
        <Foot verb="Save subnet" isBusy={form.isBusy} view={view} />
      </FormBody>
    </Section>
  );
}

/** What is saved is opened once the list has it: the page would say that there is no such subnet. */
function useSavedSubnet(view: IpamView) {
  const queries = useQueryClient();
  const isSaved = useRef(false);
  return {
    isSaved: () => isSaved.current,
    open: ({ id }: Pick<Subnet, "id">) => {
      isSaved.current = true;
      void renewIpam(queries).then(() => view.openSubnet(id));
    },
  };
}

function Foot({ verb, isBusy, view }: { verb: string; isBusy: boolean; view: IpamView }) {
  return (
    <Group gap="sm">
      <Button type="submit" loading={isBusy}>
        {verb}
      </Button>
      <Button variant="default" onClick={() => view.change({ form: undefined, cidr: undefined })}>
        Cancel
      </Button>
    </Group>
  );
}

function cidrFault(text: string, taken: readonly Subnet[]): string | null {
  if (text.trim() === "") return "The network is missing";
  const network = parseNetwork(text);
  if (network === undefined) return `“${text.trim()}” is no network, such as 192.0.2.0/24 or 2001:db8::/64`;
  const cidr = formatNetwork(network);
  const present = taken.find((subnet) => subnet.cidr === cidr);
  return present === undefined ? null : `There is ${cidr} already: ${present.name}`;
}
