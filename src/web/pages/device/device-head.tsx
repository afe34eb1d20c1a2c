import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { sitesQuery, type VersionedDevice } from "../../api/inventory";
import { deviceSummaryQuery, toWatchedDevice } from "../../api/monitoring";
import { DeviceStatus } from "../../components/badge/device-status";
import { StatusMark } from "../../components/badge/status-mark";
import { IconButton } from "../../components/icon-button/icon-button";
import { PageHead } from "../../components/page-head/page-head";
import { useTitle } from "../../components/page-head/use-title";
import { Can } from "../../components/permission/can";
import { toasts } from "../../components/toast/toasts";
import { useNow } from "../../components/value/clock";
import { CopyButton } from "../../components/value/copy-button";
import { standingOf } from "../../api/watched";
import { LOOKS } from "../../components/watched/looks";
import { deviceName, placeName } from "../../format/device";
import { formatCount } from "../../format/number";
import {
  AlertIcon,
  ChosenFavouriteIcon,
  DeleteIcon,
  EditIcon,
  FavouriteIcon,
  ToolsIcon,
  TopologyIcon,
} from "../../theme/icons";
import { ICON } from "../../theme/tokens";
import { useToggleFavourite } from "./api";
import { visible } from "../../components/value/visible-text";
import styles from "./device.module.css";

const DeleteDevice = lazy(() =>
  import("./delete-device").then((module) => ({ default: module.DeleteDevice })),
);

const MergeDialog = lazy(() =>
  import("./merge/merge-dialog").then((module) => ({ default: module.MergeDialog })),
);

const EnrichmentDialog = lazy(() =>
  import("./enrichment-dialog").then((module) => ({ default: module.EnrichmentDialog })),
);

type Props = {
  versioned: VersionedDevice;
  /** The device that is to be merged into this one, as the URL has it. */
  mergeWith: number | undefined;
  onMergeWith: (other: number | undefined) => void;
};

/** Name, state, address and site in one line, and what can be done. */
export function DeviceHead({ versioned, mergeWith, onMergeWith }: Props) {
  const { device } = versioned;
  const [dialog, setDialog] = useState<"delete" | "read" | "merge" | null>(null);
  const close = () => setDialog(null);
  const favourite = useToggleFavourite(device.id);
  const name = deviceName(device);
  useTitle(name);
  const toggle = () =>
    favourite.mutate(undefined, { onError: () => toasts.tellError("The favourite was not changed") });
  return (
    <>
      <PageHead
        title={name}
        meta={<Meta versioned={versioned} />}
        actions={
          <>
            <IconButton
              icon={device.is_favourite ? ChosenFavouriteIcon : FavouriteIcon}
              label={device.is_favourite ? "No longer a favourite" : "Make it a favourite"}
              isPressed={device.is_favourite}
              onClick={toggle}
            />
            <Button
              size="xs"
              variant="default"
              renderRoot={(root) => <Link {...root} to="/topology" search={{ id: `device-${device.id}` }} />}
              leftSection={<TopologyIcon {...ICON} />}
            >
              Show on map
            </Button>
            {device.ip_address !== "" && (
              <Can do="tools_active">
                <Button
                  size="xs"
                  variant="default"
                  renderRoot={(root) => <Link {...root} to="/tools" search={{ target: device.ip_address }} />}
                  leftSection={<ToolsIcon {...ICON} />}
                >
                  Tools
                </Button>
              </Can>
            )}
            <Can do="alert_write">
              <Button
                size="xs"
                variant="default"
                renderRoot={(root) => (
                  <Link {...root} to="/alerts/rules/new" search={{ device: device.id }} />
                )}
                leftSection={<AlertIcon {...ICON} />}
              >
                Alert me
              </Button>
            </Can>
            <Can do="topology_write">
              {device.snmp_profile_id !== null && (
                <Button size="xs" variant="default" onClick={() => setDialog("read")}>
                  Read by SNMP
                </Button>
              )}
              <Button size="xs" variant="default" onClick={() => setDialog("merge")}>
                Merge with…
              </Button>
              <Button
                size="xs"
                variant="default"
                leftSection={<DeleteIcon {...ICON} />}
                onClick={() => setDialog("delete")}
              >
                Delete
              </Button>
              <Button
                size="xs"
                renderRoot={(root) => (
                  <Link {...root} to="/inventory/$deviceId/edit" params={{ deviceId: String(device.id) }} />
                )}
                leftSection={<EditIcon {...ICON} />}
              >
                Edit
              </Button>
            </Can>
          </>
        }
      />
      <Suspense>
        {dialog === "delete" && <DeleteDevice versioned={versioned} onClose={close} />}
        {(dialog === "merge" || mergeWith !== undefined) && (
          <Can do="topology_write">
            <MergeDialog
              key={device.id}
              versioned={versioned}
              otherId={mergeWith}
              onChoose={onMergeWith}
              onClose={() => {
                close();
                onMergeWith(undefined);
              }}
            />
          </Can>
        )}
        {dialog === "read" && <EnrichmentDialog deviceId={device.id} onClose={close} />}
      </Suspense>
    </>
  );
}

function Meta({ versioned: { device } }: { versioned: VersionedDevice }) {
  const { data: sites } = useQuery(sitesQuery());
  const site = sites?.find(({ id }) => id === device.site_id);
  const further = addressCount(device) - (device.ip_address === "" ? 0 : 1);
  return (
    <span className={styles.meta}>
      <State device={device} />
      {device.ip_address !== "" && (
        <span className={styles.address}>
          <span className="mono">{device.ip_address}</span>
          <CopyButton text={device.ip_address} label="Copy the address" />
        </span>
      )}
      {further > 0 && <span>{formatCount(further, ["further address", "further addresses"])}</span>}
      {site !== undefined && (
        <Link to="/inventory" search={{ site: [placeName(site)] }}>
          {visible(placeName(site))}
        </Link>
      )}
    </span>
  );
}

/** What its checks say where it is watched, else what a person has set. */
function State({ device }: Pick<VersionedDevice, "device">) {
  const isWatched = device.status !== "disabled" && device.lifecycle === "active" && device.ip_address !== "";
  const { data } = useQuery({ ...deviceSummaryQuery(device.id), enabled: isWatched });
  const now = useNow();
  if (!isWatched || data === undefined) return <DeviceStatus status={device.status} />;
  return <StatusMark {...LOOKS[standingOf(toWatchedDevice(data), now)]} />;
}

function addressCount({
  ip_address: address,
  interfaces,
  additional_addresses: others,
}: VersionedDevice["device"]) {
  return new Set(
    [address, ...others, ...interfaces.flatMap((one) => one.ip_addresses)].filter((text) => text !== ""),
  ).size;
}
