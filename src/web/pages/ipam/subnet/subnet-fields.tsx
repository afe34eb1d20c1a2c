import { Checkbox, NativeSelect, SimpleGrid, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { NetworkInput } from "../../../components/noted-input/network-input";
import { placeName } from "../../../format/device";
import { sitesQuery } from "../api";
import type { SubnetValues } from "./subnet-values";

/** Every field of a subnet. */
export function SubnetFields({ fields }: { fields: UseFormReturnType<SubnetValues> }) {
  const mono = { styles: { input: { fontFamily: "var(--mantine-font-family-monospace)" } } };
  return (
    <>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" verticalSpacing="lg" maw={760}>
        <NetworkInput
          label="Network"
          description="Such as 192.0.2.0/24 or 2001:db8::/64"
          maxLength={50}
          {...mono}
          key={fields.key("cidr")}
          {...fields.getInputProps("cidr")}
        />
        <TextInput
          label="Name"
          description="What it is for; left blank: the network"
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
    </>
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
        ...sites.map(({ id, ...site }) => ({ value: String(id), label: placeName(site) })),
      ]}
      {...props}
    />
  );
}
