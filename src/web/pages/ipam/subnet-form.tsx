import { Button, Checkbox, Group, NativeSelect, SimpleGrid, Textarea, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useBlocker } from "@tanstack/react-router";
import { useRef } from "react";
import { RequestFailure } from "../../api/request-failure";
import { useIdempotencyKey } from "../../components/form/idempotency-key";
import { required } from "../../components/form/rules";
import { FormBody, useSubmitForm } from "../../components/form/submit-form";
import { Section } from "../../components/page-head/section";
import { QueryStates } from "../../components/states/query-states";
import { renewIpam, sitesQuery, subnetVersionQuery } from "./api";
import { changeSubnet, createSubnet } from "./changes";
import { parseNetwork } from "./network";
import { subnetBody, subnetValues, type SubnetValues } from "./subnet-values";
import type { Subnet } from "./tree-rows";
import type { IpamView } from "./view";

type Props = {
  /** To be changed; absent: a new one. */
  subnet: Subnet | undefined;
  view: IpamView;
};

/** Adds a subnet, or changes one as it is now and not as the list has had it. */
export function SubnetForm({ subnet, view }: Props) {
  if (subnet === undefined) return <Form subnet={undefined} tag={null} view={view} />;
  return <EditForm subnet={subnet} view={view} />;
}

function EditForm({ subnet, view }: { subnet: Subnet; view: IpamView }) {
  const query = useQuery({ ...subnetVersionQuery(subnet.id), refetchOnWindowFocus: false });
  return (
    <QueryStates query={query} what="the subnet" rows={8}>
      {({ subnet: present, tag }) => (
        <Form key={tag} subnet={present} tag={tag} view={view} onReload={() => void query.refetch()} />
      )}
    </QueryStates>
  );
}

type FormProps = Props & { tag: string | null; onReload?: () => void };

function Form({ subnet, tag, view, onReload }: FormProps) {
  const queries = useQueryClient();
  const key = useIdempotencyKey();
  const isSaved = useRef(false);
  const form = useSubmitForm({
    initialValues: subnetValues(subnet, view.search.cidr),
    validate: { name: required("The name"), cidr: cidrRule },
    submit: (values: SubnetValues) =>
      subnet === undefined
        ? createSubnet(subnetBody(values), key)
        : changeSubnet(subnet.id, subnetBody(values), tag),
    onDone({ id }) {
      isSaved.current = true;
      // Opened once the list has it: the page would say that there is no such subnet.
      void renewIpam(queries).then(() => view.openSubnet(id));
    },
  });
  const { fields, error } = form;
  const isOutdated = error instanceof RequestFailure && error.status === 412;
  useBlocker({
    shouldBlockFn: () => !isSaved.current && fields.isDirty() && !confirm("Leave without saving the subnet?"),
    enableBeforeUnload: () => !isSaved.current && fields.isDirty(),
  });
  const mono = { styles: { input: { fontFamily: "var(--mantine-font-family-monospace)" } } };
  return (
    <Section title={subnet === undefined ? "Add a subnet" : `Edit ${subnet.cidr}`}>
      <FormBody form={form} label={subnet === undefined ? "Add a subnet" : "Edit the subnet"}>
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" verticalSpacing="lg" maw={760}>
          <TextInput
            label="Network"
            description="Such as 192.0.2.0/24 or 2001:db8::/64"
            maxLength={50}
            {...mono}
            key={fields.key("cidr")}
            {...fields.getInputProps("cidr")}
          />
          <TextInput
            label="Name"
            description="What it is for"
            maxLength={120}
            data-autofocus
            key={fields.key("name")}
            {...fields.getInputProps("name")}
          />
          <TextInput
            label="VLAN"
            maxLength={32}
            key={fields.key("vlan_id")}
            {...fields.getInputProps("vlan_id")}
          />
          <SiteSelect key={fields.key("site_id")} {...fields.getInputProps("site_id")} />
          <TextInput
            label="Gateway"
            description="Never allocated"
            maxLength={64}
            {...mono}
            key={fields.key("gateway")}
            {...fields.getInputProps("gateway")}
          />
          <TextInput
            label="DNS servers"
            description="Separated by commas"
            maxLength={255}
            {...mono}
            key={fields.key("dns_servers")}
            {...fields.getInputProps("dns_servers")}
          />
          <TextInput
            label="DHCP range from"
            maxLength={64}
            {...mono}
            key={fields.key("dhcp_start")}
            {...fields.getInputProps("dhcp_start")}
          />
          <TextInput
            label="DHCP range to"
            maxLength={64}
            {...mono}
            key={fields.key("dhcp_end")}
            {...fields.getInputProps("dhcp_end")}
          />
        </SimpleGrid>
        <Checkbox
          label="All addresses may be given out, the first and the last too"
          key={fields.key("is_pool")}
          {...fields.getInputProps("is_pool", { type: "checkbox" })}
        />
        <Textarea
          label="Description"
          rows={2}
          maw={760}
          key={fields.key("description")}
          {...fields.getInputProps("description")}
        />
        <Textarea
          label="Notes"
          rows={3}
          maw={760}
          key={fields.key("notes")}
          {...fields.getInputProps("notes")}
        />
        {isOutdated && onReload !== undefined && (
          <Group gap="sm">
            <span>Somebody has changed this subnet since it was opened here.</span>
            <Button size="xs" variant="default" onClick={onReload}>
              Load their version
            </Button>
          </Group>
        )}
        <Group gap="sm">
          <Button type="submit" loading={form.isBusy}>
            {subnet === undefined ? "Add subnet" : "Save subnet"}
          </Button>
          <Button variant="default" onClick={() => view.change({ form: undefined, cidr: undefined })}>
            Cancel
          </Button>
        </Group>
      </FormBody>
    </Section>
  );
}

function SiteSelect(props: object) {
  const { data: sites = [], isPending } = useQuery(sitesQuery());
  return (
    <NativeSelect
      // A choice that is not in the list yet would be lost: the list makes the field anew.
      key={String(isPending)}
      label="Site"
      data={[
        { value: "", label: "None" },
        ...sites.map(({ id, name, display_name: shown }) => ({ value: String(id), label: shown ?? name })),
      ]}
      {...props}
    />
  );
}

function cidrRule(text: string): string | null {
  if (text.trim() === "") return "The network is missing";
  return parseNetwork(text) === undefined ? "No network: an address, a slash and a prefix length" : null;
}
