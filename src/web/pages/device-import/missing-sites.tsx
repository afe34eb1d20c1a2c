import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { sitesQuery } from "../../api/inventory";
import { ErrorStrip } from "../../components/states/error-state";
import { Notice } from "../../components/states/notice";
import { formatCount, formatNumber } from "../../format/number";
import { addSite } from "./api";
import styles from "./device-import.module.css";

/** More names than these would be a list of their own. */
const MAX_NAMED = 6;

type Props = { names: readonly string[]; onAdded: () => void };

/** Sites have to be there before the devices that stand there: they are added here, and the rows are checked again. */
export function MissingSites({ names, onAdded }: Props) {
  const queries = useQueryClient();
  const adding = useMutation({
    async mutationFn() {
      for (const name of names) await addSite(name);
    },
    onSuccess: onAdded,
    // Some may be there even where another was refused.
    onSettled: () => queries.invalidateQueries({ queryKey: sitesQuery().queryKey }),
  });
  const rest = names.length - MAX_NAMED;
  return (
    <>
      <Notice kind="status">
        <div className={styles.missing}>
          <span>
            {formatCount(names.length, ["site is not there yet", "sites are not there yet"])}:{" "}
            {names.slice(0, MAX_NAMED).join(", ")}
            {rest > 0 && ` and ${formatNumber(rest)} more`}.
          </span>
          <Button size="xs" variant="default" loading={adding.isPending} onClick={() => adding.mutate()}>
            {names.length === 1 ? "Add the site" : "Add the sites"}
          </Button>
        </div>
      </Notice>
      {adding.error !== null && <ErrorStrip error={adding.error} title="Cannot add the sites" />}
    </>
  );
}
