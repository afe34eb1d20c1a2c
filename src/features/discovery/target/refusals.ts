/** What the document says of targets that are refused. */
export const TARGET_TEXTS =
  "`Scan target is required`, `Use a private single IP, IP range, or CIDR target`, `Public IP scanning is blocked by default`, " +
  "`IP range must use one address family`, `IP range end must be greater than start`, " +
  "`Scan target is too large; maximum is … addresses`, `Large scan requires explicit confirmation`, `Nothing is left of the target without what is excluded`, " +
  "or a link-local or metadata address";
