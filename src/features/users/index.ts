export type { AccountNotice, AccountNotifier } from "./account-notifier";
export { AdminCreate, CurrentUser, mailAddress, revokesKeys, UserRead, type UserRow } from "./models";
export { KEY_REFUSAL, OWN_ACCOUNT, refuseOwnAccount } from "./own-account";
export { givenPassword, newPassword } from "./password-field";
export { refuseWeakPassword } from "./password-strength";
export { hashPassword, queueForHash, verifyPassword } from "./passwords";
export { effectivePermissions, refusalOf, requires, SUPER_ADMIN, type Permission } from "./permissions";
export {
  createCurrentUserReader,
  createFirstAdmin,
  createUser,
  getUserId,
  needsSetup,
  noteLogin,
  type AccessEnder,
} from "./service";
export { findCaller } from "./caller";
export { hasUsername } from "./username";
export { ROLE_UNDOERS } from "./role-undo";
export { SecondFactorProof } from "./proof";
export {
  createSsoUser,
  findUsersByEmail,
  hashRandomPassword,
  hasLocalSuperAdmin,
  holdUsers,
  linkSsoUser,
  noteSsoLogin,
  syncSsoRole,
} from "./sso-users";
export { ROLE_KIND } from "./configuration/roles";
