import { PAGE_STYLE } from "./page-style";

/** What a browser gets where no page is published, whether there is a hidden one or none: always the same. */
export const NO_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>No status page here</title>
<link rel="icon" href="data:,">
<style>${PAGE_STYLE}</style>
</head>
<body>
<header>
<h1>No status page here</h1>
</header>
<main>
<p>Nothing is published at this address. It may be mistyped, or the page may have been taken back or given another address.</p>
<p class="dimmed">Whoever gave you the address can say which one is right.</p>
</main>
</body>
</html>
`;
