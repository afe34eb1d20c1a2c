import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, Link } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { PageHead } from "../../components/page-head/page-head";
import { Can } from "../../components/permission/can";
import { PartBoundary } from "../../components/states/part-boundary";
import { QueryStates } from "../../components/states/query-states";
import { formatCount } from "../../format/number";
import { AddIcon, ImportIcon } from "../../theme/icons";
import { ICON } from "../../theme/tokens";
import { conflictsQuery, subnetsQuery } from "./api";
import styles from "./ipam.module.css";
import { NoSubnets } from "./no-subnets";
import { Overview } from "./overview";
import { SubnetTree } from "./tree/subnet-tree";
import { useIpamView, type IpamView } from "./view";

const SubnetForm = lazy(() =>
  import("./subnet/subnet-form").then((module) => ({ default: module.SubnetForm })),
);
const SubnetPart = lazy(() =>
  import("./subnet/subnet-part").then((module) => ({ default: module.SubnetPart })),
);
const ImportVlansDialog = lazy(() =>
  import("./import-vlans-dialog").then((module) => ({ default: module.ImportVlansDialog })),
);

function IpamPage() {
  const view = useIpamView();
  const query = useQuery(subnetsQuery());
  const [isImporting, setIsImporting] = useState(false);
  const { search, subnetId } = view;
  return (
    <>
      <PageHead
        title="IPAM"
        meta={<Counts />}
        actions={
          <Can do="ipam_write">
            <Button
              size="xs"
              variant="default"
              leftSection={<ImportIcon {...ICON} />}
              onClick={() => setIsImporting(true)}
            >
              Import from VLANs
            </Button>
            <Button
              size="xs"
              variant="default"
              renderRoot={(root) => <Link {...root} to="/moving-in" search={{ source: "csv" }} />}
              leftSection={<ImportIcon {...ICON} />}
            >
              Import CSV
            </Button>
            <Button
              size="xs"
              variant="default"
              leftSection={<AddIcon {...ICON} />}
              onClick={() => view.change({ form: "add", cidr: undefined })}
            >
              Add subnet
            </Button>
          </Can>
        }
      />
      <QueryStates query={query} what="subnets" rows={16}>
        {(subnets) =>
          subnets.length === 0 && search.form === undefined && search.tab === undefined ? (
            <NoSubnets view={view} onImport={() => setIsImporting(true)} />
          ) : (
            <div
              className={styles.columns}
              data-open={(subnetId ?? search.form) === undefined ? undefined : true}
            >
              <PartBoundary title="Cannot show the tree">
                <SubnetTree subnets={subnets} view={view} isFetching={query.isFetching} />
              </PartBoundary>
              <div className={styles.right}>
                <Button
                  size="xs"
                  variant="default"
                  className={styles.back}
                  onClick={() => view.openOverview()}
                >
                  All subnets
                </Button>
                <PartBoundary key={subnetId} title="Cannot show this subnet">
                  <RightPart subnets={subnets} view={view} />
                </PartBoundary>
              </div>
            </div>
          )
        }
      </QueryStates>
      <Suspense>{isImporting && <ImportVlansDialog onClose={() => setIsImporting(false)} />}</Suspense>
    </>
  );
}

function RightPart({
  subnets,
  view,
}: {
  subnets: Parameters<typeof SubnetTree>[0]["subnets"];
  view: IpamView;
}) {
  const { search, subnetId } = view;
  const subnet = subnets.find(({ id }) => id === subnetId);
  if (search.form === "add" || (search.form === "edit" && subnet !== undefined)) {
    return (
      <Can do="ipam_write">
        <Suspense>
          <SubnetForm
            key={`${search.form} ${search.cidr}`}
            subnet={search.form === "edit" ? subnet : undefined}
            view={view}
          />
        </Suspense>
      </Can>
    );
  }
  return subnetId === undefined ? (
    <Overview subnets={subnets} view={view} />
  ) : (
    <Suspense>
      <SubnetPart subnet={subnet} view={view} />
    </Suspense>
  );
}

function Counts() {
  const { data: subnets } = useQuery(subnetsQuery());
  const { data: conflicts } = useQuery(conflictsQuery());
  if (subnets === undefined || conflicts === undefined) return null;
  return `${formatCount(subnets.length, ["subnet", "subnets"])} · ${formatCount(conflicts.length, ["conflict", "conflicts"])}`;
}

export const Route = createLazyRoute("/shell/ipam")({ component: IpamPage });
