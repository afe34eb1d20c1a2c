import { createHash } from "node:crypto";

/**
 * Of the public page, which has no other. There is no script to notice that the page has been open for long, so an
 * animation shows that after five minutes, and takes the colours away.
 */
export const PAGE_STYLE = `
:root{color-scheme:light dark;--page:#f6f7f9;--surface:#fff;--hairline:#d9dee5;--text:#15181c;--dimmed:#59626d;--ok:#117a6e;--degraded:#8a5a0b;--down:#b71a0a;--unknown:#52616f;--maintenance:#5b37a0}
@media (prefers-color-scheme:dark){:root{--page:#0f1216;--surface:#161a1f;--hairline:#2c343d;--text:#e7eaee;--dimmed:#98a2ad;--ok:#6ee7c8;--degraded:#f0a31a;--down:#ff8a7e;--unknown:#93a1b0;--maintenance:#b79ae6}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
main,header,footer{max-width:880px;margin:0 auto;padding:0 16px}
header{padding-top:32px}
h1{margin:0;font-size:26px;line-height:1.25}
h2{margin:32px 0 8px;font-size:18px}
h3{margin:16px 0 4px;font-size:15px}
p{margin:8px 0;white-space:pre-line}
ul{margin:0;padding:0;list-style:none}
.banner,.box{margin:16px 0 0;padding:14px 16px;border:1px solid var(--hairline);border-left:4px solid currentColor;border-radius:4px;background:var(--surface)}
.banner{font-size:19px;font-weight:600}
.banner span,.box p,.box li{color:var(--text)}
.box p,.box ul{margin:0}
.head{display:flex;flex-wrap:wrap;align-items:baseline;justify-content:space-between;gap:0 16px}
.components>li{padding:12px 16px;border:1px solid var(--hairline);border-bottom-width:0;background:var(--surface)}
.components>li:first-child{border-radius:4px 4px 0 0}
.components>li:last-child{border-bottom-width:1px;border-radius:0 0 4px 4px}
.components>li:only-child{border-radius:4px}
.name{font-weight:600}
.state{white-space:nowrap;font-size:15px}
.state svg,.banner svg{width:.8em;height:.8em;margin-right:.4em}
.bars{display:block;width:100%;height:28px;margin-top:8px}
.scale{display:flex;justify-content:space-between;gap:8px;color:var(--dimmed);font-size:13px}
.scale span:nth-child(odd){white-space:nowrap}
.dimmed,footer{color:var(--dimmed);font-size:14px}
.ok{color:var(--ok)}.degraded{color:var(--degraded)}.down{color:var(--down)}.unknown{color:var(--unknown)}.maintenance{color:var(--maintenance)}
.bars .none{color:var(--hairline)}
.bars path,.bars rect{fill:currentColor}
.stale .components{filter:grayscale(1)}
.stale .components .bars{opacity:.6}
.log li{padding:4px 0}
footer{padding-top:24px;padding-bottom:40px}
a{color:inherit}
.banner,.components{animation:grey 1s 300s forwards}
.aged{position:fixed;right:0;bottom:0;left:0;margin:0;padding:12px 16px;border-top:1px solid var(--hairline);background:var(--surface);text-align:center;visibility:hidden;animation:aged 1s 300s forwards}
@keyframes grey{to{filter:grayscale(1)}}
@keyframes aged{to{visibility:visible}}
@media (forced-colors:active){.bars path,.bars rect{fill:CanvasText}.bars .none{fill:GrayText}}
@media print{body{background:#fff}}
`;

const hash = createHash("sha256").update(PAGE_STYLE).digest("base64");

/** Nothing runs on the page, and nothing is fetched from it. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash}'`,
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");
