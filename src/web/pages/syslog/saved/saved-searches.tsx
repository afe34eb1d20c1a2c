import { Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { savedSearchesQuery } from "../../../api/events";
import { DropDown } from "../../../components/drop-down/drop-down";
import { IconButton } from "../../../components/icon-button/icon-button";
import { Can } from "../../../components/permission/can";
import { describeRange, readRange } from "../../../format/range";
import { QueryStates } from "../../../components/states/query-states";
import { toasts } from "../../../components/toast/toasts";
import { copyText } from "../../../components/value/clipboard";
import { DeleteIcon, SavedIcon } from "../../../theme/icons";
import { ICON } from "../../../theme/tokens";
import { parseEventSearch, type EventSearch } from "../../../url/event-search";
import { stringifySearch } from "../../../url/search-params";
import { useDeleteSearch, useSaveSearch, type Asked, type SavedSearch } from "../api";
import styles from "../syslog.module.css";

const SaveDialog = lazy(() => import("./save-dialog").then((module) => ({ default: module.SaveDialog })));

type Props = {
  /** What would be saved. */
  search: EventSearch;
  /** What the events that are shown answer. */
  asked: Asked | undefined;
  onRun: (search: EventSearch) => void;
};

/** Searches under a name: query, range and columns, the person's own. */
export function SavedSearches({ search, asked, onRun }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const saved = useQuery(savedSearchesQuery());
  const { q, from, to, columns } = search;
  return (
    <>
      <DropDown
        label="Saved searches"
        button={{ leftSection: <SavedIcon {...ICON} /> }}
        className={styles.menu}
        width={360}
        isOpen={isOpen}
        onOpen={setIsOpen}
        text="Saved"
      >
        <QueryStates query={saved} what="saved searches" rows={2}>
          {(searches) => (
            <SearchList
              searches={searches}
              onRun={(chosen) => {
                setIsOpen(false);
                onRun(chosen);
              }}
            />
          )}
        </QueryStates>
        <Group gap="sm" mt="sm">
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              setIsOpen(false);
              setIsSaving(true);
            }}
          >
            Save this search
          </Button>
          {q !== undefined && (
            <Can do="alert_write">
              <Button
                size="xs"
                variant="default"
                renderRoot={(props) => <Link {...props} to="/alerts/rules/new" search={{ q }} />}
              >
                Alert on this search
              </Button>
            </Can>
          )}
          {asked !== undefined && (
            <Button
              size="xs"
              variant="default"
              onClick={() => {
                setIsOpen(false);
                copyLink(search, asked);
              }}
            >
              Copy a link to it
            </Button>
          )}
        </Group>
      </DropDown>
      <Suspense>
        {isSaving && <SaveDialog search={{ q, from, to, columns }} onClose={() => setIsSaving(false)} />}
      </Suspense>
    </>
  );
}

/** With the times that the events are of: who opens it tomorrow sees the same. */
function copyLink(search: EventSearch, { window: { start, end } }: Asked): void {
  const link = `${location.origin}/syslog${stringifySearch({ ...search, from: start, to: end })}`;
  copyText(link).then(
    () => toasts.tell("Link copied: it shows this search at these very times"),
    () => toasts.tellError("Cannot copy: the address of the page is the link, too"),
  );
}

function SearchList({
  searches,
  onRun,
}: {
  searches: readonly SavedSearch[];
  onRun: (search: EventSearch) => void;
}) {
  const save = useSaveSearch();
  const remove = useDeleteSearch(({ name, filters }) =>
    toasts.tell(`Deleted the search ${name}`, () => {
      save({ name, filters }).catch(() => toasts.tellError(`Cannot bring back the search ${name}`));
    }),
  );
  if (searches.length === 0)
    return <p className={styles.menuNote}>No saved searches yet. They keep query, range and columns.</p>;
  return (
    <ul className={styles.searches}>
      {searches.map((search) => {
        const filters = parseEventSearch(search.filters);
        return (
          <li key={search.id}>
            <button type="button" className={styles.menuEntry} onClick={() => onRun(filters)}>
              <span className={styles.searchName}>{search.name}</span>
              <span className={styles.searchText}>
                {filters.q ?? "all events"} · {describeRange(readRange(filters.from, filters.to))}
              </span>
            </button>
            <IconButton
              icon={DeleteIcon}
              label={`Delete ${search.name}`}
              onClick={() =>
                remove.mutate(search, { onError: () => toasts.tellError(`Cannot delete ${search.name}`) })
              }
            />
          </li>
        );
      })}
    </ul>
  );
}
