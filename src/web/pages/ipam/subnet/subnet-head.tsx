import { Button, Menu } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useLayoutEffect, useState } from "react";
import { useMay } from "../../../api/me";
import { useServiceName } from "../../../api/service";
import { useTitle } from "../../../components/page-head/use-title";
import { CopyButton } from "../../../components/value/copy-button";
import { useShortcut } from "../../../shell/shortcuts/registry";
import { MoreIcon } from "../../../theme/icons";
import { ICON } from "../../../theme/tokens";
import { sitesQuery } from "../api";
import { BigNumber } from "../big-number";
import { visible } from "../../../components/value/visible-text";
import styles from "./subnet-head.module.css";
import { ownName } from "./subnet-values";
import type { Subnet } from "../tree/tree-rows";
import { UsageBar } from "../../../components/usage-bar/usage-bar";
import type { IpamView } from "../view";

const AllocateDialog = lazy(() =>
  import("./allocate-dialog").then((module) => ({ default: module.AllocateDialog })),
);
const NextSubnetDialog = lazy(() =>
  import("./next-subnet-dialog").then((module) => ({ default: module.NextSubnetDialog })),
);
const SplitDialog = lazy(() => import("./split-dialog").then((module) => ({ default: module.SplitDialog })));
const DeleteSubnet = lazy(() =>
  import("./delete-subnet").then((module) => ({ default: module.DeleteSubnet })),
);

type Layer = "allocate" | "next" | "split" | "delete" | null;

/** What the subnet is, how full it is, and what can be done with it. */
export function SubnetHead({ subnet, view }: { subnet: Subnet; view: IpamView }) {
  const [layer, setLayer] = useState<Layer>(null);
  const mayWrite = useMay("ipam_write");
  const close = () => setLayer(null);
  const serviceName = useServiceName();
  useTitle(subnet.cidr);
  // As it goes, and not behind that: the page that is gone to has its title by then.
  useLayoutEffect(
    () => () => {
      document.title = `IPAM · ${serviceName}`;
    },
    [serviceName],
  );
  return (
    <div className={styles.head}>
      <div className={styles.row}>
        <h2 className={styles.title}>
          <span className="mono">{subnet.cidr}</span> {visible(ownName(subnet))}
        </h2>
        <CopyButton text={subnet.cidr} label={`Copy ${subnet.cidr}`} />
        {mayWrite && <Actions view={view} onLayer={setLayer} />}
      </div>
      <div className={styles.row}>
        <UsageBar share={subnet.utilization} />
        <span>
          <strong>
            <BigNumber text={subnet.used_text} />
          </strong>{" "}
          of <BigNumber text={subnet.total_hosts_text} /> used · <BigNumber text={subnet.free_text} /> free
        </span>
        <Facts subnet={subnet} />
      </div>
      {subnet.description !== null && <p className={styles.description}>{visible(subnet.description)}</p>}
      <Suspense>
        {layer === "allocate" && <AllocateDialog subnet={subnet} view={view} onClose={close} />}
        {layer === "next" && <NextSubnetDialog subnet={subnet} view={view} onClose={close} />}
        {layer === "split" && <SplitDialog subnet={subnet} onClose={close} />}
        {layer === "delete" && <DeleteSubnet subnet={subnet} view={view} onClose={close} />}
      </Suspense>
    </div>
  );
}

function Actions({ view, onLayer }: { view: IpamView; onLayer: (layer: Layer) => void }) {
  const edit = () => view.change({ form: "edit" });
  useShortcut({ keys: "a", label: "Allocate next free", scope: "Subnet" }, () => onLayer("allocate"));
  useShortcut({ keys: "e", label: "Edit subnet", scope: "Subnet" }, edit);
  return (
    <span className={styles.actions}>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button size="xs" variant="default" rightSection={<MoreIcon {...ICON} />}>
            More
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onLayer("next")}>Add next free subnet</Menu.Item>
          <Menu.Item onClick={() => onLayer("split")}>Split subnet</Menu.Item>
          <Menu.Item c="var(--danger-text)" onClick={() => onLayer("delete")}>
            Delete subnet
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button size="xs" variant="default" onClick={edit}>
        Edit
      </Button>
      <Button size="xs" onClick={() => onLayer("allocate")}>
        Allocate next free
      </Button>
    </span>
  );
}

/** In one line; what is not set is left out. */
function Facts({ subnet }: { subnet: Subnet }) {
  const { data: sites } = useQuery({ ...sitesQuery(), enabled: subnet.site_id !== null });
  const site = sites?.find(({ id }) => id === subnet.site_id);
  const facts = [
    { label: "Gateway", value: subnet.gateway, isMono: true },
    { label: "VLAN", value: subnet.vlan_id },
    { label: "Site", value: site === undefined ? null : (site.display_name ?? site.name) },
    {
      label: "DHCP range",
      value: subnet.dhcp_start === null ? null : `${subnet.dhcp_start} – ${subnet.dhcp_end}`,
      isMono: true,
    },
    { label: "DNS", value: subnet.dns_servers, isMono: true },
  ].filter(({ value }) => value !== null);
  return facts.map(({ label, value, isMono = false }) => (
    <span key={label} className={styles.fact}>
      <span className={styles.label}>{label}</span> <span className={isMono ? "mono" : ""}>{value}</span>
    </span>
  ));
}
