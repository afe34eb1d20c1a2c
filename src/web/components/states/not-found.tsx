import { PageHead } from "../page-head/page-head";

/** No page has this address. */
export function NotFound() {
  return (
    <>
      <PageHead title="There is no such page" />
      <p>The address is not known here. It may have been typed wrong, or what it showed is gone.</p>
      <p>
        <a href="/">Go to the start page</a>
      </p>
    </>
  );
}
