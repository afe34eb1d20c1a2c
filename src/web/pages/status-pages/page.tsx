import { Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, Link } from "@tanstack/react-router";
import { useState } from "react";
import { previewPath, publicPath, statusPagesQuery, type StatusPage } from "../../api/status-pages";
import { StatusMark } from "../../components/badge/status-mark";
import { DeleteDialog } from "../../components/dialog/delete-dialog";
import { PageHead } from "../../components/page-head/page-head";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { EmptyState } from "../../components/states/empty-state";
import { QueryStates } from "../../components/states/query-states";
import { visible } from "../../components/value/visible-text";
import { formatCount } from "../../format/number";
import { AddIcon } from "../../theme/icons";
import { ICON } from "../../theme/tokens";
import { useDeletePage } from "./api";

const columns = (onDelete: (page: StatusPage) => void): readonly SimpleColumn<StatusPage>[] => [
  {
    id: "title",
    label: "Title",
    cell: ({ id, title }) => (
      <Link to="/administration/status-pages/$pageId" params={{ pageId: String(id) }}>
        {visible(title)}
      </Link>
    ),
  },
  {
    id: "address",
    label: "Address",
    cell: (page) =>
      page.published ? (
        <a className="mono" href={publicPath(page)} target="_blank" rel="noreferrer">
          {publicPath(page)}
        </a>
      ) : (
        <span className="mono">{publicPath(page)}</span>
      ),
  },
  {
    id: "published",
    label: "For the public",
    cell: ({ published }) => (
      <StatusMark status={published ? "ok" : "paused"} label={published ? "published" : "not published"} />
    ),
  },
  {
    id: "components",
    label: "Shows",
    cell: ({ groups }) =>
      formatCount(
        groups.reduce((sum, { components }) => sum + components.length, 0),
        ["component", "components"],
      ),
  },
  {
    id: "actions",
    label: "Actions",
    isHeadHidden: true,
    align: "right",
    cell: (page) => (
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        <Button
          size="compact-xs"
          variant="default"
          component="a"
          href={previewPath(page)}
          target="_blank"
          rel="noreferrer"
          aria-label={`Preview ${page.title}`}
        >
          Preview
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Delete ${page.title}`}
          onClick={() => onDelete(page)}
        >
          Delete
        </Button>
      </Group>
    ),
  },
];

/** Pages for people without an account. */
function StatusPagesPage() {
  const query = useQuery(statusPagesQuery());
  const [removed, setRemoved] = useState<StatusPage | null>(null);
  return (
    <>
      <PageHead
        title="Status pages"
        meta="for people without an account: what you choose, under names that you give"
        actions={
          <Button
            size="xs"
            leftSection={<AddIcon {...ICON} />}
            component={Link}
            to="/administration/status-pages/new"
          >
            New status page
          </Button>
        }
      />
      <QueryStates query={query} what="status pages" rows={3}>
        {(pages) =>
          pages.length === 0 ? (
            <EmptyState title="No status page yet">
              A status page tells your customers or colleagues how your services are, without a sign-in.
              Nobody sees it before you publish it.
            </EmptyState>
          ) : (
            <SimpleTable
              label="Status pages"
              columns={columns(setRemoved)}
              rows={pages}
              rowId={({ id }) => id}
              isFramed
            />
          )
        }
      </QueryStates>
      {removed !== null && <DeletePage page={removed} onClose={() => setRemoved(null)} />}
    </>
  );
}

function DeletePage({ page, onClose }: { page: StatusPage; onClose: () => void }) {
  const { mutate, isPending, error } = useDeletePage(onClose);
  return (
    <DeleteDialog
      verb="Delete"
      name={`the status page ${page.title}`}
      explanation={
        page.published
          ? "Its address and its badges are gone for everybody at once. What it shows is watched as before."
          : "What it shows is watched as before."
      }
      isBusy={isPending}
      error={error}
      onConfirm={() => mutate(page)}
      onClose={onClose}
    />
  );
}

export const Route = createLazyRoute("/shell/administration/status-pages")({ component: StatusPagesPage });
