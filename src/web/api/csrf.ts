/** The header with which a page of ours proves itself: the value of a cookie that foreign pages cannot read. */
export function csrfHeaders(): Record<string, string> {
  const token = /(?:^|; )svc_csrf=([^;]+)/.exec(document.cookie)?.[1];
  return token === undefined ? {} : { "X-CSRF-Token": decodeURIComponent(token) };
}
