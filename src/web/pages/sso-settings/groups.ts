import type { SettingField } from "../../components/settings-form/fields";

export const PROVIDER: readonly SettingField[] = [
  { name: "enabled", label: "Offer single sign-on", kind: "switch" },
  {
    name: "provider_name",
    label: "Name of the provider",
    description: "Shown on the button of the sign-in page",
    kind: "line",
    maxLength: 60,
  },
  {
    name: "issuer",
    label: "Issuer",
    description: "Address under which the provider describes itself",
    kind: "line",
    maxLength: 512,
  },
  { name: "client_id", label: "Client id", kind: "line", maxLength: 255 },
  { name: "client_secret", label: "Client secret", kind: "secret", maxLength: 512 },
  {
    name: "redirect_url",
    label: "Redirect address",
    description: "Empty: made from the address of the service",
    kind: "line",
    maxLength: 512,
  },
  {
    name: "scopes",
    label: "Scopes",
    description: "Separated by spaces; openid is always asked for",
    kind: "line",
    maxLength: 255,
  },
];

export const ACCOUNTS: readonly SettingField[] = [
  {
    name: "auto_provision",
    label: "Create accounts at the first sign-in",
    description: "Switched off, only people who have an account come in",
    kind: "switch",
  },
  {
    name: "link_by_email",
    label: "Join an existing account by mail address",
    description: "Whoever can have any address at the provider takes over that account",
    kind: "switch",
  },
  {
    name: "allow_unverified_email",
    label: "Take mail addresses that the provider has not verified",
    kind: "switch",
  },
  {
    name: "allowed_email_domains",
    label: "Mail domains",
    description: "Separated by commas; empty: all",
    kind: "line",
    maxLength: 1024,
  },
];

export const CLAIMS: readonly SettingField[] = [
  {
    name: "group_claim",
    label: "Claim with the groups",
    description: "Name in the token, such as groups or realm_access.roles",
    kind: "line",
    maxLength: 120,
  },
  {
    name: "role_mappings",
    label: "Roles by group",
    description: 'JSON: {"net-admins": "NetworkAdmin"}',
    kind: "text",
    maxLength: 4096,
  },
  {
    name: "manage_roles",
    label: "Set the role anew at every sign-in",
    description: "Switched off, the groups count at the first sign-in only",
    kind: "switch",
  },
  { name: "allow_super_admin", label: "Groups may give SuperAdmin", kind: "switch" },
];

export const ENFORCEMENT: readonly SettingField[] = [
  {
    name: "require_sso",
    label: "Only single sign-on",
    description: "Passwords then open the door for SuperAdmins only",
    kind: "switch",
  },
];

/** The role of whom no group gives one. */
export function defaultRole(roles: readonly string[]): SettingField {
  return { name: "default_role", label: "Role without a matching group", kind: "choice", choices: roles };
}
