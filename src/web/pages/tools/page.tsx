import { createLazyRoute, getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { may, useMe } from "../../api/me";
import { PageHead } from "../../components/page-head/page-head";
import { EmptyState } from "../../components/states/empty-state";
import { Answers, type Asking } from "./answers";
import { ToolsForm } from "./form";
import { TOOL_RIGHTS } from "./names";
import { TOOLS, type ToolsSearch } from "./search";

const route = getRouteApi("/shell/tools");

/** Asks hosts and name servers what they say, and puts the answers beside each other. */
function ToolsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const me = useMe();
  const tools = TOOLS.filter((tool) => may(me, TOOL_RIGHTS[tool]));
  const [asking, setAsking] = useState<Asking>();
  const run = (next: ToolsSearch, secret: Pick<Asking, "community">) => {
    void navigate({ search: next });
    setAsking((before) => ({ run: (before?.run ?? 0) + 1, search: next, ...secret }));
  };
  return (
    <>
      <PageHead title="Tools" meta="what hosts, names and networks say of themselves" />
      <ToolsForm key={formOf(search)} search={search} allowed={tools} onRun={run} />
      {asking === undefined ? (
        <EmptyState title="Nothing asked yet">
          Up to four hosts, addresses or networks at once; a link to this page fills in the form, and sends
          nothing by itself.
        </EmptyState>
      ) : (
        <Answers asking={asking} allowed={tools} />
      )}
    </>
  );
}

/** Another address of the page, as by Back, fills in the form anew. */
function formOf(search: ToolsSearch): string {
  return JSON.stringify(search);
}

export const Route = createLazyRoute("/shell/tools")({ component: ToolsPage });
