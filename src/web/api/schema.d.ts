// Generated from the OpenAPI document by `bun run generate:api`; not edited by hand.

export interface paths {
  "/api/health": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Whether the web process answers
     * @description Public: no authentication.
     */
    get: operations["get_api_health"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/admin/device-type-colors": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Set the colours of device types
     * @description Needs the role SuperAdmin.
     */
    put: operations["put_admin_device_type_colors"];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/admin/device-types": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Device types: the built-in ones, then the others by label
     * @description Needs any active user.
     */
    get: operations["get_admin_device_types"];
    put?: never;
    /**
     * Add a device type
     * @description Needs the role SuperAdmin.
     */
    post: operations["post_admin_device_types"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/admin/device-types/{value}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Change a device type
     * @description Its devices get a new value too.
     *
     *     Needs the role SuperAdmin.
     */
    put: operations["put_admin_device_types_value"];
    post?: never;
    /**
     * Remove a device type that no device has
     * @description Needs the role SuperAdmin.
     */
    delete: operations["delete_admin_device_types_value"];
    options?: never;
    head?: never;
    /**
     * Change a device type
     * @description Its devices get a new value too.
     *
     *     Needs the role SuperAdmin.
     */
    patch: operations["patch_admin_device_types_value"];
    trace?: never;
  };
  "/api/v1/admin/notification-profiles": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Notification profiles by name
     * @description Secrets are never shown. A channel of the notification settings that is filled in and whose provider has no profile becomes one.
     *
     *     Needs the role SuperAdmin.
     */
    get: operations["get_admin_notification_profiles"];
    put?: never;
    /**
     * Add a notification profile
     * @description Needs the role SuperAdmin.
     */
    post: operations["post_admin_notification_profiles"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/admin/notification-profiles/{profile_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove a notification profile
     * @description Needs the role SuperAdmin.
     */
    delete: operations["delete_admin_notification_profiles_profile_id"];
    options?: never;
    head?: never;
    /**
     * Change a notification profile
     * @description Needs the role SuperAdmin.
     */
    patch: operations["patch_admin_notification_profiles_profile_id"];
    trace?: never;
  };
  "/api/v1/admin/notification-profiles/{profile_id}/test": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a test message by a notification profile
     * @description A failure is an answer too: `status` is `ok` or says what failed.
     *
     *     Needs the role SuperAdmin.
     */
    post: operations["post_admin_notification_profiles_profile_id_test"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/admin/notification-settings": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How messages leave the service
     * @description Secrets are never shown.
     *
     *     Needs the role SuperAdmin.
     */
    get: operations["get_admin_notification_settings"];
    /**
     * Change how messages leave the service
     * @description Fields that are absent or null stay as they are.
     *
     *     Needs the role SuperAdmin.
     */
    put: operations["put_admin_notification_settings"];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/admin/notifications/test": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a test message by a channel of the notification settings
     * @description A failure is an answer too: `status` is `ok` or says what failed.
     *
     *     Needs the role SuperAdmin.
     */
    post: operations["post_admin_notifications_test"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/admin/oidc-settings": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Settings of single sign-on
     * @description The client secret is never shown.
     *
     *     Needs the role SuperAdmin.
     */
    get: operations["get_admin_oidc_settings"];
    /**
     * Change settings of single sign-on
     * @description A saved value comes before the environment's.
     *
     *     Needs the role SuperAdmin.
     */
    put: operations["put_admin_oidc_settings"];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/admin/oidc-settings/test": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Try the settings of single sign-on on the provider
     * @description Asks the provider for its metadata and keys; nobody is signed in.
     *
     *     Needs the role SuperAdmin.
     */
    post: operations["post_admin_oidc_settings_test"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/admin/role-permissions": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Every permission, and what each role holds
     * @description Needs the role SuperAdmin.
     */
    get: operations["get_admin_role_permissions"];
    /**
     * Set what roles may do
     * @description Takes effect on the next request of each user.
     *
     *     Needs the role SuperAdmin.
     */
    put: operations["put_admin_role_permissions"];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/admin/roles": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Add a role
     * @description It starts without permissions. A custom role that exists is left as it is.
     *
     *     Needs the role SuperAdmin.
     */
    post: operations["post_admin_roles"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/admin/roles/{name}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove a custom role
     * @description Its users become Viewers. A name that no role has is no error.
     *
     *     Needs the role SuperAdmin.
     */
    delete: operations["delete_admin_roles_name"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/admin/roles/{name}/second-factor": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Make a role require a second factor, or not
     * @description A user of such a role who has none yet reaches only the routes that enrol one. API keys are not affected.
     *
     *     Needs the role SuperAdmin.
     */
    put: operations["put_admin_roles_name_second_factor"];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/admin/second-factor-roles": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Roles that require a second factor
     * @description Needs the role SuperAdmin.
     */
    get: operations["get_admin_second_factor_roles"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/admin/settings": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Settings of the service
     * @description Needs the role SuperAdmin.
     */
    get: operations["get_admin_settings"];
    /**
     * Change settings of the service
     * @description Needs the role SuperAdmin.
     */
    put: operations["put_admin_settings"];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/admin/settings/public": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Settings that the sign-in page needs
     * @description Public: no authentication.
     */
    get: operations["get_admin_settings_public"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/admin/status-pages": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Status pages by title
     * @description Needs the role SuperAdmin.
     */
    get: operations["get_admin_status_pages"];
    put?: never;
    /**
     * Make a status page
     * @description Nobody sees it before it is `published`. What is on it is shown under its public names alone.
     *
     *     Needs the role SuperAdmin.
     */
    post: operations["post_admin_status_pages"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/admin/status-pages/{page_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One status page, with what is on it
     * @description Needs the role SuperAdmin.
     */
    get: operations["get_admin_status_pages_page_id"];
    put?: never;
    post?: never;
    /**
     * Remove a status page; what was on it stays
     * @description Needs the role SuperAdmin.
     */
    delete: operations["delete_admin_status_pages_page_id"];
    options?: never;
    head?: never;
    /**
     * Change a status page, publish it or take it back
     * @description Other processes on the same database follow within 15 seconds.
     *
     *     Needs the role SuperAdmin.
     */
    patch: operations["patch_admin_status_pages_page_id"];
    trace?: never;
  };
  "/api/v1/admin/status-pages/{page_id}/preview": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A status page as the public would see it now, published or not
     * @description Needs the role SuperAdmin.
     */
    get: operations["get_admin_status_pages_page_id_preview"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/api-keys": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Own API keys, newest first
     * @description Needs any active user.
     */
    get: operations["get_api_keys"];
    put?: never;
    /**
     * Create an API key
     * @description The answer holds the whole key. No later answer does. A key may make another, to replace itself; the owner is told of each by mail.
     *
     *     Needs any active user.
     */
    post: operations["post_api_keys"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/api-keys/{key_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Revoke an own API key
     * @description Needs any active user.
     */
    delete: operations["delete_api_keys_key_id"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/api-keys/admin/{key_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Revoke any API key
     * @description Needs the role SuperAdmin.
     */
    delete: operations["delete_api_keys_admin_key_id"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/api-keys/admin/all": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * All API keys, newest first
     * @description Needs the role SuperAdmin.
     */
    get: operations["get_api_keys_admin_all"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/audit/export": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Every matching row of the audit log as CSV, newest first
     * @description Needs the role SuperAdmin.
     */
    get: operations["get_audit_export"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/audit/logs": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Audit log, newest first
     * @description Rows are only ever added; no route changes or removes one.
     *
     *     Needs the role SuperAdmin.
     */
    get: operations["get_audit_logs"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/audit/logs/export": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Sign-in history as CSV, newest first, at most 5,000 rows
     * @description Needs the role SuperAdmin.
     */
    get: operations["get_audit_logs_export"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/audit/verify": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Whether the audit log is as it was written
     * @description Follows the rows' hash chain and names each row that was changed, removed or slipped in, and a head noted earlier that is no longer there. docs/audit.md says what it cannot find.
     *
     *     Needs the role SuperAdmin.
     */
    get: operations["get_audit_verify"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/auth/change-password": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Change the caller's password
     * @description Ends all sessions of the caller but the one of this request, and reset links. A wrong current password counts like one at login. The owner is told by mail.
     *
     *     Needs any active user.
     */
    post: operations["post_auth_change_password"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/auth/forgot-password": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ask for a mail with a reset link
     * @description Always 204, at once: whether there is such a user, and whether a mail is sent, shows nowhere.
     *
     *     Public: no authentication.
     */
    post: operations["post_auth_forgot_password"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/auth/login": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sign in
     * @description Sets the cookies `svc_access`, `svc_refresh` and `svc_csrf` beside the token in the body. A user with a second factor gets neither, but a challenge for one of the routes below `/auth/login/`.
     *
     *     Public: no authentication.
     */
    post: operations["post_auth_login"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/auth/login/passkey": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sign in, second step: a passkey
     * @description With the challenge of `POST /auth/login`. Sets the cookies and gives the token as a sign-in does. Options are answered once.
     *
     *     Public: no authentication.
     */
    post: operations["post_auth_login_passkey"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/auth/login/passkey/options": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sign in, second step: what the browser needs to ask for a passkey
     * @description Public: no authentication.
     */
    post: operations["post_auth_login_passkey_options"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/auth/login/recovery-code": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sign in, second step: a recovery code
     * @description With the challenge of `POST /auth/login`. Sets the cookies and gives the token as a sign-in does. A code is accepted once.
     *
     *     Public: no authentication.
     */
    post: operations["post_auth_login_recovery_code"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/auth/login/totp": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sign in, second step: a code of the authenticator app
     * @description With the challenge of `POST /auth/login`. Sets the cookies and gives the token as a sign-in does. A code is accepted once.
     *
     *     Public: no authentication.
     */
    post: operations["post_auth_login_totp"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/auth/logout": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sign out
     * @description Ends the session; its tokens are refused from the next request on. A bad or missing token is still 204.
     *
     *     Public: no authentication.
     */
    post: operations["post_auth_logout"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/auth/me": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The caller
     * @description Needs any active user.
     */
    get: operations["get_auth_me"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change the own profile
     * @description Another mail address takes a `proof`, and a session: API keys cannot change it. Users of single sign-on who have no password prove it by having signed in less than ten minutes ago. The former address is told.
     *
     *     Needs any active user.
     */
    patch: operations["patch_auth_me"];
    trace?: never;
  };
  "/api/v1/auth/me/acknowledge-whats-new": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Remember that the caller has seen what is new in a version
     * @description Needs any active user.
     */
    post: operations["post_auth_me_acknowledge_whats_new"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/auth/me/passkeys": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Own passkeys, oldest first
     * @description Needs any active user.
     */
    get: operations["get_auth_me_passkeys"];
    put?: never;
    /**
     * Register the passkey that the browser made
     * @description Options are answered once. With its first factor a user gets ten recovery codes.
     *
     *     Needs any active user.
     */
    post: operations["post_auth_me_passkeys"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/auth/me/passkeys/{passkey_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove a passkey
     * @description Needs any active user.
     */
    delete: operations["delete_auth_me_passkeys_passkey_id"];
    options?: never;
    head?: never;
    /**
     * Rename a passkey
     * @description Needs any active user.
     */
    patch: operations["patch_auth_me_passkeys_passkey_id"];
    trace?: never;
  };
  "/api/v1/auth/me/passkeys/options": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * What the browser needs to make a passkey
     * @description Needs any active user.
     */
    post: operations["post_auth_me_passkeys_options"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/auth/me/recovery-codes": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make ten new recovery codes
     * @description The old ones are worth nothing from then on.
     *
     *     Needs any active user.
     */
    post: operations["post_auth_me_recovery_codes"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/auth/me/second-factor": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What the caller has enrolled as second factor
     * @description Needs any active user.
     */
    get: operations["get_auth_me_second_factor"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/auth/me/sessions": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The caller's sessions, last seen first
     * @description Needs any active user.
     */
    get: operations["get_auth_me_sessions"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/auth/me/sessions/{session_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * End one of the caller's sessions
     * @description Its tokens are refused from the next request on. Ending it again is 204 too.
     *
     *     Needs any active user.
     */
    delete: operations["delete_auth_me_sessions_session_id"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/auth/me/totp": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Set up an authenticator app
     * @description Gives a secret, which counts from its first confirmed code on. Nothing changes until then.
     *
     *     Needs any active user.
     */
    post: operations["post_auth_me_totp"];
    /**
     * Remove the authenticator app
     * @description Needs any active user.
     */
    delete: operations["delete_auth_me_totp"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/auth/me/totp/confirm": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Enable the authenticator app
     * @description With its first factor a user gets ten recovery codes.
     *
     *     Needs any active user.
     */
    post: operations["post_auth_me_totp_confirm"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/auth/oidc/callback": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Where the provider sends the browser back to
     * @description Opens a session and sets its cookies. Each answer counts once.
     *
     *     Public: no authentication.
     */
    get: operations["get_auth_oidc_callback"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/auth/oidc/login": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Begin a sign-in by the provider
     * @description For the browser to go to. Sets the cookie `svc_oidc_txn`.
     *
     *     Public: no authentication.
     */
    get: operations["get_auth_oidc_login"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/auth/oidc/status": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Whether people can sign in by a provider
     * @description Public: no authentication.
     */
    get: operations["get_auth_oidc_status"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/auth/passkey": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sign in with a passkey alone
     * @description Without user name and password: the authenticator must have asked for PIN or fingerprint. Sets the cookies and gives the token as a sign-in does.
     *
     *     Public: no authentication.
     */
    post: operations["post_auth_passkey"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/auth/passkey/options": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sign in with a passkey alone: what the browser needs to ask for one
     * @description Public: no authentication.
     */
    post: operations["post_auth_passkey_options"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/auth/refresh": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Renew the session's tokens
     * @description Takes the refresh token of the body, else of the cookie `svc_refresh`, and renews all three cookies. A refresh token works once: used again more than ten seconds later it ends its whole session.
     *
     *     Public: no authentication.
     */
    post: operations["post_auth_refresh"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/auth/reset-password": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Set a new password by a mailed link
     * @description Ends all sessions of the user and lifts a login lock-out. API keys go on working unless they are to be revoked.
     *
     *     Public: no authentication.
     */
    post: operations["post_auth_reset_password"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/auth/users": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * All users, by name
     * @description Needs the role SuperAdmin.
     */
    get: operations["get_auth_users"];
    put?: never;
    /**
     * Create a user
     * @description Needs the role SuperAdmin.
     */
    post: operations["post_auth_users"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/auth/users/{user_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change a user's role, state, mail address or avatar
     * @description A user who is deactivated loses all sessions and reset links for good, and the API keys where `revoke_api_keys` says so; keys that are not revoked are refused until the user is active again. The former mail address is told of a new one.
     *
     *     Needs the role SuperAdmin.
     */
    patch: operations["patch_auth_users_user_id"];
    trace?: never;
  };
  "/api/v1/auth/users/{user_id}/reset-password": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Set a user's password
     * @description Ends all sessions of the user and lifts a login lock-out. Mails a link to set another where that can be done.
     *
     *     Needs the role SuperAdmin.
     */
    post: operations["post_auth_users_user_id_reset_password"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/auth/users/{user_id}/second-factor": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove a user's second factors
     * @description For a user who has lost them. Recovery codes go too, and the user's sessions end.
     *
     *     Needs the role SuperAdmin.
     */
    delete: operations["delete_auth_users_user_id_second_factor"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/auth/users/{user_id}/sessions": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * End all sessions of a user
     * @description API keys go on working.
     *
     *     Needs the role SuperAdmin.
     */
    delete: operations["delete_auth_users_user_id_sessions"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/auth/users/{user_id}/unlock-login": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Let a locked-out user sign in again
     * @description 204 also where nothing was locked.
     *
     *     Needs the role SuperAdmin.
     */
    post: operations["post_auth_users_user_id_unlock_login"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/dashboard/summary": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How many users, devices, groups and links there are
     * @description Needs any active user.
     */
    get: operations["get_dashboard_summary"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/exports/firewall": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Matching events as a CSV or JSON file, newest first
     * @description Needs the permission `firewall_export`.
     */
    get: operations["get_exports_firewall"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/exports/inventory": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Every device as a CSV or JSON file
     * @description Needs the permission `inventory_export`.
     */
    get: operations["get_exports_inventory"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/exports/summary": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What there is to export, and the caller's own last export
     * @description Needs any active user.
     */
    get: operations["get_exports_summary"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/health": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Whether the web process answers
     * @description Public: no authentication.
     */
    get: operations["get_health"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/health/ready": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Whether the service can do its work
     * @description 200 when it can, 503 when not. Authenticated callers are told why.
     *
     *     Public; authenticated callers are told more.
     */
    get: operations["get_health_ready"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/ipam/conflicts": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What contradicts itself in the address plan
     * @description Needs any active user.
     */
    get: operations["get_ipam_conflicts"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/ipam/dhcp-leases": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Current DHCP leases
     * @description Needs any active user.
     */
    get: operations["get_ipam_dhcp_leases"];
    put?: never;
    post?: never;
    /**
     * Remove every DHCP lease, with its history
     * @description Needs the permission `ipam_write`.
     */
    delete: operations["delete_ipam_dhcp_leases"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/ipam/dhcp-leases/history": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Current and former DHCP leases, the latest first
     * @description Needs any active user.
     */
    get: operations["get_ipam_dhcp_leases_history"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/ipam/dhcp-leases/import": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Import a DHCP server's lease file
     * @description Replaces the leases of its source, address by address; the same file again changes nothing. Reads ISC dhcpd, dnsmasq, Kea, Windows, MikroTik, OPNsense and pfSense, as JSON or as the file itself (`text/plain`). A file has at most 100,000 leases.
     *
     *     Needs the permission `ipam_write`.
     */
    post: operations["post_ipam_dhcp_leases_import"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/ipam/external/assignments": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Assigned public addresses
     * @description Needs any active user.
     */
    get: operations["get_ipam_external_assignments"];
    put?: never;
    /**
     * Record a public address of a pool
     * @description Needs the permission `ipam_write`.
     */
    post: operations["post_ipam_external_assignments"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/ipam/external/assignments/{assignment_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One assigned public address
     * @description Needs any active user.
     */
    get: operations["get_ipam_external_assignments_assignment_id"];
    put?: never;
    post?: never;
    /**
     * Forget a public address
     * @description Needs the permission `ipam_write`.
     */
    delete: operations["delete_ipam_external_assignments_assignment_id"];
    options?: never;
    head?: never;
    /**
     * Change what is said of a public address
     * @description Needs the permission `ipam_write`.
     */
    patch: operations["patch_ipam_external_assignments_assignment_id"];
    trace?: never;
  };
  "/api/v1/ipam/external/pools": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * All pools of public addresses, by name
     * @description Needs any active user.
     */
    get: operations["get_ipam_external_pools"];
    put?: never;
    /**
     * Add a pool of public addresses
     * @description Needs the permission `ipam_write`.
     */
    post: operations["post_ipam_external_pools"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/ipam/external/pools/{pool_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One pool of public addresses
     * @description Needs any active user.
     */
    get: operations["get_ipam_external_pools_pool_id"];
    put?: never;
    post?: never;
    /**
     * Remove a pool of public addresses, with its assignments
     * @description Needs the permission `ipam_write`.
     */
    delete: operations["delete_ipam_external_pools_pool_id"];
    options?: never;
    head?: never;
    /**
     * Change a pool of public addresses
     * @description Needs the permission `ipam_write`.
     */
    patch: operations["patch_ipam_external_pools_pool_id"];
    trace?: never;
  };
  "/api/v1/ipam/external/pools/{pool_id}/addresses": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Usable addresses of a pool, with what is assigned
     * @description Needs any active user.
     */
    get: operations["get_ipam_external_pools_pool_id_addresses"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/ipam/external/summary": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Public address space in figures
     * @description Needs any active user.
     */
    get: operations["get_ipam_external_summary"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/ipam/plan": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Plan a network: equal parts, or subnets by their hosts
     * @description Writes nothing.
     *
     *     Needs any active user.
     */
    post: operations["post_ipam_plan"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/ipam/reservations": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Reserved addresses
     * @description Needs any active user.
     */
    get: operations["get_ipam_reservations"];
    put?: never;
    /**
     * Reserve an address
     * @description Needs the permission `ipam_write`.
     */
    post: operations["post_ipam_reservations"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/ipam/reservations/{reservation_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One reservation
     * @description Needs any active user.
     */
    get: operations["get_ipam_reservations_reservation_id"];
    put?: never;
    post?: never;
    /**
     * Give a reserved address back
     * @description Needs the permission `ipam_write`.
     */
    delete: operations["delete_ipam_reservations_reservation_id"];
    options?: never;
    head?: never;
    /**
     * Change what is said of a reserved address
     * @description Needs the permission `ipam_write`.
     */
    patch: operations["patch_ipam_reservations_reservation_id"];
    trace?: never;
  };
  "/api/v1/ipam/reservations/expired": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove all reservations that have expired
     * @description Needs the permission `ipam_write`.
     */
    delete: operations["delete_ipam_reservations_expired"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/ipam/subnets": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * All subnets with how full they are, by name
     * @description Needs any active user.
     */
    get: operations["get_ipam_subnets"];
    put?: never;
    /**
     * Add a subnet
     * @description Subnets nest. Host bits of the CIDR are cleared; `cidr_as_sent` then says what was sent.
     *
     *     Needs the permission `ipam_write`.
     */
    post: operations["post_ipam_subnets"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/ipam/subnets/{subnet_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One subnet
     * @description Needs any active user.
     */
    get: operations["get_ipam_subnets_subnet_id"];
    put?: never;
    post?: never;
    /**
     * Remove a subnet
     * @description Its reservations stay, without a subnet; subnets in it stay too.
     *
     *     Needs the permission `ipam_write`.
     */
    delete: operations["delete_ipam_subnets_subnet_id"];
    options?: never;
    head?: never;
    /**
     * Change a subnet
     * @description Needs the permission `ipam_write`.
     */
    patch: operations["patch_ipam_subnets_subnet_id"];
    trace?: never;
  };
  "/api/v1/ipam/subnets/{subnet_id}/addresses": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Every address of a subnet and what it is
     * @description Empty for a subnet of more than 1,026 addresses.
     *
     *     Needs any active user.
     */
    get: operations["get_ipam_subnets_subnet_id_addresses"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/ipam/subnets/{subnet_id}/allocate": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Find free addresses and reserve them in one step
     * @description All of `count` or none. No address is given twice, however many ask at once.
     *
     *     Needs the permission `ipam_write`.
     */
    post: operations["post_ipam_subnets_subnet_id_allocate"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/ipam/subnets/{subnet_id}/next-available": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The first free address
     * @description Skips network, broadcast, IPv6 subnet-router, gateways, DHCP ranges, reservations in force, active leases and the addresses of devices. Advice only: `POST …/allocate` finds and reserves in one step.
     *
     *     Needs any active user.
     */
    get: operations["get_ipam_subnets_subnet_id_next_available"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/ipam/subnets/{subnet_id}/next-subnet": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The first free subnet of a size
     * @description It overlaps no subnet that is there. Advice only: POST finds and adds it in one step.
     *
     *     Needs any active user.
     */
    get: operations["get_ipam_subnets_subnet_id_next_subnet"];
    put?: never;
    /**
     * Find the first free subnet of a size and add it in one step
     * @description Needs the permission `ipam_write`.
     */
    post: operations["post_ipam_subnets_subnet_id_next_subnet"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/ipam/subnets/{subnet_id}/ranges": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A subnet of any size, free stretches as one row each
     * @description Needs any active user.
     */
    get: operations["get_ipam_subnets_subnet_id_ranges"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/ipam/subnets/import-from-vlans": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make subnets of topology groups
     * @description Groups that are unknown, have no network, or one that a subnet has already, are skipped.
     *
     *     Needs the permission `ipam_write`.
     */
    post: operations["post_ipam_subnets_import_from_vlans"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/ipam/summary": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The address plan in figures
     * @description Needs any active user.
     */
    get: operations["get_ipam_summary"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/ipam/vlan-suggestions": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Topology groups that have a network
     * @description Needs any active user.
     */
    get: operations["get_ipam_vlan_suggestions"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/lookup/{address}/{prefix_length}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * All that is known of a network, its slash written as it is
     * @description Needs any active user.
     */
    get: operations["get_lookup_address_prefix_length"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/lookup/{term}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * All that is known of an address, a network, a MAC address or a name
     * @description Devices, subnets, reservations, leases, links, last events and last changes in one answer, as far as the caller may know them. A name is that of a device (with or without its domain), of a subnet, a reservation or a lease.
     *
     *     Needs any active user.
     */
    get: operations["get_lookup_term"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/maintenance": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Maintenance windows, the newest first
     * @description Needs any active user.
     */
    get: operations["get_maintenance"];
    put?: never;
    /**
     * Plan maintenance
     * @description Needs the permission `monitoring_write`.
     */
    post: operations["post_maintenance"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/maintenance/{maintenance_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One maintenance window
     * @description Needs any active user.
     */
    get: operations["get_maintenance_maintenance_id"];
    put?: never;
    post?: never;
    /**
     * Remove a maintenance window, also one that runs
     * @description Needs the permission `monitoring_write`.
     */
    delete: operations["delete_maintenance_maintenance_id"];
    options?: never;
    head?: never;
    /**
     * Change a maintenance window
     * @description Needs the permission `monitoring_write`.
     */
    patch: operations["patch_maintenance_maintenance_id"];
    trace?: never;
  };
  "/api/v1/maintenance/{maintenance_id}/end": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * End what runs of a maintenance window now
     * @description Of a recurring window only this occurrence: the next one begins as planned.
     *
     *     Needs the permission `monitoring_write`.
     */
    post: operations["post_maintenance_maintenance_id_end"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/maintenance/{maintenance_id}/skip": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Leave out one occurrence of a recurring maintenance window
     * @description Needs the permission `monitoring_write`.
     */
    post: operations["post_maintenance_maintenance_id_skip"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/maintenance/choices": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Things that a maintenance window can name
     * @description At most eight of each kind, those first whose names begin with the text.
     *
     *     Needs any active user.
     */
    get: operations["get_maintenance_choices"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/maintenance/occurrences": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What runs between two moments, for a calendar
     * @description As the windows stand now: what was ended early ends early, what was skipped is left out.
     *
     *     Needs any active user.
     */
    get: operations["get_maintenance_occurrences"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/monitoring/devices": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Devices as monitoring sees them
     * @description The whole list may be 10 seconds old; what has changed since a moment is told as it is now.
     *
     *     Needs any active user.
     */
    get: operations["get_monitoring_devices"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/monitoring/devices/{device_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One device as monitoring sees it
     * @description Needs any active user.
     */
    get: operations["get_monitoring_devices_device_id"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/monitoring/devices/{device_id}/analysis": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How a device's latency is against how it usually is
     * @description Needs any active user.
     */
    get: operations["get_monitoring_devices_device_id_analysis"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/monitoring/devices/{device_id}/history": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Results of a device's checks, oldest first
     * @description At most 2,000. Where there are more they are thinned, without losing a change of status, and the answer has `X-Thinned: true`.
     *
     *     Needs any active user.
     */
    get: operations["get_monitoring_devices_device_id_history"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/monitoring/port-targets": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Service checks: those of every device first, then by device and label
     * @description Needs any active user.
     */
    get: operations["get_monitoring_port_targets"];
    put?: never;
    /**
     * Add a service check
     * @description Fields that only other kinds of check have get their usual values.
     *
     *     Needs the permission `monitoring_write`.
     */
    post: operations["post_monitoring_port_targets"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/monitoring/port-targets/{target_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One service check
     * @description Needs any active user.
     */
    get: operations["get_monitoring_port_targets_target_id"];
    put?: never;
    post?: never;
    /**
     * Remove a service check with its history
     * @description Needs the permission `monitoring_write`.
     */
    delete: operations["delete_monitoring_port_targets_target_id"];
    options?: never;
    head?: never;
    /**
     * Change a service check, and keep its history
     * @description Needs the permission `monitoring_write`.
     */
    patch: operations["patch_monitoring_port_targets_target_id"];
    trace?: never;
  };
  "/api/v1/monitoring/service-checks": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Service checks: those of every device first, then by device and label
     * @description Needs any active user.
     */
    get: operations["get_monitoring_service_checks"];
    put?: never;
    /**
     * Add a service check
     * @description Fields that only other kinds of check have get their usual values.
     *
     *     Needs the permission `monitoring_write`.
     */
    post: operations["post_monitoring_service_checks"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/monitoring/service-checks/{target_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One service check
     * @description Needs any active user.
     */
    get: operations["get_monitoring_service_checks_target_id"];
    put?: never;
    post?: never;
    /**
     * Remove a service check with its history
     * @description Needs the permission `monitoring_write`.
     */
    delete: operations["delete_monitoring_service_checks_target_id"];
    options?: never;
    head?: never;
    /**
     * Change a service check, and keep its history
     * @description Needs the permission `monitoring_write`.
     */
    patch: operations["patch_monitoring_service_checks_target_id"];
    trace?: never;
  };
  "/api/v1/monitoring/service-checks/{target_id}/history": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Results of a service check on a device, oldest first
     * @description At most 2,000. Where there are more they are thinned, without losing a change of status, and the answer has `X-Thinned: true`.
     *
     *     Needs any active user.
     */
    get: operations["get_monitoring_service_checks_target_id_history"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/monitoring/service-checks/bulk": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Check one thing on many devices
     * @description The devices are named by their ids or by a filter. A device on which the same is checked already (kind, port, path and options; its own check or one of every device) gets no second check.
     *
     *     Needs the permission `monitoring_write`.
     */
    post: operations["post_monitoring_service_checks_bulk"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/monitoring/summary": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How many devices are in which state
     * @description It may be 10 seconds old.
     *
     *     Needs any active user.
     */
    get: operations["get_monitoring_summary"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/monitors": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Monitors by name
     * @description Needs any active user.
     */
    get: operations["get_monitors"];
    put?: never;
    /**
     * Watch a page or an API
     * @description Secrets are kept encrypted and never shown: `has_*` says which there are.
     *
     *     Needs the permission `monitoring_write`.
     */
    post: operations["post_monitors"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/monitors/{monitor_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One monitor
     * @description Needs any active user.
     */
    get: operations["get_monitors_monitor_id"];
    put?: never;
    post?: never;
    /**
     * Remove a monitor with its history
     * @description Needs the permission `monitoring_write`.
     */
    delete: operations["delete_monitors_monitor_id"];
    options?: never;
    head?: never;
    /**
     * Change a monitor, and keep its history
     * @description Needs the permission `monitoring_write`.
     */
    patch: operations["patch_monitors_monitor_id"];
    trace?: never;
  };
  "/api/v1/monitors/{monitor_id}/badge.svg": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * State, uptime or latency of a monitor as a picture
     * @description The picture for the public is that of a status page.
     *
     *     Needs any active user.
     */
    get: operations["get_monitors_monitor_id_badge_svg"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/monitors/{monitor_id}/favourite": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Make a monitor a favourite of the caller, or no longer one
     * @description Needs any active user.
     */
    patch: operations["patch_monitors_monitor_id_favourite"];
    trace?: never;
  };
  "/api/v1/monitors/{monitor_id}/history": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Results of a monitor's checks, oldest first
     * @description At most 2,000. Where there are more they are thinned, without losing a change of status, and the answer has `X-Thinned: true`.
     *
     *     Needs any active user.
     */
    get: operations["get_monitors_monitor_id_history"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/monitors/favourites": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Ids of the caller's favourite monitors
     * @description Needs any active user.
     */
    get: operations["get_monitors_favourites"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/monitors/test": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Try a monitor now, and keep nothing of it
     * @description Fields as for a new monitor, or changes of a stored one (`monitor_id`), whose secrets are used. The answer shows what was found, and what of it is right; what is wrong there is an answer too, not an error.
     *
     *     Needs the permission `monitoring_write`.
     */
    post: operations["post_monitors_test"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/operations": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The caller's operations, running and ended; for a SuperAdmin those of all users
     * @description The latest first. They are kept for 7 days behind their end.
     *
     *     Needs any active user.
     */
    get: operations["get_operations"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/operations/{operation_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How far an operation is, or how it ended
     * @description With `Accept: text/event-stream` as server-sent events: an Operation whenever it has changed, up to its end. `event: end` with `{reason}` comes before the service ends the stream. A client that is slow gets the latest state only.
     *
     *     Needs any active user.
     */
    get: operations["get_operations_operation_id"];
    put?: never;
    post?: never;
    /**
     * Ask an operation to end without a result; one that has ended stays as it is
     * @description It ends within seconds, whichever replica runs it. Where the answer comes before its end, nothing of it is written.
     *
     *     Needs any active user.
     */
    delete: operations["delete_operations_operation_id"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/setup/admin": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make the first administrator
     * @description Works once, while no user exists. Opens no session. Open to anyone for the first minutes of the database (SETUP_WINDOW_MINUTES), later only from the machine itself, or with the setup token: the body's `setup_token`, or the header `X-Setup-Token`. The start prints it as a link and keeps it in `DATA_DIR/setup-token`. A Host that is neither an IP address, `localhost`, a single label nor the host of APP_URL needs the token at any time.
     *
     *     Public: no authentication.
     */
    post: operations["post_setup_admin"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/setup/status": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Whether the first administrator is still to be made, and whether this caller needs the setup token
     * @description Public: no authentication.
     */
    get: operations["get_setup_status"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/status-pages/{slug}/summary": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A published status page for programs
     * @description It may be 15 seconds old.
     *
     *     Public: no authentication.
     */
    get: operations["get_status_pages_slug_summary"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/syslog/events": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Search events, newest first
     * @description Needs the permission `security_view`.
     */
    get: operations["get_syslog_events"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/syslog/events/{event_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One event with all its fields and its octets as received
     * @description Needs the permission `security_view`.
     */
    get: operations["get_syslog_events_event_id"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/syslog/events/stream": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Events as they arrive, as server-sent events
     * @description Each event is a FirewallEventRead. `Last-Event-ID` goes on behind that event, without gap or repeat. `event: skipped` with `{count}` says that a slow client was spared so many; `event: end` with `{reason}` comes before the service ends the stream.
     *
     *     Needs the permission `security_view`.
     */
    get: operations["get_syslog_events_stream"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/syslog/histogram": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Matching events over time, by verdict, action or severity
     * @description Needs the permission `security_view`.
     */
    get: operations["get_syslog_histogram"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/syslog/parse-test": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Show what lines would become; nothing is stored
     * @description The lines go through the code that received messages go through, with the same cuts and time zones. `parser` is `generic` where nothing recognised the line.
     *
     *     Needs the permission `security_view`.
     */
    post: operations["post_syslog_parse_test"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/syslog/searches": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The caller's saved searches, by name
     * @description Needs the permission `security_view`.
     */
    get: operations["get_syslog_searches"];
    put?: never;
    /**
     * Save a search for the caller
     * @description Needs the permission `security_view`.
     */
    post: operations["post_syslog_searches"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/syslog/searches/{search_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Delete one of the caller's saved searches
     * @description Needs the permission `security_view`.
     */
    delete: operations["delete_syslog_searches_search_id"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/syslog/status": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Receiver, journal and event store: state, counts and losses
     * @description Needs the permission `security_view`.
     */
    get: operations["get_syslog_status"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/syslog/top": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The most frequent values of a field in matching events
     * @description Needs the permission `security_view`.
     */
    get: operations["get_syslog_top"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/system/reachability": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How devices are asked whether they answer, and what would be better
     * @description ICMP sockets of the service's own, where it may open them; else `fping` or `ping`, which may send what the service may not; else TCP connections. It is found out at the start.
     *
     *     Needs any active user.
     */
    get: operations["get_system_reachability"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/system/version": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Installed version, what is new in it, and whether there is a newer one
     * @description Releases are looked up in the background, and only where RELEASE_FEED_URL is set.
     *
     *     Public: no authentication.
     */
    get: operations["get_system_version"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/tools/snmp/profiles": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * SNMP profiles by name
     * @description Communities and keys are never shown. Nothing asks by them in this version.
     *
     *     Needs the permission `tools_active`.
     */
    get: operations["get_tools_snmp_profiles"];
    put?: never;
    /**
     * Add an SNMP profile
     * @description Needs the role SuperAdmin.
     */
    post: operations["post_tools_snmp_profiles"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/tools/snmp/profiles/{profile_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One SNMP profile
     * @description Needs the permission `tools_active`.
     */
    get: operations["get_tools_snmp_profiles_profile_id"];
    put?: never;
    post?: never;
    /**
     * Remove an SNMP profile; its devices stay, without one
     * @description Needs the role SuperAdmin.
     */
    delete: operations["delete_tools_snmp_profiles_profile_id"];
    options?: never;
    head?: never;
    /**
     * Change an SNMP profile
     * @description Needs the role SuperAdmin.
     */
    patch: operations["patch_tools_snmp_profiles_profile_id"];
    trace?: never;
  };
  "/api/v1/topology/devices": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * All devices, or those that the filters let through
     * @description Needs any active user.
     */
    get: operations["get_topology_devices"];
    put?: never;
    /**
     * Add a device
     * @description Needs the permission `topology_write`.
     */
    post: operations["post_topology_devices"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/topology/devices/{device_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A device
     * @description Needs any active user.
     */
    get: operations["get_topology_devices_device_id"];
    put?: never;
    post?: never;
    /**
     * Remove a device, with its links, interfaces, service checks and places on the map
     * @description Needs the permission `topology_write`.
     */
    delete: operations["delete_topology_devices_device_id"];
    options?: never;
    head?: never;
    /**
     * Change a device
     * @description An absent field stays as it is; null clears it.
     *
     *     Needs the permission `topology_write`.
     */
    patch: operations["patch_topology_devices_device_id"];
    trace?: never;
  };
  "/api/v1/topology/devices/{device_id}/favourite": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Make a device a favourite of the caller, or no longer one
     * @description Needs any active user.
     */
    patch: operations["patch_topology_devices_device_id_favourite"];
    trace?: never;
  };
  "/api/v1/topology/devices/{device_id}/security-events": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Events that name one of a device's addresses
     * @description Needs the permission `security_view`.
     */
    get: operations["get_topology_devices_device_id_security_events"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/topology/devices/bulk-delete": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Remove many devices
     * @description Needs the permission `topology_write`.
     */
    post: operations["post_topology_devices_bulk_delete"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/topology/devices/bulk-update": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Give many devices the same values
     * @description Needs the permission `topology_write`.
     */
    post: operations["post_topology_devices_bulk_update"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/topology/devices/by-mac/{mac_address}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Make the device of a MAC address what is sent, or add it
     * @description Sent twice it is one device. An absent field gets its usual value, as in a new device.
     *
     *     Needs the permission `topology_write`.
     */
    put: operations["put_topology_devices_by_mac_mac_address"];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/topology/devices/favourites": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Ids of the caller's favourite devices
     * @description Needs any active user.
     */
    get: operations["get_topology_devices_favourites"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/topology/devices/import": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Import devices from JSON or a CSV file
     * @description The first row of a CSV file names the columns; unknown ones are refused. An empty cell, or an absent field, leaves a known device's field as it is; null clears it. Cells of `interfaces` and `custom_attributes` are JSON. A file is read in the encoding of its byte order mark or content type, else as UTF-8, else as windows-1252. An import has at most 100,000 rows, and a refusal tells the first 1,000 faults. Of more than 1,000 rows the answer has the first 1,000 verdicts, and `Link` leads to the others.
     *
     *     Needs the permission `topology_write`.
     */
    post: operations["post_topology_devices_import"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/topology/devices/imports/{import_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How far an import of the caller is
     * @description Needs the permission `topology_write`.
     */
    get: operations["get_topology_devices_imports_import_id"];
    put?: never;
    post?: never;
    /**
     * Cancel an import: nothing of it is written, unless it has ended already
     * @description Needs the permission `topology_write`.
     */
    delete: operations["delete_topology_devices_imports_import_id"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/topology/devices/imports/{import_id}/rows": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The verdicts on the rows of an import of the caller with more than 1,000
     * @description In the order of the rows, of dry runs as well. They are kept for a day, of each user's last 4 such imports, and of all users' 256 MiB at most.
     *
     *     Needs the permission `topology_write`.
     */
    get: operations["get_topology_devices_imports_import_id_rows"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/topology/devices/live-status": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Whether devices answer now
     * @description By an ICMP echo request, or TCP connections where the service may not send one; `error` says so, and what stood in the way of a reply, such as no route. Link-local and metadata addresses are never asked, public ones where the settings allow it; `error` says that, too.
     *
     *     Needs the permission `tools_active`.
     */
    post: operations["post_topology_devices_live_status"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/topology/graph": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * All devices and the links between them
     * @description Needs any active user.
     */
    get: operations["get_topology_graph"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/topology/groups": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Groups (VLANs) by name
     * @description Needs any active user.
     */
    get: operations["get_topology_groups"];
    put?: never;
    /**
     * Add a group
     * @description Where it has an `ip_range`, the IPAM subnet of that range gets its values.
     *
     *     Needs the permission `topology_write`.
     */
    post: operations["post_topology_groups"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/topology/groups/{group_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One group
     * @description Needs any active user.
     */
    get: operations["get_topology_groups_group_id"];
    put?: never;
    post?: never;
    /**
     * Remove a group
     * @description Its devices stay, without a group; groups in it become top-level ones.
     *
     *     Needs the permission `topology_write`.
     */
    delete: operations["delete_topology_groups_group_id"];
    options?: never;
    head?: never;
    /**
     * Change a group
     * @description A new name is written to its devices, the network to its IPAM subnet.
     *
     *     Needs the permission `topology_write`.
     */
    patch: operations["patch_topology_groups_group_id"];
    trace?: never;
  };
  "/api/v1/topology/groups/reset-device-assignments": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Take every device out of its group
     * @description Needs the permission `topology_write`.
     */
    post: operations["post_topology_groups_reset_device_assignments"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/topology/layouts": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Own layouts and everyone's working layout, newest change first
     * @description Needs any active user.
     */
    get: operations["get_topology_layouts"];
    put?: never;
    /**
     * Save a layout under its name, in place of the caller's earlier one
     * @description Needs any active user.
     */
    post: operations["post_topology_layouts"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/topology/layouts/{layout_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One layout: an own one, or anyone's working layout
     * @description Needs any active user.
     */
    get: operations["get_topology_layouts_layout_id"];
    put?: never;
    post?: never;
    /**
     * Remove an own layout
     * @description Needs any active user.
     */
    delete: operations["delete_topology_layouts_layout_id"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/topology/layouts/{layout_id}/share": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Share an own layout by a code; it keeps the one that it has
     * @description Needs any active user.
     */
    post: operations["post_topology_layouts_layout_id_share"];
    /**
     * End the sharing of an own layout
     * @description Needs any active user.
     */
    delete: operations["delete_topology_layouts_layout_id_share"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/topology/layouts/import": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Copy a shared layout
     * @description Where the caller has a layout of the name, the copy's name ends in ` (2)`, ` (3)` …
     *
     *     Needs any active user.
     */
    post: operations["post_topology_layouts_import"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/topology/layouts/shared/{code}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The layout that a share code opens, in any case
     * @description Needs any active user.
     */
    get: operations["get_topology_layouts_shared_code"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/topology/relationships": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Links between devices, by id
     * @description Needs any active user.
     */
    get: operations["get_topology_relationships"];
    put?: never;
    /**
     * Link two devices
     * @description A-B and B-A are one link. Parallel links between two devices differ in an interface or in the type.
     *
     *     Needs the permission `topology_write`.
     */
    post: operations["post_topology_relationships"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/topology/relationships/{relationship_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One link
     * @description Needs any active user.
     */
    get: operations["get_topology_relationships_relationship_id"];
    put?: never;
    post?: never;
    /**
     * Remove a link
     * @description Needs the permission `topology_write`.
     */
    delete: operations["delete_topology_relationships_relationship_id"];
    options?: never;
    head?: never;
    /**
     * Change a link
     * @description Needs the permission `topology_write`.
     */
    patch: operations["patch_topology_relationships_relationship_id"];
    trace?: never;
  };
  "/api/v1/topology/sites": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Sites (locations) by name
     * @description Needs any active user.
     */
    get: operations["get_topology_sites"];
    put?: never;
    /**
     * Add a site
     * @description Needs the permission `topology_write`.
     */
    post: operations["post_topology_sites"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/topology/sites/{site_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One site
     * @description Needs any active user.
     */
    get: operations["get_topology_sites_site_id"];
    put?: never;
    post?: never;
    /**
     * Remove a site
     * @description Its devices, subnets and groups stay, without a site; sites in it become top-level ones.
     *
     *     Needs the permission `topology_write`.
     */
    delete: operations["delete_topology_sites_site_id"];
    options?: never;
    head?: never;
    /**
     * Change a site
     * @description Needs the permission `topology_write`.
     */
    patch: operations["patch_topology_sites_site_id"];
    trace?: never;
  };
  "/metrics": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Metrics in Prometheus's text format
     * @description There only when METRICS_TOKEN is set; send it as a bearer token.
     *
     *     Public: no authentication.
     */
    get: operations["get_metrics"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/status/{slug}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A published status page
     * @description It may be 15 seconds old.
     *
     *     Public: no authentication.
     */
    get: operations["get_status_slug"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/status/{slug}/badge.svg": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A published status page, or a component of it, as a badge
     * @description Public: no authentication.
     */
    get: operations["get_status_slug_badge_svg"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    AddressRange: {
      /**
       * @description 1, or the length of a stretch of free addresses
       * @example 254
       */
      count?: number;
      /** @example 254 */
      count_text: string;
      /** @description inside a DHCP range */
      dhcp_range: boolean;
      display_name: string | null;
      /** @example 192.0.2.7 */
      first: string;
      /** @enum {string} */
      kind: "network" | "broadcast" | "gateway" | "device" | "dhcp" | "reserved" | "free";
      label: string | null;
      /** @example 192.0.2.19 */
      last: string;
      mac_address: string | null;
      vendor: string | null;
    };
    AddressRangePage: {
      /** @description `from` of the next page; null: this is the last one */
      next: string | null;
      ranges: components["schemas"]["AddressRange"][];
    };
    AddressTotals: {
      /** @example 254 */
      free?: number;
      /** @example 254 */
      free_text: string;
      /** @example 254 */
      total_hosts?: number;
      /** @example 254 */
      total_hosts_text: string;
      /** @example 254 */
      used?: number;
      /** @example 254 */
      used_text: string;
      utilization: number;
    };
    AdminCreate: {
      /** Format: password */
      password: string;
      /**
       * @description of the link that the start printed, where `token_required` says so
       * @example null
       */
      setup_token?: string | null;
      /** @example alice */
      username: string;
    };
    AdminPasswordResetRequest: {
      /** Format: password */
      new_password: string;
      /** @description revoke all API keys of the user too, for good */
      revoke_api_keys?: boolean;
    };
    AllocationRequest: {
      /** @description all of them or none */
      count?: number;
      /**
       * Format: date-time
       * @description the address is free again from then on; null: never
       */
      expires_at?: string | null;
      /** @example printer, second floor */
      label: string;
      mac_address?: string | null;
      notes?: string | null;
      /**
       * @description where the preferred address is not free: another one by `strategy`, or 409
       * @default next
       * @enum {string}
       */
      on_taken?: "next" | "error";
      /**
       * @description this one, if it is free
       * @example 192.0.2.10
       */
      prefer?: string;
      /**
       * @description none above it
       * @example 192.0.2.10
       */
      range_end?: string;
      /**
       * @description none below it
       * @example 192.0.2.10
       */
      range_start?: string;
      /**
       * @description which free addresses; `random`: the next free one from a random place
       * @default first
       * @enum {string}
       */
      strategy?: "first" | "last" | "random";
    };
    ApiKeyAdminRead: components["schemas"]["ApiKeyRead"] & {
      user_id: number;
      username: string;
    };
    ApiKeyCreateRequest: {
      /**
       * @description null: never
       * @enum {integer|null}
       */
      expires_in_days?: 30 | 90 | 365 | null;
      /** @example inventory sync */
      name: string;
    };
    ApiKeyCreateResponse: components["schemas"]["ApiKeyRead"] & {
      /** @description the whole key; shown here, and never again */
      key: string;
    };
    ApiKeyRead: {
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      expires_at: string | null;
      id: number;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      last_used_at: string | null;
      last_used_ip: string | null;
      name: string;
      /** @example Ab3dEf6hIj9k */
      prefix: string;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      revoked_at: string | null;
    };
    AuditFault: {
      audit_id: number | null;
      /** @enum {string} */
      kind: "changed" | "removed" | "inserted" | "truncated" | "rewritten";
      message: string;
      /** @description place in the chain */
      position: number | null;
    };
    /** @description the chain's end; keep it elsewhere to have it checked later */
    AuditLink: {
      /** @description SHA-256 in hex */
      hash: string;
      position: number;
    };
    AuditLogList: {
      limit: number;
      /** @description of the next page, whatever is added meanwhile; null: this is the last one */
      next_cursor: string | null;
      offset: number;
      records: components["schemas"]["AuditLogRead"][];
      total: number;
    };
    AuditLogRead: {
      /** @example apikey.created */
      action: string;
      /** @description null: no signed-in actor */
      actor_user_id: number | null;
      actor_username: string | null;
      /** @description the same fields after it */
      after?: unknown;
      /** @description the API key that the actor used */
      api_key_id: number | null;
      /** @description fields before the change, without secrets */
      before?: unknown;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      created_at: string;
      detail: string | null;
      id: number;
      ip_address: string | null;
      request_id: string | null;
      session_id: string | null;
      /** @example apikey:7 */
      target: string | null;
    };
    AuditVerification: {
      /** @description the newest head that the service has noted outside the database; null: none yet */
      anchor: components["schemas"]["AuditLink"] | null;
      fault_count: number;
      /** @description the first 100 */
      faults: components["schemas"]["AuditFault"][];
      head: components["schemas"]["AuditLink"];
      ok: boolean;
      /** @description rows that were checked */
      rows: number;
    };
    /** @description null unless it is checked on one device */
    CheckResultOut: {
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      checked_at: string | null;
      /**
       * @description what else the answer said, by the kind of check
       * @example {
       *       "banner": "SSH-2.0"
       *     }
       */
      details: {
        [key: string]: string | number | boolean;
      };
      error: string | null;
      response_time_ms: number | null;
      /** @enum {string} */
      state: "up" | "down" | "unknown" | "unreachable" | "maintenance" | "paused";
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      state_since: string;
      /**
       * @description of the newest check alone; null: none has run
       * @enum {string|null}
       */
      status: "up" | "down" | "unknown" | null;
      status_code: number | null;
    } | null;
    ConflictEntry: {
      description: string;
      device_id: number | null;
      ip: string | null;
      /** @enum {string} */
      severity: "error" | "warning";
      /** @enum {string} */
      type:
        | "duplicate_ip"
        | "duplicate_mac"
        | "subnet_overlap"
        | "ip_outside_subnet"
        | "ip_in_dhcp_range"
        | "reserved_ip_in_use";
    };
    CorrelatedFirewallEvent: {
      /** @description the vendor's word, in lower case */
      action: string | null;
      direction: string | null;
      dst_ip: string | null;
      dst_port: number | null;
      /**
       * Format: date-time
       * @description as the message says
       * @example 2026-11-21T10:50:00.000Z
       */
      event_time: string | null;
      /** @description microseconds of arrival, increasing; unique per collector */
      id: number;
      interface: string | null;
      protocol: string | null;
      reason: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      received_at: string;
      /** @enum {string} */
      relation: "source" | "destination" | "both" | "unknown";
      rule_id: string | null;
      src_ip: string | null;
      src_port: number | null;
    };
    CurrentUser: components["schemas"]["UserRead"] & {
      /** @description what the user may do; all ten names for a SuperAdmin */
      permissions: string[];
      /** @description the installed version came after the user, who has not acknowledged what is new in it (`/system/version`) */
      whats_new_pending: boolean;
    };
    DashboardSummary: {
      device_count: number;
      group_count: number;
      relationship_count: number;
      user_count: number;
    };
    DeletionPreview: {
      would_delete: {
        [key: string]: {
          count: number;
          /** @description the first 20 */
          names: string[];
        };
      };
      /** @description things that stay, without their reference to what goes */
      would_unassign: {
        [key: string]: {
          count: number;
          /** @description the first 20 */
          names: string[];
        };
      };
    };
    DeviceAnalysis: {
      /** @enum {string} */
      anomaly_level: "normal" | "elevated" | "anomalous" | "insufficient_data";
      anomaly_score: number | null;
      baseline_rtt_ms: number | null;
      current_rtt_ms: number | null;
      device_id: number;
      flap_count_24h: number;
      longest_outage_minutes: number | null;
      rtt_p50: number | null;
      rtt_p95: number | null;
      rtt_stddev: number | null;
      /** @enum {string} */
      trend: "rising" | "falling" | "stable" | "insufficient_data";
      trend_pct: number | null;
    };
    DeviceBulkDeleteRequest: {
      device_ids: number[];
    };
    DeviceBulkDeleteResult: {
      deleted: number;
      preview: components["schemas"]["DeletionPreview"] | null;
    };
    DeviceBulkImportRequest: {
      devices: components["schemas"]["DeviceCreate"][];
    };
    DeviceBulkImportResult: {
      created: number;
      dry_run: boolean;
      /**
       * @description the first 1,000; the verdicts have all of them
       * @example [
       *       "192.0.2.10: Site not found"
       *     ]
       */
      errors: string[];
      failed: number;
      /** @description the verdicts, of more than 1,000 the first; `Link` leads to the others */
      rows: components["schemas"]["DeviceImportRow"][];
      skipped: number;
      unchanged: number;
      updated: number;
    };
    /** @description A field that is absent stays as it is, null clears it. Only where nothing but `device_ids` is sent is the group cleared. */
    DeviceBulkUpdateRequest: {
      /**
       * @example [
       *       "core"
       *     ]
       */
      add_tags?: string[];
      color?: string | null;
      device_ids: number[];
      device_type?: string | null;
      /** @enum {string} */
      expected_status?: "online" | "offline";
      icon?: string;
      /** @enum {string} */
      lifecycle?: "planned" | "active" | "retired" | "ignored";
      monitoring_paused?: boolean;
      os?: string | null;
      /**
       * @example [
       *       "core"
       *     ]
       */
      remove_tags?: string[];
      site_id?: number | null;
      snmp_profile_id?: number | null;
      /** @enum {string} */
      status?: "online" | "offline" | "warning" | "unknown" | "disabled";
      subnet?: string | null;
      /** @description group by name; one that does not exist is made */
      topology_group?: string | null;
      topology_group_id?: number | null;
      vendor?: string | null;
      vlan_id?: string | null;
    };
    DeviceBulkUpdateResult: {
      updated: number;
    };
    DeviceCreate: {
      /** @description addresses beside `ip_address` that belong to no named interface */
      additional_addresses?: string[];
      /** @default null */
      color?: string | null;
      /**
       * @description own fields: texts, numbers, booleans by name
       * @example {
       *       "rack": "A4",
       *       "height_units": 2
       *     }
       */
      custom_attributes?: {
        [key: string]: string | number | boolean | null;
      };
      device_type?: string | null;
      display_name?: string | null;
      /** @enum {string} */
      expected_status?: "online" | "offline";
      hostname?: string | null;
      icon?: string;
      /** @default [] */
      interfaces?: components["schemas"]["DeviceInterfaceWrite"][];
      ip_address?: string | null;
      /** @enum {string} */
      lifecycle?: "planned" | "active" | "retired" | "ignored";
      mac_address?: string | null;
      monitoring_paused?: boolean;
      /** @description used as `display_name` where that is absent */
      name?: string | null;
      notes?: string | null;
      os?: string | null;
      site_id?: number | null;
      snmp_profile_id?: number | null;
      /**
       * @default unknown
       * @enum {string}
       */
      status?: "online" | "offline" | "warning" | "unknown" | "disabled";
      subnet?: string | null;
      /**
       * @example [
       *       "core"
       *     ]
       */
      tags?: string[];
      /** @description group by name; one that does not exist is made */
      topology_group?: string | null;
      topology_group_id?: number | null;
      /** @description absent: found by the MAC address (IEEE registry), where it is a registered one */
      vendor?: string | null;
      vlan_id?: string | null;
    };
    /** @description the devices that the device list shows by it */
    DeviceFilter: {
      /** @description group's id or name; `none`: devices without a group */
      group?: string;
      /**
       * @description a name or part of one, an IP address, a network (CIDR), a MAC address in any form; also in vendor, OS, tags, notes
       * @example 10.0.0.0/24
       */
      search?: string;
      /** @description site's id or name; `none`: devices without a site */
      site?: string;
      /** @enum {string} */
      status?: "online" | "offline" | "warning" | "unknown" | "disabled";
      tag?: string;
      /** @description device type, in any case */
      type?: string;
      /** @description part of the vendor's name, in any case */
      vendor?: string;
    };
    DeviceImportProgress: {
      id: string;
      /** @enum {string} */
      phase: "reading" | "checking" | "writing" | "done" | "failed" | "cancelled";
      rows_done: number;
      rows_total: number | null;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      started_at: string;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      updated_at: string;
    };
    DeviceImportRow: {
      /** @enum {string} */
      action: "created" | "updated" | "unchanged" | "skipped" | "failed";
      /** @description null: no device, or one that is not made yet */
      device_id: number | null;
      errors: {
        field: string;
        msg: string;
      }[];
      /** @enum {string|null} */
      matched_by: "mac_address" | "ip_address" | "name" | "id" | null;
      /** @description place in the list, from 0; in a file its row, the header being row 1 */
      row: number;
    };
    DeviceInterface: {
      description: string | null;
      id: number;
      ip_addresses: string[];
      mac_address: string | null;
      name: string;
    };
    DeviceInterfaceWrite: {
      description?: string | null;
      ip_addresses?: string[];
      mac_address?: string | null;
      /** @example ge-0/0/1 */
      name: string;
    };
    DeviceLiveStatus: {
      device_id: number;
      error: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      last_checked_at: string;
      latency_ms: number | null;
      /** @enum {string} */
      status: "online" | "offline";
    };
    DeviceLiveStatusList: {
      statuses: components["schemas"]["DeviceLiveStatus"][];
    };
    DeviceLiveStatusRequest: {
      device_ids?: number[];
      timeout_seconds?: number;
    };
    DeviceMonitorSummary: {
      avg_rtt_24h: number | null;
      compliance_7d: number | null;
      compliance_24h: number | null;
      device_id: number;
      device_type: string | null;
      display_name: string | null;
      /** @description of the newest result; null where all was well */
      error: string | null;
      expected_status: string;
      flapping: boolean;
      /** @description `healthy`, `unhealthy`, `unknown` or `paused` */
      health_status: string;
      /** @description at most 50 newest results of 24 h, oldest first */
      heartbeat: string[];
      heartbeat_at: string[];
      heartbeat_health: string[];
      hostname: string | null;
      icon: string | null;
      interval_seconds: number | null;
      ip_address: string;
      is_favourite: boolean;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      last_checked: string | null;
      latest_port_results: components["schemas"]["PortResult"][];
      lifecycle: string;
      monitoring_paused: boolean;
      rtt_sparkline: (number | null)[];
      site_id: number | null;
      site_name: string | null;
      /** @enum {string} */
      state: "up" | "down" | "unknown" | "unreachable" | "maintenance" | "paused";
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      state_since: string | null;
      /** @description `online`, `offline`, `unknown` or `paused` */
      status: string;
      tags: string[];
      topology_group: string | null;
      uptime_7d: number | null;
      /** @description share of the results that say up, 0 to 1; those that could tell nothing do not count */
      uptime_24h: number | null;
      uptime_watched_7d: number | null;
      /** @description share of the time in which the device was watched and neither paused, in maintenance nor unreachable, 0 to 1, by its confirmed state */
      uptime_watched_24h: number | null;
      vlan_id: string | null;
      watched_hours_7d: number;
      /** @description how many hours that time is */
      watched_hours_24h: number;
    };
    DeviceRead: {
      additional_addresses: string[];
      color: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      created_at: string;
      /**
       * @example {
       *       "rack": "A4",
       *       "height_units": 2
       *     }
       */
      custom_attributes: {
        [key: string]: string | number | boolean;
      };
      device_type: string | null;
      display_name: string | null;
      expected_status: string;
      hostname: string | null;
      icon: string;
      id: number;
      interfaces: components["schemas"]["DeviceInterface"][];
      /**
       * @description canonical; empty when the device has none
       * @example 192.0.2.10
       */
      ip_address: string;
      is_favourite: boolean;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      last_monitored_at: string | null;
      lifecycle: string;
      mac_address: string | null;
      /** @description the MAC address is locally administered (often random), so it tells no vendor */
      mac_is_local: boolean | null;
      monitor_status: string | null;
      monitoring_paused: boolean;
      notes: string | null;
      os: string | null;
      site_id: number | null;
      snmp_profile_id: number | null;
      status: string;
      subnet: string | null;
      tags: string[];
      topology_group: string;
      topology_group_id: number | null;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      updated_at: string;
      vendor: string | null;
      vlan_id: string | null;
    };
    DeviceSecurityEventSummary: {
      blocked_count: number;
      device_id: number;
      events: components["schemas"]["CorrelatedFirewallEvent"][];
      /** @description the event store could not be read: the counts are no counts */
      is_partial: boolean;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      last_seen_event_time: string | null;
      passed_count: number;
      total_count: number;
      window_hours: number;
    };
    DeviceTypeColorsUpdate: {
      /**
       * @description type to `#RRGGBB`; replaces all colours; a blank one is none
       * @default {}
       * @example {
       *       "router": "#1c7ed6"
       *     }
       */
      colors?: {
        [key: string]: string;
      };
    };
    DeviceTypeCreate: {
      /**
       * @default device
       * @example router
       */
      icon?: string;
      /** @example Edge router */
      label: string;
      /**
       * @description absent: from the label
       * @example edge-router
       */
      value?: string | null;
    };
    DeviceTypeRead: {
      /** @example #1c7ed6 */
      color: string | null;
      icon: string;
      /** @description null: built in */
      id: number | null;
      is_builtin: boolean;
      /** @example Router */
      label: string;
      /** @example router */
      value: string;
    };
    /** @description Absent fields keep their value. */
    DeviceTypeUpdate: {
      /** @example router */
      icon?: string;
      /** @example Edge router */
      label?: string;
      /** @example edge-router */
      value?: string;
    };
    DeviceUpdate: {
      /** @description addresses beside `ip_address` that belong to no named interface */
      additional_addresses?: string[];
      color?: string | null;
      /**
       * @description changes those that are named; null removes all
       * @example {
       *       "rack": "A4",
       *       "height_units": 2
       *     }
       */
      custom_attributes?: {
        [key: string]: string | number | boolean | null;
      } | null;
      device_type?: string | null;
      display_name?: string | null;
      /** @enum {string} */
      expected_status?: "online" | "offline";
      hostname?: string | null;
      icon?: string;
      /** @description replaces the list; an interface keeps its id by its name */
      interfaces?: components["schemas"]["DeviceInterfaceWrite"][];
      ip_address?: string | null;
      /** @enum {string} */
      lifecycle?: "planned" | "active" | "retired" | "ignored";
      mac_address?: string | null;
      monitoring_paused?: boolean;
      /** @description used as `display_name` where that is absent */
      name?: string | null;
      notes?: string | null;
      os?: string | null;
      site_id?: number | null;
      snmp_profile_id?: number | null;
      /** @enum {string} */
      status?: "online" | "offline" | "warning" | "unknown" | "disabled";
      subnet?: string | null;
      /**
       * @example [
       *       "core"
       *     ]
       */
      tags?: string[];
      /** @description group by name; one that does not exist is made */
      topology_group?: string | null;
      topology_group_id?: number | null;
      vendor?: string | null;
      vlan_id?: string | null;
    };
    DeviceWritten: {
      additional_addresses: string[];
      color: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      created_at: string;
      /**
       * @example {
       *       "rack": "A4",
       *       "height_units": 2
       *     }
       */
      custom_attributes: {
        [key: string]: string | number | boolean;
      };
      device_type: string | null;
      display_name: string | null;
      expected_status: string;
      hostname: string | null;
      icon: string;
      id: number;
      interfaces: components["schemas"]["DeviceInterface"][];
      /**
       * @description canonical; empty when the device has none
       * @example 192.0.2.10
       */
      ip_address: string;
      is_favourite: boolean;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      last_monitored_at: string | null;
      lifecycle: string;
      mac_address: string | null;
      /** @description the MAC address is locally administered (often random), so it tells no vendor */
      mac_is_local: boolean | null;
      monitor_status: string | null;
      monitoring_paused: boolean;
      notes: string | null;
      os: string | null;
      site_id: number | null;
      snmp_profile_id: number | null;
      status: string;
      subnet: string | null;
      tags: string[];
      topology_group: string;
      topology_group_id: number | null;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      updated_at: string;
      vendor: string | null;
      vlan_id: string | null;
      /** @description what was done although it may be a mistake, such as an address that another device has */
      warnings: string[];
    };
    DhcpImportRequest: {
      /** @description raw text of the lease file */
      content: string;
    };
    DhcpImportResult: {
      /** @description leases that the file no longer lists. Only of the address families that it lists; none where anything could not be read */
      closed: number;
      error_count: number;
      /** @description the first 100 lines (JSON: entries) that could not be read, from 1 */
      errors: {
        line: number;
        message: string;
      }[];
      /** @enum {string} */
      format:
        | "isc-dhcpd"
        | "dnsmasq"
        | "kea-csv"
        | "kea-json"
        | "windows-csv"
        | "windows-netsh"
        | "mikrotik"
        | "opnsense-json";
      /** @description leases of addresses of which the source had none */
      imported: number;
      /** @description delegated prefixes, and leases that the file says are gone */
      skipped: number;
      source: string;
      /** @description leases in the file, one for each address */
      total: number;
      unchanged: number;
      /** @description leases that changed, or whose address has another client now */
      updated: number;
    };
    DhcpLeaseHistoryEntry: {
      /** @description client identifier or DUID */
      client_id: string | null;
      /**
       * Format: date-time
       * @description when an import no longer had it, or had another client; null: it is current
       * @example 2026-11-21T10:50:00.000Z
       */
      closed_at: string | null;
      /**
       * Format: date-time
       * @description null: never
       * @example 2026-11-21T10:50:00.000Z
       */
      expires_at: string | null;
      hostname: string | null;
      id: number;
      /**
       * Format: date-time
       * @description when an import brought it as it is
       * @example 2026-11-21T10:50:00.000Z
       */
      imported_at: string;
      /** @example 192.0.2.10 */
      ip_address: string;
      /** @description when it was imported */
      is_active: boolean;
      mac_address: string | null;
      /** @example import */
      source: string;
    };
    DhcpLeaseOut: {
      /** @description client identifier or DUID */
      client_id: string | null;
      /**
       * Format: date-time
       * @description null: never
       * @example 2026-11-21T10:50:00.000Z
       */
      expires_at: string | null;
      hostname: string | null;
      id: number;
      /**
       * Format: date-time
       * @description when an import brought it as it is
       * @example 2026-11-21T10:50:00.000Z
       */
      imported_at: string;
      /** @example 192.0.2.10 */
      ip_address: string;
      /** @description when it was imported */
      is_active: boolean;
      mac_address: string | null;
      /** @example import */
      source: string;
    };
    Error: {
      detail: string;
    };
    EventHistogram: {
      buckets: {
        /** @description by value; `none`: events without one; `rest`: all but the 20 most frequent */
        counts: {
          [key: string]: number;
        };
        is_partial: boolean;
        /**
         * Format: date-time
         * @example 2026-11-21T10:50:00.000Z
         */
        start: string;
        /** @description null: nothing at all is stored of this time */
        total: number | null;
      }[];
      /** @enum {string} */
      by: "verdict" | "action" | "severity";
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      from: string;
      /** @description events of this time range are missing: their files are damaged */
      is_partial: boolean;
      /** @description where they are missing, newest first, at most 100 ranges; matching or not */
      missing: {
        /**
         * Format: date-time
         * @example 2026-11-21T10:50:00.000Z
         */
        end_time: string;
        events: number;
        /**
         * Format: date-time
         * @example 2026-11-21T10:50:00.000Z
         */
        start_time: string;
      }[];
      step_seconds: number;
      time_zone: string;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      to: string;
      total: number;
    };
    EventTop: {
      distinct_values: number;
      /** @enum {string} */
      field:
        | "sender"
        | "source_host"
        | "src_ip"
        | "dst_ip"
        | "nat_src_ip"
        | "nat_dst_ip"
        | "src_port"
        | "dst_port"
        | "protocol"
        | "action"
        | "verdict"
        | "direction"
        | "interface"
        | "interface_out"
        | "rule_id"
        | "tracker_id"
        | "reason"
        | "app"
        | "msgid"
        | "vendor"
        | "parser"
        | "severity"
        | "facility"
        | "transport";
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      from: string;
      /** @description events of this time range are missing: their files are damaged */
      is_partial: boolean;
      /** @description where they are missing, newest first, at most 100 ranges; matching or not */
      missing: {
        /**
         * Format: date-time
         * @example 2026-11-21T10:50:00.000Z
         */
        end_time: string;
        events: number;
        /**
         * Format: date-time
         * @example 2026-11-21T10:50:00.000Z
         */
        start_time: string;
      }[];
      /** @description events with another value */
      other: number;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      to: string;
      total: number;
      values: {
        count: number;
        value: string;
      }[];
      /** @description events in which the field is null */
      without_value: number;
    };
    ExpectedHeader: {
      expected: string;
      /** @example content-type */
      name: string;
      /**
       * @default equals
       * @enum {string}
       */
      operator?: "equals" | "contains";
    };
    ExpiredReservationsDeleted: {
      deleted: number;
      preview?: components["schemas"]["DeletionPreview"] & unknown;
    };
    ExportSummaryRead: {
      /** @description the caller's own */
      exports_last_30_days: number;
      /** @description null without `firewall_export` */
      firewall_events: number | null;
      /** @description null without `inventory_export` */
      inventory_rows: number | null;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      last_export_at: string | null;
      /** @example format=csv */
      last_export_detail: string | null;
      /** @enum {string|null} */
      last_export_type: "Inventory" | "Firewall events" | "Network report" | null;
    };
    ExternalIpAddressPage: {
      addresses: {
        assignment: components["schemas"]["ExternalIpAssignmentOut"];
        ip_address: string;
        /** @enum {string} */
        status: "available" | "reserved" | "in_use";
      }[];
      limit: number;
      offset: number;
      total: number;
    };
    ExternalIpAssignmentCreate: {
      /** @description absent: the pool's */
      account?: string | null;
      /** @example 8.8.8.1 */
      ip_address: string;
      /** @example mail gateway */
      label: string;
      notes?: string | null;
      owner?: string | null;
      pool_id: number;
      /** @description absent: the pool's */
      provider?: string | null;
      service?: string | null;
      /**
       * @default in_use
       * @enum {string}
       */
      status?: "available" | "reserved" | "in_use";
      tags?: string | null;
    };
    ExternalIpAssignmentOut: {
      account: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      created_at: string;
      id: number;
      ip_address: string;
      label: string;
      notes: string | null;
      owner: string | null;
      pool_id: number | null;
      provider: string | null;
      service: string | null;
      /** @enum {string} */
      status: "available" | "reserved" | "in_use";
      tags: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      updated_at: string;
    } | null;
    /** @description Absent fields keep their value. */
    ExternalIpAssignmentUpdate: {
      account?: string | null;
      /** @example 8.8.8.1 */
      ip_address?: string;
      /** @example mail gateway */
      label?: string;
      notes?: string | null;
      owner?: string | null;
      pool_id?: number;
      provider?: string | null;
      service?: string | null;
      /** @enum {string} */
      status?: "available" | "reserved" | "in_use";
      tags?: string | null;
    };
    ExternalIpPoolCreate: {
      account?: string | null;
      /**
       * @description a network, or `first-last`; public, 2 to 65,536 usable addresses, no overlap
       * @example 8.8.8.0/28
       */
      cidr: string;
      description?: string | null;
      /** @example Uplink A */
      name: string;
      provider?: string | null;
    };
    ExternalIpPoolOut: {
      account: string | null;
      cidr: string;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      created_at: string;
      description: string | null;
      free: number;
      id: number;
      in_use: number;
      name: string;
      provider: string | null;
      reserved: number;
      /** @description usable addresses */
      total: number;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      updated_at: string;
      utilization: number;
    };
    /** @description Absent fields keep their value. */
    ExternalIpPoolUpdate: {
      account?: string | null;
      /**
       * @description a network, or `first-last`; public, 2 to 65,536 usable addresses, no overlap
       * @example 8.8.8.0/28
       */
      cidr?: string;
      description?: string | null;
      /** @example Uplink A */
      name?: string;
      provider?: string | null;
    };
    ExternalIpSummary: {
      free: number;
      in_use: number;
      pool_count: number;
      reserved: number;
      /** @description usable addresses */
      total: number;
    };
    FirewallEventDetail: {
      /** @description the vendor's word, in lower case */
      action: string | null;
      action_raw: string | null;
      app: string | null;
      bytes: number | null;
      /** @description the sender said that its clock is not set */
      clock_unset: boolean;
      /**
       * @description which collector took it
       * @example 3f9a0c12b7de
       */
      collector: string;
      direction: string | null;
      dst_ip: string | null;
      dst_port: number | null;
      /**
       * Format: date-time
       * @description as the message says
       * @example 2026-11-21T10:50:00.000Z
       */
      event_time: string | null;
      facility: number | null;
      /** @description microseconds of arrival, increasing; unique per collector */
      id: number;
      interface: string | null;
      interface_out: string | null;
      message: string | null;
      msgid: string | null;
      nat_dst_ip: string | null;
      nat_dst_port: number | null;
      /** @description what the device made of the address */
      nat_src_ip: string | null;
      nat_src_port: number | null;
      /** @description octets of the message before it was cut */
      original_bytes: number | null;
      packets: number | null;
      /** @description `generic` where no parser recognised the line */
      parser: string;
      procid: string | null;
      protocol: string | null;
      /**
       * Format: byte
       * @description the octets as they were received
       */
      raw_base64: string;
      /** @description the whole line; CR and LF escaped, NUL removed */
      raw_log: string;
      reason: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      received_at: string;
      rule_id: string | null;
      /** @description address that it came from */
      sender: string | null;
      /** @description 0 emergency to 7 debug */
      severity: number | null;
      /** @description host of the header, else the sender's address */
      source_host: string | null;
      src_ip: string | null;
      src_port: number | null;
      /** @description of RFC 5424, as JSON text */
      structured_data: string | null;
      tracker_id: string | null;
      /** @example udp */
      transport: string | null;
      /** @description the message was longer than what is kept */
      truncated: boolean;
      vendor: string | null;
      /** @description `allow`, `deny`, `drop`, `reject` or `other`, whatever the vendor's word */
      verdict: string | null;
    };
    FirewallEventList: {
      events: components["schemas"]["FirewallEventRead"][];
      /** @description events of this time range are missing: their files are damaged */
      is_partial: boolean;
      limit: number;
      /** @description where they are missing, newest first, at most 100 ranges; matching or not */
      missing: {
        /**
         * Format: date-time
         * @example 2026-11-21T10:50:00.000Z
         */
        end_time: string;
        events: number;
        /**
         * Format: date-time
         * @example 2026-11-21T10:50:00.000Z
         */
        start_time: string;
      }[];
      /** @description goes on behind this page, without skips or repeats while events arrive; null: the last page */
      next_cursor: string | null;
      offset: number;
      retention_days: number;
      /** @description all matches, exact up to 10,000 */
      total: number;
      /** @description there are more matches than `total` says */
      total_is_lower_bound: boolean;
    };
    FirewallEventRead: {
      /** @description the vendor's word, in lower case */
      action: string | null;
      app: string | null;
      bytes: number | null;
      /**
       * @description which collector took it
       * @example 3f9a0c12b7de
       */
      collector: string;
      direction: string | null;
      dst_ip: string | null;
      dst_port: number | null;
      /**
       * Format: date-time
       * @description as the message says
       * @example 2026-11-21T10:50:00.000Z
       */
      event_time: string | null;
      facility: number | null;
      /** @description microseconds of arrival, increasing; unique per collector */
      id: number;
      interface: string | null;
      interface_out: string | null;
      msgid: string | null;
      nat_dst_ip: string | null;
      nat_dst_port: number | null;
      /** @description what the device made of the address */
      nat_src_ip: string | null;
      nat_src_port: number | null;
      packets: number | null;
      /** @description `generic` where no parser recognised the line */
      parser: string;
      procid: string | null;
      protocol: string | null;
      /** @description the whole line; CR and LF escaped, NUL removed */
      raw_log: string;
      reason: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      received_at: string;
      rule_id: string | null;
      /** @description address that it came from */
      sender: string | null;
      /** @description 0 emergency to 7 debug */
      severity: number | null;
      /** @description host of the header, else the sender's address */
      source_host: string | null;
      src_ip: string | null;
      src_port: number | null;
      /** @description of RFC 5424, as JSON text */
      structured_data: string | null;
      tracker_id: string | null;
      /** @example udp */
      transport: string | null;
      /** @description the message was longer than what is kept */
      truncated: boolean;
      vendor: string | null;
      /** @description `allow`, `deny`, `drop`, `reject` or `other`, whatever the vendor's word */
      verdict: string | null;
    };
    FirewallExportRow: {
      /** @description the vendor's word, in lower case */
      action: string | null;
      direction: string | null;
      dst_ip: string | null;
      dst_port: number | null;
      /**
       * Format: date-time
       * @description as the message says
       * @example 2026-11-21T10:50:00.000Z
       */
      event_time: string | null;
      /** @description microseconds of arrival, increasing; unique per collector */
      id: number;
      interface: string | null;
      protocol: string | null;
      /** @description the whole line; CR and LF escaped, NUL removed */
      raw_log: string;
      reason: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      received_at: string;
      rule_id: string | null;
      /** @description host of the header, else the sender's address */
      source_host: string | null;
      src_ip: string | null;
      src_port: number | null;
      tracker_id: string | null;
    };
    FleetSummary: {
      avg_rtt_ms: number | null;
      healthy: number;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      last_checked: string | null;
      offline: number;
      online: number;
      paused: number;
      total: number;
      unhealthy: number;
      unknown: number;
    };
    ForgotPasswordRequest: {
      /** @example alice@example.com */
      username_or_email: string;
    };
    GroupResetAssignmentsResult: {
      /** @description devices that were in a group */
      updated: number;
    };
    Health: {
      /** @enum {string} */
      status: "ok";
    };
    IpAddressEntry: {
      /** @description inside a DHCP range */
      dhcp_range: boolean;
      display_name: string | null;
      /** @example 192.0.2.10 */
      ip: string;
      /** @enum {string} */
      kind: "network" | "broadcast" | "gateway" | "device" | "dhcp" | "reserved" | "free";
      label: string | null;
      mac_address: string | null;
      vendor: string | null;
    };
    IpamSummary: {
      conflict_count: number;
      /** @description of the last imports, also those that are not active */
      dhcp_lease_count: number;
      /** @example 254 */
      free?: number;
      /** @example 254 */
      free_text: string;
      ipv4: components["schemas"]["AddressTotals"];
      ipv6: components["schemas"]["AddressTotals"];
      /** @description also those that have expired and still stand in the list */
      reservation_count: number;
      subnet_count: number;
      /** @example 254 */
      total_hosts?: number;
      /** @example 254 */
      total_hosts_text: string;
      /** @example 254 */
      used?: number;
      /** @example 254 */
      used_text: string;
      utilization: number;
    };
    IpReservationCreate: {
      /**
       * Format: date-time
       * @description the address is free again from then on; null: never
       */
      expires_at?: string | null;
      /** @example 192.0.2.10 */
      ip_address: string;
      /** @example printer, second floor */
      label: string;
      mac_address?: string | null;
      notes?: string | null;
      subnet_id?: number | null;
    };
    IpReservationOut: {
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      expires_at: string | null;
      id: number;
      /** @example 192.0.2.10 */
      ip_address: string;
      label: string;
      mac_address: string | null;
      notes: string | null;
      /** @description user name of who reserved it */
      reserved_by: string | null;
      /**
       * @description an expired one holds its address no longer: the next who wants it gets it
       * @enum {string}
       */
      state: "active" | "expired";
      subnet_id: number | null;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      updated_at: string;
    };
    /** @description Absent fields keep their value. The address cannot be changed. */
    IpReservationUpdate: {
      /** Format: date-time */
      expires_at?: string | null;
      /** @example printer, second floor */
      label?: string;
      mac_address?: string | null;
      notes?: string | null;
      subnet_id?: number | null;
    };
    LayoutPosition: {
      /** Format: double */
      x: number;
      /** Format: double */
      y: number;
    };
    LoginRequest: {
      /** Format: password */
      password: string;
      /** @example alice */
      username: string;
    };
    LogoutRequest: {
      /**
       * @description instead of the cookie
       * @default null
       */
      refresh_token?: string | null;
    };
    LookupLease: {
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      expires_at: string | null;
      hostname: string | null;
      id: number;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      imported_at: string;
      ip_address: string;
      is_active: boolean;
      mac_address: string | null;
    };
    LookupNeighbour: {
      id: number;
      name: string;
    };
    LookupReservation: {
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      expires_at: string | null;
      id: number;
      ip_address: string;
      label: string;
      mac_address: string | null;
      reserved_by: string | null;
      /** @enum {string} */
      state: "active" | "expired";
    };
    LookupResult: {
      /** @description newest first; null: only a SuperAdmin is told */
      changes: components["schemas"]["AuditLogRead"][] | null;
      devices: components["schemas"]["DeviceRead"][];
      /** @description that name one of the addresses, newest first, at most 10; null: left out */
      events: components["schemas"]["FirewallEventRead"][] | null;
      /**
       * @description why: the caller has no `security_view`; no address is known; the search took longer than this answer may; the event store cannot be read
       * @enum {string|null}
       */
      events_left_out: "permission" | "no_address" | "too_slow" | "unreadable" | null;
      /**
       * Format: date-time
       * @description how far back they were searched, in the time that this answer may take: a day at most
       * @example 2026-11-21T10:50:00.000Z
       */
      events_since: string | null;
      /** @description false: no device has the name; those that it is a part of are given */
      is_exact: boolean;
      /** @enum {string} */
      kind: "address" | "network" | "mac_address" | "name";
      leases: components["schemas"]["LookupLease"][];
      /** @description devices at the other ends of the links, by name */
      neighbours: components["schemas"]["LookupNeighbour"][];
      /** @description links of the devices */
      relationships: components["schemas"]["RelationshipRead"][];
      reservations: components["schemas"]["LookupReservation"][];
      /** @description of these addresses, the smallest first */
      subnets: components["schemas"]["LookupSubnet"][];
      /** @description as it was understood, in canonical form */
      term: string;
      /** @description lists of which only the first 50 are given (relationships: 500) */
      truncated: ("devices" | "subnets" | "reservations" | "leases" | "relationships")[];
    };
    LookupSubnet: {
      cidr: string;
      dhcp_end: string | null;
      dhcp_start: string | null;
      gateway: string | null;
      id: number;
      name: string;
      site_id: number | null;
      vlan_id: string | null;
    };
    Maintenance: {
      /** @description the things of the scope by name */
      covers: components["schemas"]["MaintenanceThing"][];
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      created_at: string;
      /** @description user name */
      created_by: string | null;
      /** @description what runs */
      current: components["schemas"]["MaintenanceOccurrence"] | null;
      description: string | null;
      enabled: boolean;
      exceptions: components["schemas"]["MaintenanceOccurrence"][];
      id: number;
      /** @description what begins next */
      next: components["schemas"]["MaintenanceOccurrence"] | null;
      schedule: components["schemas"]["MaintenanceOnce"] | components["schemas"]["MaintenanceRecurring"];
      scope: components["schemas"]["MaintenanceScope"];
      /**
       * @description `over`: nothing is left of it; `disabled`: it would not begin
       * @enum {string}
       */
      state: "running" | "scheduled" | "over" | "disabled";
      title: string;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      updated_at: string;
    };
    MaintenanceCalendarEntry: components["schemas"]["MaintenanceOccurrence"] & {
      maintenance_id: number;
      title: string;
    };
    MaintenanceChoices: {
      choices: components["schemas"]["MaintenanceThing"][];
    };
    MaintenanceCreate: {
      /**
       * @description words for the public: they may stand on a status page
       * @example Short interruptions of all offices in Berlin
       */
      description?: string | null;
      /** @description false: it has no effect until it is enabled again */
      enabled?: boolean;
      schedule:
        components["schemas"]["MaintenanceOnceWrite"] | components["schemas"]["MaintenanceRecurringWrite"];
      scope: components["schemas"]["MaintenanceScopeWrite"];
      /** @example Core switch replacement */
      title: string;
    };
    MaintenanceExceptionWrite: {
      /** Format: date-time */
      ends_at: string;
      /** Format: date-time */
      starts_at: string;
    };
    MaintenanceOccurrence: {
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      ends_at: string;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      starts_at: string;
    };
    MaintenanceOccurrences: {
      /** @description there are more than the 2,000 that are shown */
      is_truncated: boolean;
      occurrences: components["schemas"]["MaintenanceCalendarEntry"][];
    };
    MaintenanceOnce: {
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      ends_at: string;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      kind: "once";
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      starts_at: string;
    };
    MaintenanceOnceWrite: {
      /** @description either this or `ends_at` */
      duration_minutes?: number | null;
      /**
       * Format: date-time
       * @description either this or `duration_minutes`
       */
      ends_at?: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      kind: "once";
      /**
       * Format: date-time
       * @description null: now
       */
      starts_at?: string | null;
    };
    MaintenanceRecurring: {
      cron: string;
      duration_minutes: number;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      from: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      kind: "recurring";
      time_zone: string;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      until: string | null;
    };
    MaintenanceRecurringWrite: {
      /**
       * @description minute, hour, day of month, month, day of week; also `L`, `W` and `#`
       * @example 0 2 * * SUN#1
       */
      cron: string;
      /** @description of each occurrence; none may begin before the one before it has ended */
      duration_minutes: number;
      /**
       * Format: date-time
       * @description occurrences begin at or after it
       */
      from?: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      kind: "recurring";
      /**
       * @description IANA name of the zone that `cron` is meant in
       * @example Europe/Berlin
       */
      time_zone: string;
      /**
       * Format: date-time
       * @description occurrences begin before it; one that has begun runs to its end
       */
      until?: string | null;
    };
    /** @description Things that are deleted leave the scope. Where nothing is left, the window covers nothing. */
    MaintenanceScope: {
      device_ids: number[];
      everything: boolean;
      group_ids: number[];
      monitor_ids: number[];
      service_check_ids: number[];
      site_ids: number[];
      tags: string[];
    };
    MaintenanceScopeWrite: {
      /** @description with their service checks */
      device_ids?: number[];
      /** @description all devices, service checks and monitors */
      everything?: boolean;
      /** @description with the groups below them: what is done to their devices is done to each */
      group_ids?: number[];
      /** @description alone */
      monitor_ids?: number[];
      /** @description alone, without their devices */
      service_check_ids?: number[];
      /** @description with the sites below them */
      site_ids?: number[];
      /** @description of devices and of monitors */
      tags?: string[];
    };
    MaintenanceSkip: {
      /**
       * Format: date-time
       * @description beginning of the occurrence that is left out; null: the next one
       */
      starts_at?: string | null;
    };
    MaintenanceThing: {
      /** @description null: a tag, which its name says */
      id: number | null;
      /** @enum {string} */
      kind: "device" | "group" | "site" | "service_check" | "monitor" | "tag";
      name: string;
    };
    /** @description Absent fields keep their value. `scope`, `schedule` and `exceptions` are replaced as a whole; a new schedule without exceptions has none. */
    MaintenanceUpdate: {
      /**
       * @description words for the public: they may stand on a status page
       * @example Short interruptions of all offices in Berlin
       */
      description?: string | null;
      /** @description false: it has no effect until it is enabled again */
      enabled?: boolean;
      /** @description of a recurring window: the occurrence that begins at `starts_at` ends at `ends_at` already, and is left out where both are the same. An empty list brings back what was skipped */
      exceptions?: components["schemas"]["MaintenanceExceptionWrite"][];
      schedule?:
        components["schemas"]["MaintenanceOnceWrite"] | components["schemas"]["MaintenanceRecurringWrite"];
      scope?: components["schemas"]["MaintenanceScopeWrite"];
      /** @example Core switch replacement */
      title?: string;
    };
    MonitorCheckHistoryRead: {
      assertion_detail: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      cert_expires_at: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      checked_at: string;
      error: string | null;
      /** @description the time in microseconds */
      id: number;
      response_size_bytes: number | null;
      response_time_ms: number | null;
      /**
       * @description of this check alone, before retries
       * @enum {string}
       */
      status: "online" | "offline";
      status_code: number | null;
    };
    MonitorCreate: {
      /**
       * @description absent, and a bound of `expected_status_*` sent: that range
       * @example 200-299,304
       */
      accepted_status_codes?: string;
      auth_password?: string | null;
      /** @enum {string} */
      auth_type?: "none" | "basic" | "bearer" | "oauth2" | "mtls";
      auth_username?: string | null;
      bearer_token?: string | null;
      /** @enum {string} */
      body_encoding?: "json" | "text" | "form" | "xml";
      /** @description a query parameter that changes keeps caches out */
      cache_bust?: boolean;
      certificate_expiry_alert?: boolean;
      certificate_expiry_days?: number;
      check_interval_seconds?: number;
      description?: string | null;
      enabled?: boolean;
      /**
       * @description headers that the answer must have
       * @default []
       */
      expected_headers?: components["schemas"]["ExpectedHeader"][];
      expected_status_max?: number;
      expected_status_min?: number;
      /** @default null */
      expected_value?: string | null;
      follow_redirects?: boolean;
      /** @enum {string} */
      http_method?: "GET" | "HEAD" | "POST" | "PUT" | "DELETE" | "OPTIONS" | "PATCH";
      /** @enum {string} */
      json_operator?:
        | "equals"
        | "not_equals"
        | "contains"
        | "not_contains"
        | "exists"
        | "not_exists"
        | "gt"
        | "gte"
        | "lt"
        | "lte";
      /**
       * @description `$` or a path to one value (RFC 9535)
       * @example $.items[0].status
       */
      json_path?: string | null;
      keyword?: string | null;
      /** @description the answer must not have the keyword */
      keyword_inverted?: boolean;
      max_redirects?: number;
      max_response_bytes?: number | null;
      max_response_time_ms?: number | null;
      /** @description failures that are tried again before the monitor is `offline` */
      max_retries?: number;
      /** @example Customer portal */
      name: string;
      oauth_audience?: string | null;
      /** @enum {string} */
      oauth_auth_method?: "client_secret_basic" | "client_secret_post";
      oauth_client_id?: string | null;
      oauth_client_secret?: string | null;
      oauth_scopes?: string | null;
      /** @example https://login.example.com/token */
      oauth_token_url?: string | null;
      /** @example http://proxy.example.com:3128 */
      proxy_url?: string | null;
      request_body?: string | null;
      /**
       * @example {
       *       "Accept": "application/json"
       *     }
       */
      request_headers?: {
        [key: string]: string;
      } | null;
      retry_interval_seconds?: number;
      /**
       * @example [
       *       "public"
       *     ]
       */
      tags?: string[];
      timeout_seconds?: number;
      tls_ca?: string | null;
      tls_cert?: string | null;
      tls_key?: string | null;
      /** @description a failure is what is wanted */
      upside_down?: boolean;
      /** @example https://www.example.com/health */
      url: string;
      verify_tls?: boolean;
    };
    MonitorHistoryPoint: {
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      checked_at: string;
      expected_status: string | null;
      /** @description the time in microseconds */
      id: number;
      is_healthy: boolean | null;
      /** @description the newest result of each check then */
      port_results: components["schemas"]["PortResult"][];
      rtt_ms: number | null;
      status: string;
    };
    MonitorRead: {
      accepted_status_codes: string;
      /** @enum {string} */
      auth_type: "none" | "basic" | "bearer" | "oauth2" | "mtls";
      auth_username: string | null;
      /** @description milliseconds */
      avg_response_time_24h: number | null;
      /** @enum {string} */
      body_encoding: "json" | "text" | "form" | "xml";
      cache_bust: boolean;
      certificate_expiry_alert: boolean;
      certificate_expiry_days: number;
      check_interval_seconds: number;
      /** @description newest results that failed in a row, up to 50 */
      consecutive_failures: number;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      created_at: string;
      description: string | null;
      enabled: boolean;
      expected_headers: components["schemas"]["ExpectedHeader"][];
      expected_status_max: number;
      expected_status_min: number;
      expected_value: string | null;
      follow_redirects: boolean;
      has_auth_password: boolean;
      has_bearer_token: boolean;
      has_oauth_client_secret: boolean;
      has_proxy_url: boolean;
      has_request_body: boolean;
      has_request_headers: boolean;
      has_tls_ca: boolean;
      has_tls_cert: boolean;
      has_tls_key: boolean;
      /**
       * @description at most 30 newest results of 24 h, oldest first
       * @example [
       *       "online",
       *       "offline"
       *     ]
       */
      heartbeat: string[];
      /** @enum {string} */
      http_method: "GET" | "HEAD" | "POST" | "PUT" | "DELETE" | "OPTIONS" | "PATCH";
      id: number;
      is_favourite: boolean;
      /** @enum {string} */
      json_operator:
        | "equals"
        | "not_equals"
        | "contains"
        | "not_contains"
        | "exists"
        | "not_exists"
        | "gt"
        | "gte"
        | "lt"
        | "lte";
      json_path: string | null;
      keyword: string | null;
      keyword_inverted: boolean;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      last_cert_expires_at: string | null;
      last_cert_issuer: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      last_checked_at: string | null;
      last_result: components["schemas"]["CheckResultOut"] & unknown;
      /**
       * @description as confirmed by `max_retries`; null before the first check
       * @enum {string|null}
       */
      last_status: "online" | "offline" | null;
      max_redirects: number;
      max_response_bytes: number | null;
      max_response_time_ms: number | null;
      max_retries: number;
      name: string;
      oauth_audience: string | null;
      /** @enum {string} */
      oauth_auth_method: "client_secret_basic" | "client_secret_post";
      oauth_client_id: string | null;
      oauth_scopes: string | null;
      oauth_token_url: string | null;
      retry_interval_seconds: number;
      tags: string[];
      timeout_seconds: number;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      updated_at: string;
      upside_down: boolean;
      uptime_7d: number | null;
      /** @description percent of all results, before retries */
      uptime_24h: number | null;
      url: string;
      verify_tls: boolean;
    };
    /** @description As a monitor is made or changed; a name is not needed. Secrets of the stored monitor that are absent or null are used. */
    MonitorTestRequest: components["schemas"]["MonitorUpdate"] & {
      /** @description a stored monitor, of which the other fields are changes; null: they are a whole one */
      monitor_id?: number | null;
    };
    MonitorTestResult: {
      /** @example Response assertions passed */
      assertion_detail: string | null;
      /** @description each thing that the answer had to be; empty where no answer came */
      assertions: {
        actual: string;
        expected: string;
        name: string;
        passed: boolean;
      }[];
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      cert_expires_at: string | null;
      cert_issuer: string | null;
      /** @description what else was seen, such as the times of name look-up, connection and TLS */
      details: {
        [key: string]: string | number | boolean;
      };
      /** @description null where all is well */
      error: string | null;
      /** @description of the last answer: its headers, and at most 16,384 characters of its body */
      excerpt: {
        body: string;
        headers: {
          [key: string]: string;
        };
      } | null;
      /** @description where the answer led, in order */
      redirects: string[];
      response_size_bytes: number | null;
      response_time_ms: number | null;
      /**
       * @description `upside_down` is considered
       * @enum {string}
       */
      status: "up" | "down" | "unknown";
      status_code: number | null;
    };
    /** @description Absent fields keep their value. A secret that is absent or null stays; an empty text (of the headers an empty object) removes it. */
    MonitorUpdate: {
      /**
       * @description absent, and a bound of `expected_status_*` sent: that range
       * @example 200-299,304
       */
      accepted_status_codes?: string;
      auth_password?: string | null;
      /** @enum {string} */
      auth_type?: "none" | "basic" | "bearer" | "oauth2" | "mtls";
      auth_username?: string | null;
      bearer_token?: string | null;
      /** @enum {string} */
      body_encoding?: "json" | "text" | "form" | "xml";
      /** @description a query parameter that changes keeps caches out */
      cache_bust?: boolean;
      certificate_expiry_alert?: boolean;
      certificate_expiry_days?: number;
      check_interval_seconds?: number;
      description?: string | null;
      enabled?: boolean;
      /** @description headers that the answer must have */
      expected_headers?: components["schemas"]["ExpectedHeader"][];
      expected_status_max?: number;
      expected_status_min?: number;
      expected_value?: string | null;
      follow_redirects?: boolean;
      /** @enum {string} */
      http_method?: "GET" | "HEAD" | "POST" | "PUT" | "DELETE" | "OPTIONS" | "PATCH";
      /** @enum {string} */
      json_operator?:
        | "equals"
        | "not_equals"
        | "contains"
        | "not_contains"
        | "exists"
        | "not_exists"
        | "gt"
        | "gte"
        | "lt"
        | "lte";
      /**
       * @description `$` or a path to one value (RFC 9535)
       * @example $.items[0].status
       */
      json_path?: string | null;
      keyword?: string | null;
      /** @description the answer must not have the keyword */
      keyword_inverted?: boolean;
      max_redirects?: number;
      max_response_bytes?: number | null;
      max_response_time_ms?: number | null;
      /** @description failures that are tried again before the monitor is `offline` */
      max_retries?: number;
      /** @example Customer portal */
      name?: string;
      oauth_audience?: string | null;
      /** @enum {string} */
      oauth_auth_method?: "client_secret_basic" | "client_secret_post";
      oauth_client_id?: string | null;
      oauth_client_secret?: string | null;
      oauth_scopes?: string | null;
      /** @example https://login.example.com/token */
      oauth_token_url?: string | null;
      /** @example http://proxy.example.com:3128 */
      proxy_url?: string | null;
      request_body?: string | null;
      /**
       * @example {
       *       "Accept": "application/json"
       *     }
       */
      request_headers?: {
        [key: string]: string;
      } | null;
      retry_interval_seconds?: number;
      /**
       * @example [
       *       "public"
       *     ]
       */
      tags?: string[];
      timeout_seconds?: number;
      tls_ca?: string | null;
      tls_cert?: string | null;
      tls_key?: string | null;
      /** @description a failure is what is wanted */
      upside_down?: boolean;
      /** @example https://www.example.com/health */
      url?: string;
      verify_tls?: boolean;
    };
    NextAvailable: {
      /** @example 192.0.2.10 */
      ip: string;
    };
    NextSubnet: {
      /** @example 192.0.2.0/26 */
      cidr: string;
    };
    NextSubnetCreate: {
      description?: string | null;
      dns_servers?: string | null;
      /** @description all addresses may be given out, network and broadcast too */
      is_pool?: boolean;
      /** @example Office */
      name: string;
      notes?: string | null;
      site_id?: number | null;
      vlan_id?: string | null;
    };
    NotificationProfileCreate: {
      /**
       * @description Secrets are `__redacted__` in answers; sent back, that and null leave them as they are.
       * @example {
       *       "ntfy_url": "https://ntfy.example.com/network",
       *       "ntfy_token": "__redacted__"
       *     }
       */
      config?: {
        [key: string]: unknown;
      };
      enabled?: boolean;
      /** @example Operators */
      name: string;
      /** @enum {string} */
      provider: "apprise" | "ntfy" | "telegram" | "signal" | "smtp" | "webhook";
    };
    NotificationProfileRead: {
      /**
       * @description Secrets are `__redacted__` in answers; sent back, that and null leave them as they are.
       * @example {
       *       "ntfy_url": "https://ntfy.example.com/network",
       *       "ntfy_token": "__redacted__"
       *     }
       */
      config: {
        [key: string]: unknown;
      };
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      created_at: string;
      enabled: boolean;
      id: number;
      name: string;
      /** @example ntfy */
      provider: string;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      updated_at: string;
    };
    /** @description Absent fields stay as they are; `config` is merged key by key, null removes a key. */
    NotificationProfileUpdate: {
      /**
       * @description Secrets are `__redacted__` in answers; sent back, that and null leave them as they are.
       * @example {
       *       "ntfy_url": "https://ntfy.example.com/network",
       *       "ntfy_token": "__redacted__"
       *     }
       */
      config?: {
        [key: string]: unknown;
      };
      enabled?: boolean;
      /** @example Operators */
      name?: string;
      /** @enum {string} */
      provider?: "apprise" | "ntfy" | "telegram" | "signal" | "smtp" | "webhook";
    };
    NotificationSettings: {
      /**
       * @description `__redacted__` where one is set, else empty
       * @example __redacted__
       */
      ntfy_token: string;
      /** @example https://ntfy.example.com/network */
      ntfy_url: string;
      /** @example +15550100 */
      signal_number: string;
      /** @example +15550101 */
      signal_recipient: string;
      /** @example http://signal.example.com:8080 */
      signal_url: string;
      /** @example netatlas@example.com */
      smtp_from: string;
      /** @example mail.example.com */
      smtp_host: string;
      /**
       * @description `__redacted__` where one is set, else empty
       * @example __redacted__
       */
      smtp_password: string;
      /** @example 587 */
      smtp_port: string;
      /** @example true */
      smtp_tls: string;
      /** @example operators@example.com */
      smtp_to: string;
      smtp_user: string;
      /**
       * @description `__redacted__` where one is set, else empty
       * @example __redacted__
       */
      telegram_bot_token: string;
      /** @example -1001234567890 */
      telegram_chat_id: string;
    };
    /** @description absent or null: as it is */
    NotificationSettingsUpdate: {
      /** @description null or `__redacted__`: as it is; empty: removed */
      ntfy_token?: string | null;
      ntfy_url?: string | null;
      signal_number?: string | null;
      signal_recipient?: string | null;
      signal_url?: string | null;
      smtp_from?: string | null;
      smtp_host?: string | null;
      /** @description null or `__redacted__`: as it is; empty: removed */
      smtp_password?: string | null;
      smtp_port?: string | null;
      /**
       * @description `true`: STARTTLS is demanded (port 465: TLS from the start); `false`: plain text
       * @enum {string}
       */
      smtp_tls?: "true" | "false";
      smtp_to?: string | null;
      smtp_user?: string | null;
      /** @description null or `__redacted__`: as it is; empty: removed */
      telegram_bot_token?: string | null;
      telegram_chat_id?: string | null;
    };
    NotificationTestResult: {
      /**
       * @description what the other side or the connection said
       * @example null
       */
      detail: string | null;
      /**
       * @description `ok`, or why nothing was delivered
       * @example ok
       */
      status: string;
    };
    OidcCheckResult: {
      message: string;
      /** @enum {string} */
      name: "configuration" | "redirect_url" | "discovery" | "jwks" | "pkce" | "role_mappings";
      ok: boolean;
    };
    OidcPublicStatus: {
      enabled: boolean;
      /**
       * @description label of the button
       * @example Example ID
       */
      provider_name: string;
      /** @description only SuperAdmins may sign in with a password */
      require_sso: boolean;
    };
    OidcSettingsRead: {
      allow_super_admin: boolean;
      allow_unverified_email: boolean;
      allowed_email_domains: string;
      auto_provision: boolean;
      client_id: string;
      client_secret_set: boolean;
      default_role: string;
      /** @description `redirect_url`, else `APP_URL` and the callback's path; empty: neither is set */
      effective_redirect_url: string;
      enabled: boolean;
      /** @description the environment sets something of this */
      env_configured: boolean;
      group_claim: string;
      issuer: string;
      link_by_email: boolean;
      manage_roles: boolean;
      provider_name: string;
      redirect_url: string;
      require_sso: boolean;
      role_mappings: string;
      scopes: string;
    };
    /** @description Absent or null: as it is. Empty text: the saved value is removed, the environment's holds. */
    OidcSettingsUpdate: {
      allow_super_admin?: boolean | null;
      allow_unverified_email?: boolean | null;
      /**
       * @description divided by commas; empty: all
       * @example example.com, example.net
       */
      allowed_email_domains?: string | null;
      auto_provision?: boolean | null;
      /** @example netatlas */
      client_id?: string | null;
      /** @description never shown; empty: removed */
      client_secret?: string | null;
      default_role?: string | null;
      enabled?: boolean | null;
      group_claim?: string | null;
      /** @example https://id.example.com/realms/main */
      issuer?: string | null;
      link_by_email?: boolean | null;
      manage_roles?: boolean | null;
      provider_name?: string | null;
      redirect_url?: string | null;
      require_sso?: boolean | null;
      /** @example {"net-admins": "NetworkAdmin"} */
      role_mappings?: string | null;
      /** @description divided by blanks; `openid` is always asked for */
      scopes?: string | null;
    };
    OidcTestResult: {
      checks: components["schemas"]["OidcCheckResult"][];
      /** @description all checks are ok */
      ok: boolean;
    };
    Operation: {
      done: number;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      ended_at: string | null;
      error: string | null;
      /** Format: uuid */
      id: string;
      is_cancel_requested: boolean;
      /** @enum {string} */
      kind: "device_import" | "lease_import";
      /**
       * @description what it does at the moment, a word of its kind; null: it has ended
       * @example writing
       */
      phase: string | null;
      /**
       * @description in a few numbers; null: it has not ended well
       * @example {
       *       "created": 40,
       *       "updated": 2,
       *       "dry_run": false
       *     }
       */
      result: {
        [key: string]: number | boolean | string;
      } | null;
      /** @description path of the whole result, which its owner may read for as long as it is kept; null: there is no more than `result` */
      result_link: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      started_at: string;
      /** @enum {string} */
      state: "running" | "done" | "failed" | "cancelled";
      /**
       * @description what it works on, where that has a name
       * @example dhcp1.example.net
       */
      subject: string | null;
      /** @description null: not known yet, or never */
      total: number | null;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      updated_at: string;
      /** @description whose operation it is */
      user_id: number;
      username: string;
    };
    ParsedEvent: {
      /** @description the vendor's word, in lower case */
      action: string | null;
      action_raw: string | null;
      app: string | null;
      bytes: number | null;
      /** @description the sender said that its clock is not set */
      clock_unset: boolean;
      direction: string | null;
      dst_ip: string | null;
      dst_port: number | null;
      /**
       * Format: date-time
       * @description as the message says
       * @example 2026-11-21T10:50:00.000Z
       */
      event_time: string | null;
      facility: number | null;
      interface: string | null;
      interface_out: string | null;
      /** @description which of `lines` it is, from 0; an empty line gives no event */
      line: number;
      message: string | null;
      msgid: string | null;
      nat_dst_ip: string | null;
      nat_dst_port: number | null;
      /** @description what the device made of the address */
      nat_src_ip: string | null;
      nat_src_port: number | null;
      /** @description octets of the message before it was cut */
      original_bytes: number | null;
      packets: number | null;
      /** @description `generic` where no parser recognised the line */
      parser: string;
      procid: string | null;
      protocol: string | null;
      /**
       * Format: byte
       * @description the octets as they were received
       */
      raw_base64: string;
      /** @description the whole line; CR and LF escaped, NUL removed */
      raw_log: string;
      reason: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      received_at: string;
      rule_id: string | null;
      /** @description address that it came from */
      sender: string | null;
      /** @description 0 emergency to 7 debug */
      severity: number | null;
      /** @description host of the header, else the sender's address */
      source_host: string | null;
      src_ip: string | null;
      src_port: number | null;
      /** @description of RFC 5424, as JSON text */
      structured_data: string | null;
      tracker_id: string | null;
      /** @description the message was longer than what is kept */
      truncated: boolean;
      vendor: string | null;
      /** @description `allow`, `deny`, `drop`, `reject` or `other`, whatever the vendor's word */
      verdict: string | null;
    };
    ParseTest: {
      /**
       * @example [
       *       "<38>Jun  1 12:00:00 web1 sshd[7]: Failed password for root from 203.0.113.9"
       *     ]
       */
      lines: string[];
      /**
       * @description address that the lines are taken to come from; by it the time zone is found
       * @example 192.0.2.10
       */
      sender?: string | null;
    };
    ParseTestResult: {
      events: components["schemas"]["ParsedEvent"][];
    };
    PasskeyCreate: {
      /** @description RegistrationResponseJSON of WebAuthn */
      credential: {
        /** Format: base64url */
        id: string;
        /** Format: base64url */
        rawId: string;
        response: {
          /** Format: base64url */
          attestationObject: string;
          /** Format: base64url */
          clientDataJSON: string;
          /** @default [] */
          transports?: string[];
        };
        /** @enum {string} */
        type: "public-key";
      };
      /** @example laptop */
      name: string;
    };
    PasskeyCreated: {
      passkey: components["schemas"]["PasskeyRead"];
      /**
       * @description null: there were some already, and they stay good
       * @example [
       *       "7k2m-9qxa-04ht-e5cw"
       *     ]
       */
      recovery_codes: string[] | null;
    };
    PasskeyLogin: {
      /** @description of the answer of `POST /auth/login` */
      challenge_token: string;
      /** @description AuthenticationResponseJSON of WebAuthn */
      credential: {
        /** Format: base64url */
        id: string;
        /** Format: base64url */
        rawId: string;
        response: {
          /** Format: base64url */
          authenticatorData: string;
          /** Format: base64url */
          clientDataJSON: string;
          /** Format: base64url */
          signature: string;
        };
        /** @enum {string} */
        type: "public-key";
      };
    };
    PasskeyLoginStart: {
      /** @description of the answer of `POST /auth/login` */
      challenge_token: string;
    };
    /** @description for `navigator.credentials`: PublicKeyCredentialCreationOptionsJSON or PublicKeyCredentialRequestOptionsJSON (https://www.w3.org/TR/webauthn-3/) */
    PasskeyOptions: {
      challenge: string;
    } & {
      [key: string]: unknown;
    };
    PasskeyRead: {
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      created_at: string;
      id: number;
      /** @description kept in the user's cloud account too */
      is_backed_up: boolean;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      last_used_at: string | null;
      name: string;
    };
    PasskeySignIn: {
      /** @description AuthenticationResponseJSON of WebAuthn */
      credential: {
        /** Format: base64url */
        id: string;
        /** Format: base64url */
        rawId: string;
        response: {
          /** Format: base64url */
          authenticatorData: string;
          /** Format: base64url */
          clientDataJSON: string;
          /** Format: base64url */
          signature: string;
        };
        /** @enum {string} */
        type: "public-key";
      };
      passkey_token: string;
    };
    PasskeySignInOptions: {
      options: components["schemas"]["PasskeyOptions"];
      /** @description goes with the answer; good for five minutes and once */
      passkey_token: string;
    };
    PasskeyUpdate: {
      /** @example laptop */
      name: string;
    };
    PasswordChangeRequest: {
      /** Format: password */
      current_password: string;
      /** Format: password */
      new_password: string;
      /** @description revoke all API keys of the user too, for good */
      revoke_api_keys?: boolean;
    };
    PermissionMeta: {
      description: string;
      /** @example topology_write */
      key: string;
      label: string;
    };
    PortResult: {
      check_type: string;
      error: string | null;
      label: string;
      open: boolean;
      port: number;
      response_time_ms: number | null;
      /** @description `open`, `closed` or `unknown` */
      status: string | null;
      status_code: number | null;
      target_id: number | null;
    };
    PortTargetCreate: {
      /**
       * @default tcp
       * @enum {string}
       */
      check_type?: "tcp" | "udp" | "http" | "https" | "dhcp" | "dns" | "smtp" | "imap" | "ssh" | "ntp";
      /** @description null: every device that is watched */
      device_id?: number | null;
      enabled?: boolean;
      expected_status_max?: number;
      expected_status_min?: number;
      /** @description failures in a row that make it `down` */
      failures_to_down?: number;
      follow_redirects?: boolean;
      /** @enum {string} */
      http_method?: "GET" | "HEAD" | "POST" | "PUT" | "DELETE" | "OPTIONS" | "PATCH";
      /**
       * @description null: `/`. Of `http` and `https`
       * @example /health
       */
      http_path?: string | null;
      /** @description null: as often as the devices themselves are checked */
      interval_seconds?: number | null;
      /** @example Web server */
      label: string;
      /**
       * @description what only this kind of check has: see docs/service-checks.md
       * @example {
       *       "name": "www.example.com",
       *       "record_type": "A"
       *     }
       */
      options?: {
        [key: string]: string | number | boolean;
      };
      /** @description of `dns`, `smtp`, `imap`, `ssh` and `ntp` it may be left out: the usual one */
      port?: number;
      /** @description between checks while a result is not confirmed; null: the engine's */
      retry_interval_seconds?: number | null;
      /** @description successes in a row that make it `up` again */
      successes_to_up?: number;
      /** @description null: 5 s of `http` and `https`, 2 s of all others; `tcp`, `udp` and `dhcp` always have 2 s */
      timeout_seconds?: number | null;
      /** @description of `https`, `smtp` and `imap` */
      verify_tls?: boolean;
    };
    PortTargetOut: {
      /** @enum {string} */
      check_type: "tcp" | "udp" | "http" | "https" | "dhcp" | "dns" | "smtp" | "imap" | "ssh" | "ntp";
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      created_at: string;
      device_id: number | null;
      enabled: boolean;
      expected_status_max: number;
      expected_status_min: number;
      failures_to_down: number;
      follow_redirects: boolean;
      /** @enum {string} */
      http_method: "GET" | "HEAD" | "POST" | "PUT" | "DELETE" | "OPTIONS" | "PATCH";
      http_path: string | null;
      id: number;
      interval_seconds: number | null;
      label: string;
      last_result: components["schemas"]["CheckResultOut"];
      /**
       * @description what only this kind of check has: see docs/service-checks.md
       * @example {
       *       "name": "www.example.com",
       *       "record_type": "A"
       *     }
       */
      options: {
        [key: string]: string | number | boolean;
      };
      port: number;
      retry_interval_seconds: number | null;
      successes_to_up: number;
      targets: components["schemas"]["TargetCounts"];
      timeout_seconds: number | null;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      updated_at: string;
      verify_tls: boolean;
    };
    /** @description Absent fields keep their value; the options too, unless the kind of check changes. */
    PortTargetUpdate: {
      /** @enum {string} */
      check_type?: "tcp" | "udp" | "http" | "https" | "dhcp" | "dns" | "smtp" | "imap" | "ssh" | "ntp";
      /** @description null: every device that is watched */
      device_id?: number | null;
      enabled?: boolean;
      expected_status_max?: number;
      expected_status_min?: number;
      /** @description failures in a row that make it `down` */
      failures_to_down?: number;
      follow_redirects?: boolean;
      /** @enum {string} */
      http_method?: "GET" | "HEAD" | "POST" | "PUT" | "DELETE" | "OPTIONS" | "PATCH";
      /**
       * @description null: `/`. Of `http` and `https`
       * @example /health
       */
      http_path?: string | null;
      /** @description null: as often as the devices themselves are checked */
      interval_seconds?: number | null;
      /** @example Web server */
      label?: string;
      /**
       * @description what only this kind of check has: see docs/service-checks.md
       * @example {
       *       "name": "www.example.com",
       *       "record_type": "A"
       *     }
       */
      options?: {
        [key: string]: string | number | boolean;
      };
      /** @description of `dns`, `smtp`, `imap`, `ssh` and `ntp` it may be left out: the usual one */
      port?: number;
      /** @description between checks while a result is not confirmed; null: the engine's */
      retry_interval_seconds?: number | null;
      /** @description successes in a row that make it `up` again */
      successes_to_up?: number;
      /** @description null: 5 s of `http` and `https`, 2 s of all others; `tcp`, `udp` and `dhcp` always have 2 s */
      timeout_seconds?: number | null;
      /** @description of `https`, `smtp` and `imap` */
      verify_tls?: boolean;
    };
    ProfileUpdateRequest: {
      /**
       * @description PNG, JPEG or WebP as a data URI; null: cleared
       * @example null
       */
      avatar_data?: string | null;
      display_name?: string | null;
      /**
       * @description null or "": cleared
       * @example alice@example.com
       */
      email?: string | null;
      /** @description null: unchanged; kept, but not used yet: things have the same colours for everybody */
      entity_colors_enabled?: boolean | null;
      proof?: components["schemas"]["SecondFactorProof"];
    };
    ReachabilityStatus: {
      /**
       * @description the same in words
       * @example raw ICMP sockets
       */
      description: string;
      /**
       * @description what to give the service for a better one; null: none is better
       * @example null
       */
      improvement: string | null;
      /**
       * @description how devices are asked whether they answer: raw or datagram ICMP sockets, a program, or TCP connections
       * @enum {string}
       */
      method: "raw" | "datagram" | "fping" | "ping" | "tcp";
      /**
       * @description what does not work just now
       * @example null
       */
      problem: string | null;
    };
    Readiness: {
      /** @description for authenticated callers */
      checks?: components["schemas"]["ReadinessCheck"][];
      /** @enum {string} */
      status: "ready" | "not_ready";
    };
    ReadinessCheck: {
      message: string;
      /** @example database */
      name: string;
      ok: boolean;
    };
    RecoveryCodeLogin: {
      /** @description of the answer of `POST /auth/login` */
      challenge_token: string;
      /** @example 7k2m-9qxa-04ht-e5cw */
      code: string;
    };
    RecoveryCodes: {
      /**
       * @description shown here, and never again; each signs in once in place of the second factor
       * @example [
       *       "7k2m-9qxa-04ht-e5cw"
       *     ]
       */
      recovery_codes: string[];
    };
    RefreshRequest: {
      /**
       * @description preferred over the cookie
       * @default null
       */
      refresh_token?: string | null;
    };
    RelationshipCreate: {
      /** @description target to source */
      allow_inbound?: boolean;
      /** @description source to target */
      allow_outbound?: boolean;
      link_speed_mbps?: number | null;
      notes?: string | null;
      /** @example ethernet */
      relationship_type?: string;
      source_device_id: number;
      /**
       * @description interface at this end, by name; it need not be recorded at the device
       * @example GigabitEthernet0/1
       */
      source_interface?: string | null;
      target_device_id: number;
      /**
       * @description interface at this end, by name; it need not be recorded at the device
       * @example GigabitEthernet0/1
       */
      target_interface?: string | null;
    };
    RelationshipRead: {
      allow_inbound: boolean;
      allow_outbound: boolean;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      created_at: string;
      id: number;
      link_speed_mbps: number | null;
      notes: string | null;
      relationship_type: string;
      source_device_id: number;
      source_interface: string | null;
      target_device_id: number;
      target_interface: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      updated_at: string;
    };
    /** @description Absent fields keep their value. */
    RelationshipUpdate: {
      /** @description target to source */
      allow_inbound?: boolean;
      /** @description source to target */
      allow_outbound?: boolean;
      link_speed_mbps?: number | null;
      notes?: string | null;
      /** @example ethernet */
      relationship_type?: string;
      source_device_id?: number;
      /**
       * @description interface at this end, by name; it need not be recorded at the device
       * @example GigabitEthernet0/1
       */
      source_interface?: string | null;
      target_device_id?: number;
      /**
       * @description interface at this end, by name; it need not be recorded at the device
       * @example GigabitEthernet0/1
       */
      target_interface?: string | null;
    };
    ResetPasswordRequest: {
      /** Format: password */
      new_password: string;
      /** @description from the mail's link */
      reset_token: string;
      /** @description revoke all API keys of the user too, for good */
      revoke_api_keys?: boolean;
    };
    RoleCreate: {
      /** @example Helpdesk */
      name: string;
    };
    RolePermissionsResponse: {
      /** @description every permission that exists */
      permissions: components["schemas"]["PermissionMeta"][];
      /**
       * @description role name to its permissions; SuperAdmin, who may do everything, is not listed
       * @example {
       *       "Viewer": [
       *         "tools_passive"
       *       ]
       *     }
       */
      roles: {
        [key: string]: string[];
      };
    };
    RolePermissionsUpdate: {
      /**
       * @description The listed roles get exactly these permissions; other roles keep theirs. Names of permissions or roles that do not exist, and SuperAdmin, are ignored.
       * @example {
       *       "Viewer": [
       *         "tools_passive",
       *         "security_view"
       *       ]
       *     }
       */
      roles: {
        [key: string]: string[];
      };
    };
    SavedSecuritySearch: {
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      created_at: string;
      /**
       * @description whatever the client wants to keep
       * @example {
       *       "q": "sshd -10.0.0.1"
       *     }
       */
      filters: {
        [key: string]: unknown;
      };
      id: number;
      name: string;
    };
    SavedSecuritySearchCreate: {
      /**
       * @description whatever the client wants to keep
       * @default {}
       * @example {
       *       "q": "sshd -10.0.0.1"
       *     }
       */
      filters?: {
        [key: string]: unknown;
      };
      /** @example Blocked from outside */
      name: string;
    };
    /** @description that the caller is the user: the password, or a code */
    SecondFactorProof: {
      /** @description of the authenticator app, or a recovery code, which is used up by it */
      code?: string;
      /** Format: password */
      password?: string;
    };
    SecondFactorRequired: {
      /** @description goes with the answer; good for five minutes and one sign-in */
      challenge_token: string;
      /**
       * @description what the user may answer with
       * @example [
       *       "totp",
       *       "recovery_code"
       *     ]
       */
      methods: ("totp" | "recovery_code" | "passkey")[];
      /** @enum {boolean} */
      second_factor_required: true;
    };
    SecondFactorRoles: {
      /**
       * @description whose users must have a second factor
       * @example [
       *       "NetworkAdmin",
       *       "SuperAdmin"
       *     ]
       */
      roles: string[];
    };
    SecondFactorRule: {
      required: boolean;
    };
    SecondFactorStatus: {
      /** @description by the user's role */
      is_required: boolean;
      passkeys: components["schemas"]["PasskeyRead"][];
      recovery_codes_left: number;
      /**
       * Format: date-time
       * @description null: no authenticator app
       * @example 2026-11-21T10:50:00.000Z
       */
      totp_enabled_at: string | null;
    };
    ServiceCheckBulkRequest: {
      check: components["schemas"]["ServiceCheckDefinition"];
      device_ids?: number[];
      filter?: components["schemas"]["DeviceFilter"];
    };
    ServiceCheckBulkResult: {
      /** @description of the new checks, by device */
      check_ids: number[];
      created: number;
      /** @description devices on which the same is checked already */
      existing: number;
      /** @description by which check: the device's own, or one of every device */
      existing_checks: {
        check_id: number;
        device_id: number;
      }[];
      /** @description ids that no device has */
      unknown_device_ids: number[];
    };
    ServiceCheckDefinition: {
      /**
       * @default tcp
       * @enum {string}
       */
      check_type?: "tcp" | "udp" | "http" | "https" | "dhcp" | "dns" | "smtp" | "imap" | "ssh" | "ntp";
      enabled?: boolean;
      expected_status_max?: number;
      expected_status_min?: number;
      /** @description failures in a row that make it `down` */
      failures_to_down?: number;
      follow_redirects?: boolean;
      /** @enum {string} */
      http_method?: "GET" | "HEAD" | "POST" | "PUT" | "DELETE" | "OPTIONS" | "PATCH";
      /**
       * @description null: `/`. Of `http` and `https`
       * @example /health
       */
      http_path?: string | null;
      /** @description null: as often as the devices themselves are checked */
      interval_seconds?: number | null;
      /** @example Web server */
      label: string;
      /**
       * @description what only this kind of check has: see docs/service-checks.md
       * @example {
       *       "name": "www.example.com",
       *       "record_type": "A"
       *     }
       */
      options?: {
        [key: string]: string | number | boolean;
      };
      /** @description of `dns`, `smtp`, `imap`, `ssh` and `ntp` it may be left out: the usual one */
      port?: number;
      /** @description between checks while a result is not confirmed; null: the engine's */
      retry_interval_seconds?: number | null;
      /** @description successes in a row that make it `up` again */
      successes_to_up?: number;
      /** @description null: 5 s of `http` and `https`, 2 s of all others; `tcp`, `udp` and `dhcp` always have 2 s */
      timeout_seconds?: number | null;
      /** @description of `https`, `smtp` and `imap` */
      verify_tls?: boolean;
    };
    ServiceCheckHistoryRead: {
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      checked_at: string;
      error: string | null;
      /** @description the time in microseconds */
      id: number;
      response_time_ms: number | null;
      /** @description of this check alone: `up`, `down` or `unknown` */
      status: string;
      status_code: number | null;
    };
    SessionRead: {
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @description when it ends unless it is refreshed before
       * @example 2026-11-21T10:50:00.000Z
       */
      expires_at: string;
      /** Format: uuid */
      id: string;
      /**
       * @description of the sign-in
       * @example 192.0.2.10
       */
      ip_address: string;
      /** @description the session of this very request */
      is_current: boolean;
      /**
       * Format: date-time
       * @description last sign-in or refresh
       * @example 2026-11-21T10:50:00.000Z
       */
      last_seen_at: string;
      /**
       * @description of the last refresh
       * @example 192.0.2.10
       */
      last_seen_ip: string;
      user_agent: string | null;
    };
    SetupStatus: {
      needs_setup: boolean;
      /** @description this caller must send the setup token; always false when nothing is to be set up */
      token_required: boolean;
    };
    SiteCreate: {
      /** @description postal */
      address?: string | null;
      /** @default null */
      color?: string | null;
      description?: string | null;
      display_name?: string | null;
      /** @example headquarters */
      name: string;
      /** @description the site that it is a location of */
      parent_id?: number | null;
    };
    SiteRead: {
      address: string | null;
      color: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      created_at: string;
      description: string | null;
      display_name: string | null;
      id: number;
      name: string;
      parent_id: number | null;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      updated_at: string;
    };
    /** @description Absent fields keep their value. */
    SiteUpdate: {
      /** @description postal */
      address?: string | null;
      color?: string | null;
      description?: string | null;
      display_name?: string | null;
      /** @example headquarters */
      name?: string;
      /** @description the site that it is a location of */
      parent_id?: number | null;
    };
    /** @description v1 and v2c need `community`; v3 needs `username`, `auth_key` where it has `auth_protocol`, and `priv_key` where it has `priv_protocol`. */
    SnmpProfileCreate: {
      /**
       * @description never shown; absent or null in a change: it stays
       * @default null
       */
      auth_key?: string | null;
      /**
       * @description v3; null: no authentication
       * @enum {string|null}
       */
      auth_protocol?: "md5" | "sha" | "sha256" | "sha512" | null;
      /**
       * @description never shown; absent or null in a change: it stays
       * @default null
       */
      community?: string | null;
      /**
       * @description v3: the context's name; null: the default one
       * @default null
       */
      context?: string | null;
      /** @example Core switches */
      name: string;
      port?: number;
      /**
       * @description never shown; absent or null in a change: it stays
       * @default null
       */
      priv_key?: string | null;
      /**
       * @description v3; null: nothing is encrypted. `aes256` with keys extended as Reeder's draft has it
       * @enum {string|null}
       */
      priv_protocol?: "des" | "aes" | "aes256" | null;
      retries?: number;
      /** @description of each try */
      timeout_seconds?: number;
      /**
       * @description v3: the security name
       * @default null
       */
      username?: string | null;
      /** @enum {string} */
      version?: "v1" | "v2c" | "v3";
    };
    SnmpProfileRead: {
      /** @enum {string|null} */
      auth_protocol: "md5" | "sha" | "sha256" | "sha512" | null;
      context: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      created_at: string;
      has_auth_key: boolean;
      has_community: boolean;
      has_priv_key: boolean;
      id: number;
      name: string;
      port: number;
      /** @enum {string|null} */
      priv_protocol: "des" | "aes" | "aes256" | null;
      retries: number;
      timeout_seconds: number;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      updated_at: string;
      username: string | null;
      /** @enum {string} */
      version: "v1" | "v2c" | "v3";
    };
    /** @description Absent fields stay as they are; so do secrets that are null. */
    SnmpProfileUpdate: {
      /** @description never shown; absent or null in a change: it stays */
      auth_key?: string | null;
      /**
       * @description v3; null: no authentication
       * @enum {string|null}
       */
      auth_protocol?: "md5" | "sha" | "sha256" | "sha512" | null;
      /** @description never shown; absent or null in a change: it stays */
      community?: string | null;
      /** @description v3: the context's name; null: the default one */
      context?: string | null;
      /** @example Core switches */
      name?: string;
      port?: number;
      /** @description never shown; absent or null in a change: it stays */
      priv_key?: string | null;
      /**
       * @description v3; null: nothing is encrypted. `aes256` with keys extended as Reeder's draft has it
       * @enum {string|null}
       */
      priv_protocol?: "des" | "aes" | "aes256" | null;
      retries?: number;
      /** @description of each try */
      timeout_seconds?: number;
      /** @description v3: the security name */
      username?: string | null;
      /** @enum {string} */
      version?: "v1" | "v2c" | "v3";
    };
    /** @description Things that are deleted leave the page. */
    StatusPage: {
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      created_at: string;
      description: string | null;
      groups: components["schemas"]["StatusPageGroup"][];
      id: number;
      published: boolean;
      slug: string;
      things: components["schemas"]["StatusPageThing"][];
      title: string;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      updated_at: string;
    };
    StatusPageComponent: {
      id: number;
      /** @description says which it is on the public page and to its badge; stays as long as the thing is on the page */
      key: string;
      /** @enum {string} */
      kind: "device" | "service_check" | "monitor";
      name: string;
    };
    StatusPageComponentWrite: {
      /** @description of the device, service check or monitor */
      id: number;
      /** @enum {string} */
      kind: "device" | "service_check" | "monitor";
      /**
       * @description what the public calls it
       * @example Online shop
       */
      name: string;
    };
    StatusPageCreate: {
      /** @example Mail, shop and telephones of all offices */
      description?: string | null;
      /** @default [] */
      groups?: components["schemas"]["StatusPageGroupWrite"][];
      /** @description false: nobody who is not signed in sees it */
      published?: boolean;
      /**
       * @description last part of the page's address, `/status/{slug}`
       * @example example-co
       */
      slug: string;
      /** @example Example Co. services */
      title: string;
    };
    StatusPageGroup: {
      components: components["schemas"]["StatusPageComponent"][];
      name: string;
    };
    StatusPageGroupWrite: {
      components: components["schemas"]["StatusPageComponentWrite"][];
      /** @example Customers */
      name: string;
    };
    /** @description What a thing is called by those who are signed in. */
    StatusPageThing: {
      id: number;
      /** @enum {string} */
      kind: "device" | "service_check" | "monitor";
      name: string;
    };
    /** @description Absent fields keep their value. `groups` are replaced as a whole, in the order that is given. */
    StatusPageUpdate: {
      /** @example Mail, shop and telephones of all offices */
      description?: string | null;
      groups?: components["schemas"]["StatusPageGroupWrite"][];
      /** @description false: nobody who is not signed in sees it */
      published?: boolean;
      /**
       * @description last part of the page's address, `/status/{slug}`
       * @example example-co
       */
      slug?: string;
      /** @example Example Co. services */
      title?: string;
    };
    StatusSummary: {
      description: string | null;
      groups: components["schemas"]["StatusSummaryGroup"][];
      /** @description of the last 14 days, the newest first */
      incidents: components["schemas"]["StatusSummaryIncident"][];
      /** @description false: the checks have stopped, and no state is known at the moment */
      is_current: boolean;
      /** @description that runs, or begins within 7 days */
      maintenance: components["schemas"]["StatusSummaryMaintenance"][];
      sentence: string;
      /** @enum {string} */
      state:
        | "operational"
        | "down"
        | "unreachable"
        | "maintenance"
        | "unknown"
        | "no_data"
        | "not_watched"
        | "degraded";
      title: string;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      updated_at: string;
    };
    StatusSummaryComponent: {
      key: string;
      name: string;
      /** @enum {string} */
      state: "operational" | "down" | "unreachable" | "maintenance" | "unknown" | "no_data" | "not_watched";
      /** @description of the time in which it was watched; null: it was not */
      uptime_percent: number | null;
      /** @description days of the last 90 with something to tell */
      watched_days: number;
    };
    StatusSummaryGroup: {
      components: components["schemas"]["StatusSummaryComponent"][];
      name: string;
      /** @enum {string} */
      state:
        | "operational"
        | "down"
        | "unreachable"
        | "maintenance"
        | "unknown"
        | "no_data"
        | "not_watched"
        | "degraded";
    };
    StatusSummaryIncident: {
      /**
       * Format: date-time
       * @description null: it lasts
       * @example 2026-11-21T10:50:00.000Z
       */
      ended_at: string | null;
      /** @description of the component */
      key: string;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      started_at: string;
    };
    StatusSummaryMaintenance: {
      description: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      ends_at: string;
      /** @description of the components that it covers */
      keys: string[];
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      starts_at: string;
    };
    SubnetCreate: {
      /**
       * @description host bits are cleared; `cidr_as_sent` says so
       * @example 192.0.2.0/24
       */
      cidr: string;
      description?: string | null;
      dhcp_end?: string | null;
      /** @description first address of the DHCP range; both ends or none */
      dhcp_start?: string | null;
      dns_servers?: string | null;
      /** @example 192.0.2.1 */
      gateway?: string | null;
      /** @description all addresses may be given out, network and broadcast too */
      is_pool?: boolean;
      /** @example Office */
      name: string;
      notes?: string | null;
      site_id?: number | null;
      vlan_id?: string | null;
    };
    SubnetOut: {
      /** @example 192.0.2.0/24 */
      cidr: string;
      /** @description null: sent as `cidr` says it */
      cidr_as_sent: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      created_at: string;
      /** @description how many subnets it lies in */
      depth: number;
      description: string | null;
      device_count: number;
      dhcp_count: number;
      dhcp_end: string | null;
      dhcp_start: string | null;
      dns_servers: string | null;
      /** @example 254 */
      free?: number;
      /** @example 254 */
      free_text: string;
      gateway: string | null;
      id: number;
      is_pool: boolean;
      name: string;
      notes: string | null;
      /** @description the smallest subnet in which this one lies */
      parent_id: number | null;
      reservation_count: number;
      site_id: number | null;
      /** @example 254 */
      total_hosts?: number;
      /** @example 254 */
      total_hosts_text: string;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      updated_at: string;
      /**
       * @description distinct addresses of all sources, nested subnets included
       * @example 254
       */
      used?: number;
      /** @example 254 */
      used_text: string;
      utilization: number;
      vlan_id: string | null;
    };
    SubnetPlan: {
      cidr: string;
      /** @description what is left, in as few networks as possible */
      free: string[];
      subnets: {
        cidr: string;
        name: string | null;
        /** @example 254 */
        usable_hosts?: number;
        /** @example 254 */
        usable_hosts_text: string;
      }[];
      /** @description requirements for which there was no room */
      unplaced: string[];
    };
    SubnetPlanRequest: {
      /** @description leave alone what subnets of the address plan have */
      avoid_existing?: boolean;
      /** @example 192.0.2.0/24 */
      cidr: string;
      /**
       * @description subnets by the hosts that they must have room for; the biggest are placed first
       * @default []
       */
      requirements?: components["schemas"]["SubnetRequirement"][];
      /** @description prefix length of equal parts, at most 65,536 of them */
      split_to?: number;
    };
    SubnetRequirement: {
      /** @example 50 */
      hosts: number;
      name: string;
    };
    /** @description Absent fields keep their value. */
    SubnetUpdate: {
      /**
       * @description host bits are cleared; `cidr_as_sent` says so
       * @example 192.0.2.0/24
       */
      cidr?: string;
      description?: string | null;
      dhcp_end?: string | null;
      /** @description first address of the DHCP range; both ends or none */
      dhcp_start?: string | null;
      dns_servers?: string | null;
      /** @example 192.0.2.1 */
      gateway?: string | null;
      /** @description all addresses may be given out, network and broadcast too */
      is_pool?: boolean;
      /** @example Office */
      name?: string;
      notes?: string | null;
      site_id?: number | null;
      vlan_id?: string | null;
    };
    SyslogStatus: {
      allowlist_enabled: boolean;
      /** @description files of events that are not searched any more, newest first, at most 100 */
      damaged_segments: {
        /**
         * Format: date-time
         * @example 2026-11-21T10:50:00.000Z
         */
        end_time: string;
        events: number;
        path: string;
        /**
         * Format: date-time
         * @example 2026-11-21T10:50:00.000Z
         */
        start_time: string;
      }[];
      denied_senders: number;
      /** @description always 0: lines that nothing recognises are kept */
      dropped_unparsed: number;
      /** @description blank lines and empty datagrams: neither received nor stored */
      empty_messages: number;
      enabled: boolean;
      journal: {
        bytes: number;
        damaged_bytes: number;
        /** @description age of the oldest of them */
        lag_seconds: number;
        /** @description received but not yet searchable */
        messages: number;
        /** @description the reason, as in `losses`, for which datagrams are dropped and TCP senders wait now; null: all is taken */
        refusal: string | null;
        /** @description messages that the disk took without saying that it kept them */
        unsynced: number;
      };
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      last_denied_at: string | null;
      last_denied_sender: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      last_drop_at: string | null;
      last_drop_raw: string | null;
      last_drop_sender: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      last_event_received_at: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      last_packet_at: string | null;
      last_packet_sender: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      last_stored_at: string | null;
      last_stored_sender: string | null;
      last_unparsed_raw: string | null;
      listeners: {
        /** @description why it is not open; it is tried again */
        error: string | null;
        host: string;
        /** @description datagrams that the kernel dropped here */
        kernel_drops: number | null;
        port: number;
        /** @description granted by the kernel, UDP */
        receive_buffer_bytes: number | null;
        /** @enum {string} */
        state: "open" | "retrying";
        thread: number;
        /** @enum {string} */
        transport: "udp" | "tcp" | "tls";
      }[];
      /** @description messages that were not kept, by reason, since start */
      losses: {
        [key: string]: number;
      };
      /** @description kept messages that came out of broken TCP framing */
      malformed_messages: number;
      /** @description small files that were merged into bigger ones, since start */
      merged_segments: number;
      /** @description TCP and TLS senders that are connected */
      open_connections: number;
      /** @description files that were set aside */
      quarantine: string[];
      received_packets: number;
      /** @description listeners that are not open, or limited */
      receiver_errors: string[];
      refused_connections: number;
      /** @description taken from the journal of an earlier run, since start */
      replayed_events: number;
      /** @description FIREWALL_LOG_RETENTION_BYTES; 0: any amount */
      retention_bytes: number;
      retention_days: number;
      /** @description events that the last run dropped */
      retention_last_deleted: number;
      /** @description what the last run did not do, and why */
      retention_last_error: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      retention_last_run_at: string | null;
      segment_bytes: number;
      segments: number;
      /** @description senders known by name, at most 4,096 */
      sender_count: number;
      /** @description the 100 with the most lines since start, the busiest first */
      senders: {
        /** @description newest line's own time minus its arrival; null: it names none */
        clock_skew_seconds: number | null;
        denied: number;
        /** @description refused because the journal was full or failing */
        dropped: number;
        /** @description a header was recognised, and no format behind it */
        generic: number;
        /**
         * Format: date-time
         * @example 2026-11-21T10:50:00.000Z
         */
        last_seen_at: string | null;
        malformed: number;
        /** @description kept cut at SYSLOG_MAX_LINE_BYTES */
        oversize: number;
        /** @description at least a header was recognised */
        parsed: number;
        /** @description stored and dropped */
        received: number;
        /** @description address; `other`: the sum of all that are not named */
        sender: string;
        stored: number;
        unparsed: number;
        vendor: string | null;
      }[];
      /** @description of these: in quarantine, or lost with a damaged journal */
      skipped_since_creation: number;
      /** @description why received messages are not becoming searchable */
      store_error: string | null;
      stored_events: number;
      /** @description positions of all journals dealt with, over all runs */
      stored_since_creation: number;
      tcp_enabled: boolean;
      tcp_port: number;
      tls_certificate: {
        /** @description why the files as they are now are not used */
        problem: string | null;
        /** Format: date-time */
        valid_until: string | null;
      } | null;
      tls_enabled: boolean;
      /** @description connections to the TLS port that spoke no TLS, or broke off */
      tls_handshake_failures: number;
      tls_port: number;
      /** @description stored and searchable now */
      total_events: number;
      truncated_messages: number;
      udp_enabled: boolean;
      udp_port: number;
      /** @description TLS clients without a certificate of SYSLOG_TLS_CLIENT_CAFILE */
      unauthenticated_connections: number;
      /** @description kept lines that nothing recognised, since start */
      unparsed_events: number;
      /** @description stored lines since start by vendor; null: no vendor's format */
      vendors: {
        /**
         * Format: date-time
         * @example 2026-11-21T10:50:00.000Z
         */
        last_seen_at: string;
        stored: number;
        unparsed: number;
        vendor: string | null;
      }[];
    };
    SystemSettingsRead: {
      active_network_public_targets_enabled: boolean;
      /** @description shown as a banner; empty: none */
      announcement: string;
      /** @example Netatlas */
      app_name: string;
      /** @description kept, but not used yet: there are no backups */
      backup_retention_count: number;
      /** @description kept, but not used yet: there are no backups */
      backup_schedule_enabled: boolean;
      /** @description kept, but not used yet: there are no backups */
      backup_schedule_interval_hours: number;
      /** @description of the UI */
      idle_timeout_minutes: number;
      /** @description kept, but not used yet: reservations expire when they are told to */
      ip_reservation_default_expiry_enabled: boolean;
      /** @description kept, but not used yet: there are no reminders */
      ip_reservation_reminder_channels: string[];
      /** @description kept, but not used yet: there are no reminders */
      ip_reservation_reminder_days: number;
      /** @description kept, but not used yet: there are no reminders */
      ip_reservation_reminder_enabled: boolean;
      /** @description whether devices and services on them are checked */
      live_ping_enabled: boolean;
      login_message: string;
      /** @description of devices, and of service checks without an interval of their own */
      monitor_interval_seconds: number;
      /** @description kept, but not used yet: no page shows it */
      support_email: string;
      /** @description kept, but not used yet: no page shows it */
      support_url: string;
    };
    /** @description Absent fields keep their value. */
    SystemSettingsUpdate: {
      active_network_public_targets_enabled?: boolean;
      announcement?: string;
      app_name?: string;
      /** @description kept, but not used yet: there are no backups */
      backup_retention_count?: number;
      /** @description kept, but not used yet: there are no backups */
      backup_schedule_enabled?: boolean;
      /** @description kept, but not used yet: there are no backups */
      backup_schedule_interval_hours?: number;
      idle_timeout_minutes?: number;
      /** @description kept, but not used yet: reservations expire when they are told to */
      ip_reservation_default_expiry_enabled?: boolean;
      /** @description kept, but not used yet: there are no reminders */
      ip_reservation_reminder_channels?: string[];
      /** @description kept, but not used yet: there are no reminders */
      ip_reservation_reminder_days?: number;
      /** @description kept, but not used yet: there are no reminders */
      ip_reservation_reminder_enabled?: boolean;
      live_ping_enabled?: boolean;
      login_message?: string;
      monitor_interval_seconds?: number;
      /** @description kept, but not used yet: no page shows it */
      support_email?: string;
      /** @description kept, but not used yet: no page shows it */
      support_url?: string;
    };
    /** @description how many of the devices on which it is checked are in each state */
    TargetCounts: {
      down: number;
      maintenance: number;
      paused: number;
      unknown: number;
      unreachable: number;
      up: number;
    };
    TestNotificationRequest: {
      /**
       * @description `smtp`, `ntfy`, `telegram` or `signal`
       * @example ntfy
       */
      channel: string;
      /** @default This is a test message from Netatlas. */
      message?: string;
    };
    TokenPair: {
      /** @description JWT; also set as the cookie `svc_access` */
      access_token: string;
      /** @enum {string} */
      token_type: "bearer";
    };
    TopologyGraph: {
      /** @description by host name, then address */
      devices: components["schemas"]["DeviceRead"][];
      /** @description by id */
      relationships: components["schemas"]["RelationshipRead"][];
    };
    TopologyGroupCreate: {
      /** @default null */
      color?: string | null;
      description?: string | null;
      dhcp_end?: string | null;
      dhcp_start?: string | null;
      display_name?: string | null;
      dns_servers?: string | null;
      gateway?: string | null;
      /** @example 192.0.2.0/24 */
      ip_range?: string | null;
      /** @example office */
      name: string;
      /** @description the group that it lies in */
      parent_id?: number | null;
      site_id?: number | null;
      /** @example 10 */
      vlan_id?: string | null;
    };
    TopologyGroupRead: {
      color: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      created_at: string;
      description: string | null;
      dhcp_end: string | null;
      dhcp_start: string | null;
      display_name: string | null;
      dns_servers: string | null;
      gateway: string | null;
      id: number;
      ip_range: string | null;
      name: string;
      parent_id: number | null;
      site_id: number | null;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      updated_at: string;
      vlan_id: string | null;
    };
    /** @description Absent fields keep their value. */
    TopologyGroupUpdate: {
      color?: string | null;
      description?: string | null;
      dhcp_end?: string | null;
      dhcp_start?: string | null;
      display_name?: string | null;
      dns_servers?: string | null;
      gateway?: string | null;
      /** @example 192.0.2.0/24 */
      ip_range?: string | null;
      /** @example office */
      name?: string;
      /** @description the group that it lies in */
      parent_id?: number | null;
      site_id?: number | null;
      /** @example 10 */
      vlan_id?: string | null;
    };
    TopologyLayoutCreate: {
      /** @description null: those of the layout that has the name stay */
      display_prefs?: {
        [key: string]: unknown;
      } | null;
      /** @example Rack view */
      name: string;
      /** @description node (`device-<id>`, `group-<key>`) to its place */
      positions?: {
        [key: string]: components["schemas"]["LayoutPosition"];
      };
    };
    TopologyLayoutImportRequest: {
      /** @example K7QM2XWPA9TD */
      code: string;
      /** @description null: the name of the source */
      name?: string | null;
    };
    TopologyLayoutRead: {
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      created_at: string;
      display_prefs: {
        [key: string]: unknown;
      } | null;
      id: number;
      name: string;
      owner_user_id: number;
      positions: {
        [key: string]: components["schemas"]["LayoutPosition"];
      };
      share_code: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      updated_at: string;
    };
    TopologyLayoutShareRead: {
      id: number;
      name: string;
      /** @example K7QM2XWPA9TD */
      share_code: string;
    };
    TotpConfirm: {
      /** @example 123456 */
      code: string;
    };
    TotpConfirmed: {
      /**
       * @description null: there were some already, and they stay good
       * @example [
       *       "7k2m-9qxa-04ht-e5cw"
       *     ]
       */
      recovery_codes: string[] | null;
    };
    TotpEnrolment: {
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      expires_at: string;
      /** @description the same, for a QR code */
      otpauth_uri: string;
      /** @description base32; shown here, and never again */
      secret: string;
    };
    TotpLogin: {
      /** @description of the answer of `POST /auth/login` */
      challenge_token: string;
      /** @example 123456 */
      code: string;
    };
    TriedChange: {
      /** @example topology.site_updated */
      action: string;
      /** @description null: nothing is left */
      after?: unknown;
      /** @description null: there was nothing */
      before?: unknown;
      detail: string | null;
      target: string | null;
    };
    UserCreateRequest: {
      /** @example alice@example.com */
      email?: string | null;
      is_active?: boolean;
      /** Format: password */
      password: string;
      /** @default Viewer */
      role?: string;
      /** @example alice */
      username: string;
    };
    UserRead: {
      /** @example local */
      auth_source: string;
      avatar_data: string | null;
      display_name: string | null;
      email: string | null;
      /** @description kept, but not used yet: things have the same colours for everybody */
      entity_colors_enabled: boolean;
      id: number;
      is_active: boolean;
      /** @example NetworkAdmin */
      role: string;
      sso_issuer: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T10:50:00.000Z
       */
      sso_last_login_at: string | null;
      username: string;
      whats_new_acknowledged_version: string | null;
    };
    UserUpdateRequest: {
      /**
       * @description PNG, JPEG or WebP as a data URI; null: cleared
       * @example null
       */
      avatar_data?: string | null;
      /**
       * @description null or "": cleared
       * @example alice@example.com
       */
      email?: string | null;
      /** @description null: unchanged */
      is_active?: boolean | null;
      /** @description revoke all API keys of the user too, for good */
      revoke_api_keys?: boolean;
      /** @description null: unchanged */
      role?: string | null;
    };
    ValidationError: {
      detail: components["schemas"]["ValidationIssue"][];
    };
    ValidationIssue: {
      /**
       * @example [
       *       "body",
       *       "name"
       *     ]
       */
      loc: (string | number)[];
      /** @example Field required */
      msg: string;
      /** @example missing */
      type: string;
    };
    VersionInfo: {
      channel: string | null;
      /**
       * @description why that failed
       * @example null
       */
      check_error: string | null;
      /**
       * Format: date-time
       * @description when the feed was last asked; null: there is none (RELEASE_FEED_URL)
       * @example 2026-11-21T10:50:00.000Z
       */
      checked_at: string | null;
      /** @example 0.1.0 */
      current: string;
      /** @description page of the installed one */
      current_release_url: string;
      /**
       * @description newest release in the feed; null: none is known
       * @example 0.2.0
       */
      latest: string | null;
      /** @description page of the newest release */
      release_url: string;
      /** @description true also where no newer one is known */
      up_to_date: boolean;
      whats_new: {
        sections: {
          category: string;
          items: string[];
        }[];
        version: string;
      }[];
    };
    VlanImportRequest: {
      group_ids: number[];
    };
    VlanImportResult: {
      imported: number;
    };
    VlanSuggestion: {
      already_imported: boolean;
      display_name: string | null;
      dns_servers: string | null;
      gateway: string | null;
      /** @description of the topology group */
      id: number;
      /** @example 192.0.2.0/24 */
      ip_range: string;
      name: string;
      vlan_id: string | null;
    };
    WhatsNewAckRequest: {
      /** @example 0.1.0 */
      version: string;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  get_api_health: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Health"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  put_admin_device_type_colors: {
    parameters: {
      query?: {
        /** @description `true`: nothing is changed; every refusal is as it would be, and success is 200 and says what would be answered and changed */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["DeviceTypeColorsUpdate"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json":
            | components["schemas"]["DeviceTypeRead"][]
            | {
                would_answer: components["schemas"]["DeviceTypeRead"][];
                /** @description what the audit log would show */
                would_change: components["schemas"]["TriedChange"][];
              };
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 256 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_admin_device_types: {
    parameters: {
      query?: {
        /** @description where the page begins: from the `next` link of the page before */
        cursor?: string;
        /** @description gives a page of so many; absent: the whole list. Rows that are added or removed between two pages move no other row out of the walk, or into it twice; one that is renamed may move itself */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description `<…>; rel="next"`: the next page, where there is one */
          Link?: string;
          /** @description rows of the whole list */
          "X-Total-Count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DeviceTypeRead"][];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_admin_device_types: {
    parameters: {
      query?: {
        /** @description `true`: nothing is changed; every refusal is as it would be, and success is 200 and says what would be answered and changed */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["DeviceTypeCreate"];
      };
    };
    responses: {
      /** @description `dry_run`: what would be */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            would_answer: components["schemas"]["DeviceTypeRead"];
            /** @description what the audit log would show */
            would_change: components["schemas"]["TriedChange"][];
          };
        };
      };
      /** @description Success */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DeviceTypeRead"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again; Device type already exists */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 256 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  put_admin_device_types_value: {
    parameters: {
      query?: {
        /** @description `true`: nothing is changed; every refusal is as it would be, and success is 200 and says what would be answered and changed */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path: {
        value: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["DeviceTypeUpdate"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json":
            | components["schemas"]["DeviceTypeRead"]
            | {
                would_answer: components["schemas"]["DeviceTypeRead"];
                /** @description what the audit log would show */
                would_change: components["schemas"]["TriedChange"][];
              };
        };
      };
      /** @description The Host header is not trusted; Built-in device types cannot be edited */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Device type not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again; Device type already exists */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 256 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  delete_admin_device_types_value: {
    parameters: {
      query?: never;
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path: {
        value: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done; no body */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted; Built-in device types cannot be deleted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Device type not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again; Device type is in use */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  patch_admin_device_types_value: {
    parameters: {
      query?: {
        /** @description `true`: nothing is changed; every refusal is as it would be, and success is 200 and says what would be answered and changed */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path: {
        value: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["DeviceTypeUpdate"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json":
            | components["schemas"]["DeviceTypeRead"]
            | {
                would_answer: components["schemas"]["DeviceTypeRead"];
                /** @description what the audit log would show */
                would_change: components["schemas"]["TriedChange"][];
              };
        };
      };
      /** @description The Host header is not trusted; Built-in device types cannot be edited */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Device type not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again; Device type already exists */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 256 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_admin_notification_profiles: {
    parameters: {
      query?: {
        /** @description where the page begins: from the `next` link of the page before */
        cursor?: string;
        /** @description gives a page of so many; absent: the whole list. Rows that are added or removed between two pages move no other row out of the walk, or into it twice; one that is renamed may move itself */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description `<…>; rel="next"`: the next page, where there is one */
          Link?: string;
          /** @description rows of the whole list */
          "X-Total-Count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["NotificationProfileRead"][];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_admin_notification_profiles: {
    parameters: {
      query?: never;
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["NotificationProfileCreate"];
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["NotificationProfileRead"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 256 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  delete_admin_notification_profiles_profile_id: {
    parameters: {
      query?: never;
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path: {
        profile_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done; no body */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Notification profile not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  patch_admin_notification_profiles_profile_id: {
    parameters: {
      query?: never;
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path: {
        profile_id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["NotificationProfileUpdate"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["NotificationProfileRead"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Notification profile not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 256 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_admin_notification_profiles_profile_id_test: {
    parameters: {
      query?: never;
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path: {
        profile_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["NotificationTestResult"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Notification profile not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_admin_notification_settings: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["NotificationSettings"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  put_admin_notification_settings: {
    parameters: {
      query?: never;
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["NotificationSettingsUpdate"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["NotificationSettings"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 256 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_admin_notifications_test: {
    parameters: {
      query?: never;
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["TestNotificationRequest"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["NotificationTestResult"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 256 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_admin_oidc_settings: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["OidcSettingsRead"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  put_admin_oidc_settings: {
    parameters: {
      query?: never;
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["OidcSettingsUpdate"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["OidcSettingsRead"];
        };
      };
      /** @description The Host header is not trusted; Role mappings are no JSON object; the default role is SuperAdmin; single sign-on cannot be required: it is not configured, the provider test failed, or no SuperAdmin could come in without it */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 256 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_admin_oidc_settings_test: {
    parameters: {
      query?: never;
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["OidcTestResult"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A `dry_run`, which there is none of; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_admin_role_permissions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RolePermissionsResponse"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  put_admin_role_permissions: {
    parameters: {
      query?: never;
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["RolePermissionsUpdate"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RolePermissionsResponse"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 256 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_admin_roles: {
    parameters: {
      query?: never;
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["RoleCreate"];
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RolePermissionsResponse"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again; Cannot create a built-in role */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 256 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  delete_admin_roles_name: {
    parameters: {
      query?: never;
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path: {
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RolePermissionsResponse"];
        };
      };
      /** @description The Host header is not trusted; Cannot delete the SuperAdmin role; Cannot delete a built-in role */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  put_admin_roles_name_second_factor: {
    parameters: {
      query?: never;
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path: {
        name: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SecondFactorRule"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SecondFactorRoles"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Role not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 256 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_admin_second_factor_roles: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SecondFactorRoles"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_admin_settings: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SystemSettingsRead"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  put_admin_settings: {
    parameters: {
      query?: never;
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SystemSettingsUpdate"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SystemSettingsRead"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 256 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_admin_settings_public: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SystemSettingsRead"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_admin_status_pages: {
    parameters: {
      query?: {
        /** @description where the page begins: from the `next` link of the page before */
        cursor?: string;
        /** @description gives a page of so many; absent: the whole list. Rows that are added or removed between two pages move no other row out of the walk, or into it twice; one that is renamed may move itself */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description `<…>; rel="next"`: the next page, where there is one */
          Link?: string;
          /** @description rows of the whole list */
          "X-Total-Count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["StatusPage"][];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_admin_status_pages: {
    parameters: {
      query?: {
        /** @description `true`: nothing is changed; every refusal is as it would be, and success is 200 and says what would be answered and changed */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["StatusPageCreate"];
      };
    };
    responses: {
      /** @description `dry_run`: what would be */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            would_answer: components["schemas"]["StatusPage"];
            /** @description what the audit log would show */
            would_change: components["schemas"]["TriedChange"][];
          };
        };
      };
      /** @description Success */
      201: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["StatusPage"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A device, service check or monitor was not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again; Another status page has this address */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 1 MiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_admin_status_pages_page_id: {
    parameters: {
      query?: never;
      header?: {
        /** @description entity tag that the caller has; 304 if it is still that */
        "If-None-Match"?: string;
      };
      path: {
        page_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["StatusPage"];
        };
      };
      /** @description The caller's copy is still right; no body */
      304: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Status page not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  delete_admin_status_pages_page_id: {
    parameters: {
      query?: {
        /** @description `true`: nothing is removed; the answer is 200 and says what would go */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
        /** @description entity tag of the object as it was read; 412 if it has changed */
        "If-Match"?: string;
      };
      path: {
        page_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description `dry_run`: what would go */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DeletionPreview"];
        };
      };
      /** @description Done; no body */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Status page not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The object is not the one of If-Match any more */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  patch_admin_status_pages_page_id: {
    parameters: {
      query?: {
        /** @description `true`: nothing is changed; every refusal is as it would be, and success is 200 and says what would be answered and changed */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
        /** @description entity tag of the object as it was read; 412 if it has changed */
        "If-Match"?: string;
      };
      path: {
        page_id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["StatusPageUpdate"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json":
            | components["schemas"]["StatusPage"]
            | {
                would_answer: components["schemas"]["StatusPage"];
                /** @description what the audit log would show */
                would_change: components["schemas"]["TriedChange"][];
              };
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The status page, or a device, service check or monitor of it, was not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again; Another status page has this address */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The object is not the one of If-Match any more */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 1 MiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_admin_status_pages_page_id_preview: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        page_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "text/html": string;
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Status page not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_api_keys: {
    parameters: {
      query?: {
        /** @description where the page begins: from the `next` link of the page before */
        cursor?: string;
        /** @description gives a page of so many; absent: the whole list. Rows that are added or removed between two pages move no other row out of the walk, or into it twice; one that is renamed may move itself */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description `<…>; rel="next"`: the next page, where there is one */
          Link?: string;
          /** @description rows of the whole list */
          "X-Total-Count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ApiKeyRead"][];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_api_keys: {
    parameters: {
      query?: never;
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ApiKeyCreateRequest"];
      };
    };
    responses: {
      /** @description The request with this Idempotency-Key was carried out before: its object as it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ApiKeyRead"];
        };
      };
      /** @description Success */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ApiKeyCreateResponse"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again; Too many API keys (50 that work) */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 256 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  delete_api_keys_key_id: {
    parameters: {
      query?: never;
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path: {
        key_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done; no body */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description API key not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  delete_api_keys_admin_key_id: {
    parameters: {
      query?: never;
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path: {
        key_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done; no body */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description API key not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_api_keys_admin_all: {
    parameters: {
      query?: {
        /** @description where the page begins: from the `next` link of the page before */
        cursor?: string;
        /** @description gives a page of so many; absent: the whole list. Rows that are added or removed between two pages move no other row out of the walk, or into it twice; one that is renamed may move itself */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description `<…>; rel="next"`: the next page, where there is one */
          Link?: string;
          /** @description rows of the whole list */
          "X-Total-Count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ApiKeyAdminRead"][];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_audit_export: {
    parameters: {
      query?: {
        /** @description beginning of the action; entries that hold the rows of a deletion are listed where it ends in `.rows` */
        action?: string;
        actor_user_id?: number;
        /** @description `login`: sign-in events only; other values are ignored */
        category?: string;
        end_time?: string;
        /** @description text in action, target, detail, actor, address or request id, in any case */
        q?: string;
        start_time?: string;
        /** @description the whole target */
        target?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "text/csv": string;
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_audit_logs: {
    parameters: {
      query?: {
        /** @description beginning of the action; entries that hold the rows of a deletion are listed where it ends in `.rows` */
        action?: string;
        actor_user_id?: number;
        /** @description `login`: sign-in events only; other values are ignored */
        category?: string;
        /** @description `next_cursor` of the page before */
        cursor?: string;
        end_time?: string;
        limit?: number;
        offset?: number;
        /** @description text in action, target, detail, actor, address or request id, in any case */
        q?: string;
        start_time?: string;
        /** @description the whole target */
        target?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description `<…>; rel="next"`: the next page, where there is one */
          Link?: string;
          /** @description rows of the whole list */
          "X-Total-Count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AuditLogList"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_audit_logs_export: {
    parameters: {
      query?: {
        actor_user_id?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "text/csv": string;
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_audit_verify: {
    parameters: {
      query?: {
        hash?: string;
        /** @description with `hash`: a head that was noted earlier, which must still be in the chain */
        position?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AuditVerification"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_auth_change_password: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["PasswordChangeRequest"];
      };
    };
    responses: {
      /** @description Done; no body */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated; Current password is invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet; API keys cannot change the mail address, the password or second factors: sign in; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 256 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out; Too many login attempts */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Too many sign-ins at the same time; The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_auth_forgot_password: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ForgotPasswordRequest"];
      };
    };
    responses: {
      /** @description Done; no body */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 64 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_auth_login: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["LoginRequest"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json":
            components["schemas"]["TokenPair"] | components["schemas"]["SecondFactorRequired"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Invalid credentials */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Local sign-in is disabled. Use single sign-on. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 64 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description Too many login attempts */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Too many sign-ins at the same time; The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_auth_login_passkey: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["PasskeyLogin"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TokenPair"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Invalid credentials; Invalid or expired token */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Local sign-in is disabled. Use single sign-on. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Passkeys need a host name */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 64 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description Too many login attempts */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_auth_login_passkey_options: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["PasskeyLoginStart"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PasskeyOptions"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Invalid or expired token */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Passkeys need a host name */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 64 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_auth_login_recovery_code: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["RecoveryCodeLogin"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TokenPair"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Invalid credentials; Invalid or expired token */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Local sign-in is disabled. Use single sign-on. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 64 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description Too many login attempts */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_auth_login_totp: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["TotpLogin"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TokenPair"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Invalid credentials; Invalid or expired token */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Local sign-in is disabled. Use single sign-on. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 64 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description Too many login attempts */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_auth_logout: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["LogoutRequest"];
      };
    };
    responses: {
      /** @description Done; no body */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 64 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_auth_me: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CurrentUser"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  patch_auth_me: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ProfileUpdateRequest"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["UserRead"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated; Invalid credentials */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token; API keys cannot change the mail address, the password or second factors: sign in */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The profile was changed meanwhile */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Avatar image too large (max 2 MB): 3 MiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out; Too many login attempts */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_auth_me_acknowledge_whats_new: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["WhatsNewAckRequest"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["UserRead"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 256 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_auth_me_passkeys: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PasskeyRead"][];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_auth_me_passkeys: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["PasskeyCreate"];
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PasskeyCreated"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description API keys cannot change the mail address, the password or second factors: sign in; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description No passkey is being set up; This passkey is registered already; At most 20 passkeys */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 256 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  delete_auth_me_passkeys_passkey_id: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        passkey_id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SecondFactorProof"];
      };
    };
    responses: {
      /** @description Done; no body */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated; Invalid credentials */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet; API keys cannot change the mail address, the password or second factors: sign in; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Passkey not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Your role requires a second factor */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 256 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out; Too many login attempts */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  patch_auth_me_passkeys_passkey_id: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        passkey_id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["PasskeyUpdate"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PasskeyRead"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet; API keys cannot change the mail address, the password or second factors: sign in; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Passkey not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 256 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_auth_me_passkeys_options: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SecondFactorProof"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PasskeyOptions"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated; Invalid credentials */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description API keys cannot change the mail address, the password or second factors: sign in; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Passkeys need a host name */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 256 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out; Too many login attempts */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_auth_me_recovery_codes: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SecondFactorProof"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RecoveryCodes"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated; Invalid credentials */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet; API keys cannot change the mail address, the password or second factors: sign in; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description There is no second factor yet */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 256 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out; Too many login attempts */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_auth_me_second_factor: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SecondFactorStatus"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_auth_me_sessions: {
    parameters: {
      query?: {
        /** @description where the page begins: from the `next` link of the page before */
        cursor?: string;
        /** @description gives a page of so many; absent: the whole list. Rows that are added or removed between two pages move no other row out of the walk, or into it twice; one that is renamed may move itself */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description `<…>; rel="next"`: the next page, where there is one */
          Link?: string;
          /** @description rows of the whole list */
          "X-Total-Count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SessionRead"][];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  delete_auth_me_sessions_session_id: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        session_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done; no body */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Session not found (unknown or somebody else's) */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_auth_me_totp: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SecondFactorProof"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TotpEnrolment"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated; Invalid credentials */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description API keys cannot change the mail address, the password or second factors: sign in; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 256 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out; Too many login attempts */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  delete_auth_me_totp: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SecondFactorProof"];
      };
    };
    responses: {
      /** @description Done; no body */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated; Invalid credentials */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet; API keys cannot change the mail address, the password or second factors: sign in; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description No authenticator app is set up */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Your role requires a second factor */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 256 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out; Too many login attempts */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_auth_me_totp_confirm: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["TotpConfirm"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TotpConfirmed"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated; Invalid credentials */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description API keys cannot change the mail address, the password or second factors: sign in; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description No authenticator app is being set up */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 256 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out; Too many login attempts */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_auth_oidc_callback: {
    parameters: {
      query?: {
        code?: string;
        error?: string;
        /** @description who answers (RFC 9207) */
        iss?: string;
        state?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Redirect: to `/`, or to `/?sso_error=<code>` */
      302: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_auth_oidc_login: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Redirect: to the provider, or to `/?sso_error=<code>` */
      302: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description SSO login is not enabled */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description SSO redirect URL is not configured; The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_auth_oidc_status: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["OidcPublicStatus"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_auth_passkey: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["PasskeySignIn"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TokenPair"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Invalid credentials; Invalid or expired token */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Local sign-in is disabled. Use single sign-on. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Passkeys need a host name */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 64 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description Too many login attempts */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_auth_passkey_options: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PasskeySignInOptions"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Passkeys need a host name */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_auth_refresh: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["RefreshRequest"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TokenPair"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description No refresh token, or one that is not valid (any more) */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 64 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_auth_reset_password: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ResetPasswordRequest"];
      };
    };
    responses: {
      /** @description Done; no body */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted; Invalid or expired password reset link */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 64 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_auth_users: {
    parameters: {
      query?: {
        /** @description where the page begins: from the `next` link of the page before */
        cursor?: string;
        /** @description gives a page of so many; absent: the whole list. Rows that are added or removed between two pages move no other row out of the walk, or into it twice; one that is renamed may move itself */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description `<…>; rel="next"`: the next page, where there is one */
          Link?: string;
          /** @description rows of the whole list */
          "X-Total-Count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["UserRead"][];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_auth_users: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["UserCreateRequest"];
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["UserRead"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Username is unavailable */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 256 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  patch_auth_users_user_id: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        user_id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["UserUpdateRequest"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["UserRead"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token; Change your own mail address, password and second factor in your profile, which asks who you are */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description User not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description At least one active SuperAdmin must remain */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Avatar image too large (max 2 MB): 3 MiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_auth_users_user_id_reset_password: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        user_id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["AdminPasswordResetRequest"];
      };
    };
    responses: {
      /** @description Done; no body */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token; Change your own mail address, password and second factor in your profile, which asks who you are */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description User not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 256 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  delete_auth_users_user_id_second_factor: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        user_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done; no body */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token; Change your own mail address, password and second factor in your profile, which asks who you are */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description User not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  delete_auth_users_user_id_sessions: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        user_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done; no body */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description User not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_auth_users_user_id_unlock_login: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        user_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done; no body */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description User not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_dashboard_summary: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DashboardSummary"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_exports_firewall: {
    parameters: {
      query?: {
        action?: string;
        /** @description every match, as a stream; `limit` does not count then */
        all?: boolean;
        app?: string;
        /** @description events that one of the device's addresses sent or that it is an end of, and those whose header names the device as the host */
        device_id?: number;
        /** @description an address, or a network such as 10.0.0.0/8 or 2001:db8::/32 */
        dst_ip?: string;
        dst_port?: number;
        end_time?: string;
        format?: "csv" | "json";
        interface?: string;
        /** @description source or destination, as sent or as translated; a network too */
        ip?: string;
        limit?: number;
        /** @description source or destination */
        port?: number;
        protocol?: string;
        /** @description words anywhere in the line, in any case; "a phrase"; -not; field:value for every field of an event; at most 32 different ones */
        q?: string;
        rule_id?: string;
        /** @description an address, or a network such as 10.0.0.0/8 or 2001:db8::/32 */
        sender?: string;
        severity?: number;
        source_host?: string;
        /** @description an address, or a network such as 10.0.0.0/8 or 2001:db8::/32 */
        src_ip?: string;
        src_port?: number;
        start_time?: string;
        vendor?: string;
        verdict?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["FirewallExportRow"][];
          "text/csv": string;
        };
      };
      /** @description The Host header is not trusted; Invalid datetime filter, or a filter's value is no address, blank, or has control characters */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Events of the time range lie in a damaged file */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out; Two exports of the user are running */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The search took longer than SEARCH_TIMEOUT_SECONDS */
      504: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_exports_inventory: {
    parameters: {
      query?: {
        /** @description of a CSV file: the usual columns, or with those behind them that an import takes as well */
        columns?: "contract" | "all";
        format?: "csv" | "json";
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DeviceRead"][];
          "text/csv": string;
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_exports_summary: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ExportSummaryRead"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_health: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Health"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_health_ready: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Readiness"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not ready */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Readiness"] | components["schemas"]["Error"];
        };
      };
    };
  };
  get_ipam_conflicts: {
    parameters: {
      query?: {
        /** @description where the page begins: from the `next` link of the page before */
        cursor?: string;
        /** @description gives a page of so many; absent: the whole list. Rows that are added or removed between two pages move no other row out of the walk, or into it twice; one that is renamed may move itself */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description `<…>; rel="next"`: the next page, where there is one */
          Link?: string;
          /** @description rows of the whole list */
          "X-Total-Count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ConflictEntry"][];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_ipam_dhcp_leases: {
    parameters: {
      query?: {
        /** @description where the page begins: from the `next` link of the page before */
        cursor?: string;
        is_active?: boolean;
        /** @description gives a page of so many; absent: the whole list. Rows that are added or removed between two pages move no other row out of the walk, or into it twice; one that is renamed may move itself */
        limit?: number;
        /** @description `text`: by the address as text; `address`: IPv4 before IPv6, each as numbers */
        sort?: "text" | "address";
        source?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description `<…>; rel="next"`: the next page, where there is one */
          Link?: string;
          /** @description rows of the whole list */
          "X-Total-Count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DhcpLeaseOut"][];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  delete_ipam_dhcp_leases: {
    parameters: {
      query?: {
        /** @description `true`: nothing is removed; the answer is 200 and says what would go */
        dry_run?: boolean;
        /** @description of this source alone */
        source?: string;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description `dry_run`: what would go */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DeletionPreview"];
        };
      };
      /** @description Done; no body */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_ipam_dhcp_leases_history: {
    parameters: {
      query?: {
        /** @description where the page begins: from the `next` link of the page before */
        cursor?: string;
        ip_address?: string;
        /** @description gives a page of so many; absent: the whole list. Rows that are added or removed between two pages move no other row out of the walk, or into it twice; one that is renamed may move itself */
        limit?: number;
        /** @description in any usual form */
        mac_address?: string;
        source?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description `<…>; rel="next"`: the next page, where there is one */
          Link?: string;
          /** @description rows of the whole list */
          "X-Total-Count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DhcpLeaseHistoryEntry"][];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_ipam_dhcp_leases_import: {
    parameters: {
      query?: {
        /** @description `false`: leases of the source that the file does not list stay, as for one of several files */
        close_missing?: boolean;
        /** @description `true`: nothing is changed; every refusal is as it would be, and success is 200 and says what would be answered and changed */
        dry_run?: boolean;
        /** @description absent: found out from the file */
        format?:
          | "isc-dhcpd"
          | "dnsmasq"
          | "kea-csv"
          | "kea-json"
          | "windows-csv"
          | "windows-netsh"
          | "mikrotik"
          | "opnsense-json";
        /** @description the server whose leases these are: an import replaces the leases of its source */
        source?: string;
        /** @description of times that name no zone: Windows, OPNsense and pfSense; absent: UTC */
        utc_offset?: string;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["DhcpImportRequest"];
        "text/plain": string;
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json":
            | components["schemas"]["DhcpImportResult"]
            | {
                would_answer: components["schemas"]["DhcpImportResult"];
                /** @description what the audit log would show */
                would_change: components["schemas"]["TriedChange"][];
              };
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again; The import was cancelled */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 32 MiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json or text/plain */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The import was given up, as the service ends or has not reached its database; The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_ipam_external_assignments: {
    parameters: {
      query?: {
        /** @description where the page begins: from the `next` link of the page before */
        cursor?: string;
        /** @description gives a page of so many; absent: the whole list. Rows that are added or removed between two pages move no other row out of the walk, or into it twice; one that is renamed may move itself */
        limit?: number;
        pool_id?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description `<…>; rel="next"`: the next page, where there is one */
          Link?: string;
          /** @description rows of the whole list */
          "X-Total-Count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ExternalIpAssignmentOut"][];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_ipam_external_assignments: {
    parameters: {
      query?: {
        /** @description `true`: nothing is changed; every refusal is as it would be, and success is 200 and says what would be answered and changed */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ExternalIpAssignmentCreate"];
      };
    };
    responses: {
      /** @description `dry_run`: what would be */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            would_answer: components["schemas"]["ExternalIpAssignmentOut"];
            /** @description what the audit log would show */
            would_change: components["schemas"]["TriedChange"][];
          };
        };
      };
      /** @description Success */
      201: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ExternalIpAssignmentOut"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description External IP pool not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again; External IP address is already tracked */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 256 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_ipam_external_assignments_assignment_id: {
    parameters: {
      query?: never;
      header?: {
        /** @description entity tag that the caller has; 304 if it is still that */
        "If-None-Match"?: string;
      };
      path: {
        assignment_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ExternalIpAssignmentOut"];
        };
      };
      /** @description The caller's copy is still right; no body */
      304: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description External IP assignment not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  delete_ipam_external_assignments_assignment_id: {
    parameters: {
      query?: {
        /** @description `true`: nothing is removed; the answer is 200 and says what would go */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
        /** @description entity tag of the object as it was read; 412 if it has changed */
        "If-Match"?: string;
      };
      path: {
        assignment_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description `dry_run`: what would go */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DeletionPreview"];
        };
      };
      /** @description Done; no body */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description External IP assignment not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The object is not the one of If-Match any more */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  patch_ipam_external_assignments_assignment_id: {
    parameters: {
      query?: {
        /** @description `true`: nothing is changed; every refusal is as it would be, and success is 200 and says what would be answered and changed */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
        /** @description entity tag of the object as it was read; 412 if it has changed */
        "If-Match"?: string;
      };
      path: {
        assignment_id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ExternalIpAssignmentUpdate"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json":
            | components["schemas"]["ExternalIpAssignmentOut"]
            | {
                would_answer: components["schemas"]["ExternalIpAssignmentOut"];
                /** @description what the audit log would show */
                would_change: components["schemas"]["TriedChange"][];
              };
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description External IP assignment or pool not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again; External IP address is already tracked */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The object is not the one of If-Match any more */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 256 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_ipam_external_pools: {
    parameters: {
      query?: {
        /** @description where the page begins: from the `next` link of the page before */
        cursor?: string;
        /** @description gives a page of so many; absent: the whole list. Rows that are added or removed between two pages move no other row out of the walk, or into it twice; one that is renamed may move itself */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description `<…>; rel="next"`: the next page, where there is one */
          Link?: string;
          /** @description rows of the whole list */
          "X-Total-Count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ExternalIpPoolOut"][];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_ipam_external_pools: {
    parameters: {
      query?: {
        /** @description `true`: nothing is changed; every refusal is as it would be, and success is 200 and says what would be answered and changed */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ExternalIpPoolCreate"];
      };
    };
    responses: {
      /** @description `dry_run`: what would be */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            would_answer: components["schemas"]["ExternalIpPoolOut"];
            /** @description what the audit log would show */
            would_change: components["schemas"]["TriedChange"][];
          };
        };
      };
      /** @description Success */
      201: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ExternalIpPoolOut"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again; External IP pool already exists, or it overlaps another */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 256 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_ipam_external_pools_pool_id: {
    parameters: {
      query?: never;
      header?: {
        /** @description entity tag that the caller has; 304 if it is still that */
        "If-None-Match"?: string;
      };
      path: {
        pool_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ExternalIpPoolOut"];
        };
      };
      /** @description The caller's copy is still right; no body */
      304: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description External IP pool not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  delete_ipam_external_pools_pool_id: {
    parameters: {
      query?: {
        /** @description `true`: nothing is removed; the answer is 200 and says what would go */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
        /** @description entity tag of the object as it was read; 412 if it has changed */
        "If-Match"?: string;
      };
      path: {
        pool_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description `dry_run`: what would go */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DeletionPreview"];
        };
      };
      /** @description Done; no body */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description External IP pool not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The object is not the one of If-Match any more */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  patch_ipam_external_pools_pool_id: {
    parameters: {
      query?: {
        /** @description `true`: nothing is changed; every refusal is as it would be, and success is 200 and says what would be answered and changed */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
        /** @description entity tag of the object as it was read; 412 if it has changed */
        "If-Match"?: string;
      };
      path: {
        pool_id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ExternalIpPoolUpdate"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json":
            | components["schemas"]["ExternalIpPoolOut"]
            | {
                would_answer: components["schemas"]["ExternalIpPoolOut"];
                /** @description what the audit log would show */
                would_change: components["schemas"]["TriedChange"][];
              };
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description External IP pool not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again; External IP pool already exists, or it overlaps another */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The object is not the one of If-Match any more */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 256 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_ipam_external_pools_pool_id_addresses: {
    parameters: {
      query?: {
        limit?: number;
        offset?: number;
      };
      header?: never;
      path: {
        pool_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ExternalIpAddressPage"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description External IP pool not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_ipam_external_summary: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ExternalIpSummary"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_ipam_plan: {
    parameters: {
      query?: never;
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SubnetPlanRequest"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SubnetPlan"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 1 MiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_ipam_reservations: {
    parameters: {
      query?: {
        /** @description where the page begins: from the `next` link of the page before */
        cursor?: string;
        /** @description gives a page of so many; absent: the whole list. Rows that are added or removed between two pages move no other row out of the walk, or into it twice; one that is renamed may move itself */
        limit?: number;
        /** @description `text`: by the address as text; `address`: IPv4 before IPv6, each as numbers */
        sort?: "text" | "address";
        state?: "active" | "expired";
        /** @description whose address lies in this subnet */
        subnet_id?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description `<…>; rel="next"`: the next page, where there is one */
          Link?: string;
          /** @description rows of the whole list */
          "X-Total-Count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["IpReservationOut"][];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Subnet not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_ipam_reservations: {
    parameters: {
      query?: {
        /** @description `true`: nothing is changed; every refusal is as it would be, and success is 200 and says what would be answered and changed */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["IpReservationCreate"];
      };
    };
    responses: {
      /** @description `dry_run`: what would be */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            would_answer: components["schemas"]["IpReservationOut"];
            /** @description what the audit log would show */
            would_change: components["schemas"]["TriedChange"][];
          };
        };
      };
      /** @description Success */
      201: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["IpReservationOut"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Subnet not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again; This IP address is already reserved */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 256 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_ipam_reservations_reservation_id: {
    parameters: {
      query?: never;
      header?: {
        /** @description entity tag that the caller has; 304 if it is still that */
        "If-None-Match"?: string;
      };
      path: {
        reservation_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["IpReservationOut"];
        };
      };
      /** @description The caller's copy is still right; no body */
      304: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Reservation not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  delete_ipam_reservations_reservation_id: {
    parameters: {
      query?: {
        /** @description `true`: nothing is removed; the answer is 200 and says what would go */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
        /** @description entity tag of the object as it was read; 412 if it has changed */
        "If-Match"?: string;
      };
      path: {
        reservation_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description `dry_run`: what would go */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DeletionPreview"];
        };
      };
      /** @description Done; no body */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Reservation not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The object is not the one of If-Match any more */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  patch_ipam_reservations_reservation_id: {
    parameters: {
      query?: {
        /** @description `true`: nothing is changed; every refusal is as it would be, and success is 200 and says what would be answered and changed */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
        /** @description entity tag of the object as it was read; 412 if it has changed */
        "If-Match"?: string;
      };
      path: {
        reservation_id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["IpReservationUpdate"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json":
            | components["schemas"]["IpReservationOut"]
            | {
                would_answer: components["schemas"]["IpReservationOut"];
                /** @description what the audit log would show */
                would_change: components["schemas"]["TriedChange"][];
              };
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Reservation or subnet not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The object is not the one of If-Match any more */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 256 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  delete_ipam_reservations_expired: {
    parameters: {
      query?: {
        /** @description `true`: nothing is removed; the answer is 200 and says what would go */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ExpiredReservationsDeleted"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_ipam_subnets: {
    parameters: {
      query?: {
        /** @description where the page begins: from the `next` link of the page before */
        cursor?: string;
        /** @description gives a page of so many; absent: the whole list. Rows that are added or removed between two pages move no other row out of the walk, or into it twice; one that is renamed may move itself */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description `<…>; rel="next"`: the next page, where there is one */
          Link?: string;
          /** @description rows of the whole list */
          "X-Total-Count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SubnetOut"][];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_ipam_subnets: {
    parameters: {
      query?: {
        /** @description `true`: nothing is changed; every refusal is as it would be, and success is 200 and says what would be answered and changed */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SubnetCreate"];
      };
    };
    responses: {
      /** @description `dry_run`: what would be */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            would_answer: components["schemas"]["SubnetOut"];
            /** @description what the audit log would show */
            would_change: components["schemas"]["TriedChange"][];
          };
        };
      };
      /** @description Success */
      201: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SubnetOut"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Site not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again; A subnet with this CIDR already exists */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 256 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_ipam_subnets_subnet_id: {
    parameters: {
      query?: never;
      header?: {
        /** @description entity tag that the caller has; 304 if it is still that */
        "If-None-Match"?: string;
      };
      path: {
        subnet_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SubnetOut"];
        };
      };
      /** @description The caller's copy is still right; no body */
      304: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Subnet not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  delete_ipam_subnets_subnet_id: {
    parameters: {
      query?: {
        /** @description `true`: nothing is removed; the answer is 200 and says what would go */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
        /** @description entity tag of the object as it was read; 412 if it has changed */
        "If-Match"?: string;
      };
      path: {
        subnet_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description `dry_run`: what would go */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DeletionPreview"];
        };
      };
      /** @description Done; no body */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Subnet not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The object is not the one of If-Match any more */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  patch_ipam_subnets_subnet_id: {
    parameters: {
      query?: {
        /** @description `true`: nothing is changed; every refusal is as it would be, and success is 200 and says what would be answered and changed */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
        /** @description entity tag of the object as it was read; 412 if it has changed */
        "If-Match"?: string;
      };
      path: {
        subnet_id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SubnetUpdate"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json":
            | components["schemas"]["SubnetOut"]
            | {
                would_answer: components["schemas"]["SubnetOut"];
                /** @description what the audit log would show */
                would_change: components["schemas"]["TriedChange"][];
              };
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Subnet or site not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again; A subnet with this CIDR already exists */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The object is not the one of If-Match any more */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 256 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_ipam_subnets_subnet_id_addresses: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        subnet_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["IpAddressEntry"][];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Subnet not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_ipam_subnets_subnet_id_allocate: {
    parameters: {
      query?: {
        /** @description `true`: nothing is changed; every refusal is as it would be, and success is 200 and says what would be answered and changed */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path: {
        subnet_id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["AllocationRequest"];
      };
    };
    responses: {
      /** @description `dry_run`: what would be */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            would_answer: components["schemas"]["IpReservationOut"][];
            /** @description what the audit log would show */
            would_change: components["schemas"]["TriedChange"][];
          };
        };
      };
      /** @description Success */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["IpReservationOut"][];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Subnet not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again; Too few addresses are free, or the preferred one is not */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 256 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Too many want addresses of this subnet at once; The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_ipam_subnets_subnet_id_next_available: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        subnet_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["NextAvailable"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Subnet not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description No free IP available in this subnet (outside the DHCP pool) */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_ipam_subnets_subnet_id_next_subnet: {
    parameters: {
      query: {
        /** @description prefix length of the new subnet */
        prefix: number;
      };
      header?: never;
      path: {
        subnet_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["NextSubnet"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Subnet not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description No subnet of this size is free */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_ipam_subnets_subnet_id_next_subnet: {
    parameters: {
      query: {
        /** @description `true`: nothing is changed; every refusal is as it would be, and success is 200 and says what would be answered and changed */
        dry_run?: boolean;
        /** @description prefix length of the new subnet */
        prefix: number;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path: {
        subnet_id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["NextSubnetCreate"];
      };
    };
    responses: {
      /** @description `dry_run`: what would be */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            would_answer: components["schemas"]["SubnetOut"];
            /** @description what the audit log would show */
            would_change: components["schemas"]["TriedChange"][];
          };
        };
      };
      /** @description Success */
      201: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SubnetOut"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Subnet or site not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again; No subnet of this size is free */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 256 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_ipam_subnets_subnet_id_ranges: {
    parameters: {
      query?: {
        /** @description where the page begins; absent: at the first address */
        from?: string;
        /** @description rows of a page */
        limit?: number;
      };
      header?: never;
      path: {
        subnet_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AddressRangePage"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Subnet not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_ipam_subnets_import_from_vlans: {
    parameters: {
      query?: {
        /** @description `true`: nothing is changed; every refusal is as it would be, and success is 200 and says what would be answered and changed */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["VlanImportRequest"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json":
            | components["schemas"]["VlanImportResult"]
            | {
                would_answer: components["schemas"]["VlanImportResult"];
                /** @description what the audit log would show */
                would_change: components["schemas"]["TriedChange"][];
              };
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 1 MiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_ipam_summary: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["IpamSummary"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_ipam_vlan_suggestions: {
    parameters: {
      query?: {
        /** @description where the page begins: from the `next` link of the page before */
        cursor?: string;
        /** @description gives a page of so many; absent: the whole list. Rows that are added or removed between two pages move no other row out of the walk, or into it twice; one that is renamed may move itself */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description `<…>; rel="next"`: the next page, where there is one */
          Link?: string;
          /** @description rows of the whole list */
          "X-Total-Count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["VlanSuggestion"][];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_lookup_address_prefix_length: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        address: string;
        prefix_length: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["LookupResult"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_lookup_term: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        term: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["LookupResult"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_maintenance: {
    parameters: {
      query?: {
        /** @description where the page begins: from the `next` link of the page before */
        cursor?: string;
        /** @description gives a page of so many; absent: the whole list. Rows that are added or removed between two pages move no other row out of the walk, or into it twice; one that is renamed may move itself */
        limit?: number;
        state?: "running" | "scheduled" | "over" | "disabled";
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description `<…>; rel="next"`: the next page, where there is one */
          Link?: string;
          /** @description rows of the whole list */
          "X-Total-Count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Maintenance"][];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_maintenance: {
    parameters: {
      query?: {
        /** @description `true`: nothing is changed; every refusal is as it would be, and success is 200 and says what would be answered and changed */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["MaintenanceCreate"];
      };
    };
    responses: {
      /** @description `dry_run`: what would be */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            would_answer: components["schemas"]["Maintenance"];
            /** @description what the audit log would show */
            would_change: components["schemas"]["TriedChange"][];
          };
        };
      };
      /** @description Success */
      201: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Maintenance"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A device, group, site, service check or monitor was not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 1 MiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_maintenance_maintenance_id: {
    parameters: {
      query?: never;
      header?: {
        /** @description entity tag that the caller has; 304 if it is still that */
        "If-None-Match"?: string;
      };
      path: {
        maintenance_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Maintenance"];
        };
      };
      /** @description The caller's copy is still right; no body */
      304: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Maintenance not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  delete_maintenance_maintenance_id: {
    parameters: {
      query?: {
        /** @description `true`: nothing is removed; the answer is 200 and says what would go */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
        /** @description entity tag of the object as it was read; 412 if it has changed */
        "If-Match"?: string;
      };
      path: {
        maintenance_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description `dry_run`: what would go */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DeletionPreview"];
        };
      };
      /** @description Done; no body */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Maintenance not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The object is not the one of If-Match any more */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  patch_maintenance_maintenance_id: {
    parameters: {
      query?: {
        /** @description `true`: nothing is changed; every refusal is as it would be, and success is 200 and says what would be answered and changed */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
        /** @description entity tag of the object as it was read; 412 if it has changed */
        "If-Match"?: string;
      };
      path: {
        maintenance_id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["MaintenanceUpdate"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json":
            | components["schemas"]["Maintenance"]
            | {
                would_answer: components["schemas"]["Maintenance"];
                /** @description what the audit log would show */
                would_change: components["schemas"]["TriedChange"][];
              };
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The maintenance, or a device, group, site, service check or monitor of its scope, was not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The object is not the one of If-Match any more */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 1 MiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_maintenance_maintenance_id_end: {
    parameters: {
      query?: {
        /** @description `true`: nothing is changed; every refusal is as it would be, and success is 200 and says what would be answered and changed */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path: {
        maintenance_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json":
            | components["schemas"]["Maintenance"]
            | {
                would_answer: components["schemas"]["Maintenance"];
                /** @description what the audit log would show */
                would_change: components["schemas"]["TriedChange"][];
              };
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Maintenance not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again; The maintenance does not run */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_maintenance_maintenance_id_skip: {
    parameters: {
      query?: {
        /** @description `true`: nothing is changed; every refusal is as it would be, and success is 200 and says what would be answered and changed */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path: {
        maintenance_id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["MaintenanceSkip"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json":
            | components["schemas"]["Maintenance"]
            | {
                would_answer: components["schemas"]["Maintenance"];
                /** @description what the audit log would show */
                would_change: components["schemas"]["TriedChange"][];
              };
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Maintenance not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again; The maintenance happens once, or has no such occurrence to come */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 256 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_maintenance_choices: {
    parameters: {
      query?: {
        /** @description part of a name; of a device also its address */
        q?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MaintenanceChoices"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_maintenance_occurrences: {
    parameters: {
      query: {
        from: string;
        to: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MaintenanceOccurrences"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_monitoring_devices: {
    parameters: {
      query?: {
        /** @description only what was changed or checked then or later */
        changed_since?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DeviceMonitorSummary"][];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_monitoring_devices_device_id: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        device_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DeviceMonitorSummary"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Device not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_monitoring_devices_device_id_analysis: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        device_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DeviceAnalysis"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Device not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_monitoring_devices_device_id_history: {
    parameters: {
      query?: {
        hours?: number;
      };
      header?: never;
      path: {
        device_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MonitorHistoryPoint"][];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Device not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_monitoring_port_targets: {
    parameters: {
      query?: {
        /** @description where the page begins: from the `next` link of the page before */
        cursor?: string;
        /** @description checks that run on this device: its own and those of every device; states are this device's */
        device_id?: number;
        /** @description gives a page of so many; absent: the whole list. Rows that are added or removed between two pages move no other row out of the walk, or into it twice; one that is renamed may move itself */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description `<…>; rel="next"`: the next page, where there is one */
          Link?: string;
          /** @description rows of the whole list */
          "X-Total-Count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PortTargetOut"][];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_monitoring_port_targets: {
    parameters: {
      query?: {
        /** @description `true`: nothing is changed; every refusal is as it would be, and success is 200 and says what would be answered and changed */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["PortTargetCreate"];
      };
    };
    responses: {
      /** @description `dry_run`: what would be */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            would_answer: components["schemas"]["PortTargetOut"];
            /** @description what the audit log would show */
            would_change: components["schemas"]["TriedChange"][];
          };
        };
      };
      /** @description Success */
      201: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PortTargetOut"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Device not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 256 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_monitoring_port_targets_target_id: {
    parameters: {
      query?: never;
      header?: {
        /** @description entity tag that the caller has; 304 if it is still that */
        "If-None-Match"?: string;
      };
      path: {
        target_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PortTargetOut"];
        };
      };
      /** @description The caller's copy is still right; no body */
      304: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Port target not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  delete_monitoring_port_targets_target_id: {
    parameters: {
      query?: {
        /** @description `true`: nothing is removed; the answer is 200 and says what would go */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
        /** @description entity tag of the object as it was read; 412 if it has changed */
        "If-Match"?: string;
      };
      path: {
        target_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description `dry_run`: what would go */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DeletionPreview"];
        };
      };
      /** @description Done; no body */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Port target not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The object is not the one of If-Match any more */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  patch_monitoring_port_targets_target_id: {
    parameters: {
      query?: {
        /** @description `true`: nothing is changed; every refusal is as it would be, and success is 200 and says what would be answered and changed */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
        /** @description entity tag of the object as it was read; 412 if it has changed */
        "If-Match"?: string;
      };
      path: {
        target_id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["PortTargetUpdate"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json":
            | components["schemas"]["PortTargetOut"]
            | {
                would_answer: components["schemas"]["PortTargetOut"];
                /** @description what the audit log would show */
                would_change: components["schemas"]["TriedChange"][];
              };
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Port target or device not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The object is not the one of If-Match any more */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 256 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_monitoring_service_checks: {
    parameters: {
      query?: {
        /** @description where the page begins: from the `next` link of the page before */
        cursor?: string;
        /** @description checks that run on this device: its own and those of every device; states are this device's */
        device_id?: number;
        /** @description gives a page of so many; absent: the whole list. Rows that are added or removed between two pages move no other row out of the walk, or into it twice; one that is renamed may move itself */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description `<…>; rel="next"`: the next page, where there is one */
          Link?: string;
          /** @description rows of the whole list */
          "X-Total-Count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PortTargetOut"][];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_monitoring_service_checks: {
    parameters: {
      query?: {
        /** @description `true`: nothing is changed; every refusal is as it would be, and success is 200 and says what would be answered and changed */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["PortTargetCreate"];
      };
    };
    responses: {
      /** @description `dry_run`: what would be */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            would_answer: components["schemas"]["PortTargetOut"];
            /** @description what the audit log would show */
            would_change: components["schemas"]["TriedChange"][];
          };
        };
      };
      /** @description Success */
      201: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PortTargetOut"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Device not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 256 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_monitoring_service_checks_target_id: {
    parameters: {
      query?: never;
      header?: {
        /** @description entity tag that the caller has; 304 if it is still that */
        "If-None-Match"?: string;
      };
      path: {
        target_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PortTargetOut"];
        };
      };
      /** @description The caller's copy is still right; no body */
      304: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Port target not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  delete_monitoring_service_checks_target_id: {
    parameters: {
      query?: {
        /** @description `true`: nothing is removed; the answer is 200 and says what would go */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
        /** @description entity tag of the object as it was read; 412 if it has changed */
        "If-Match"?: string;
      };
      path: {
        target_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description `dry_run`: what would go */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DeletionPreview"];
        };
      };
      /** @description Done; no body */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Port target not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The object is not the one of If-Match any more */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  patch_monitoring_service_checks_target_id: {
    parameters: {
      query?: {
        /** @description `true`: nothing is changed; every refusal is as it would be, and success is 200 and says what would be answered and changed */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
        /** @description entity tag of the object as it was read; 412 if it has changed */
        "If-Match"?: string;
      };
      path: {
        target_id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["PortTargetUpdate"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json":
            | components["schemas"]["PortTargetOut"]
            | {
                would_answer: components["schemas"]["PortTargetOut"];
                /** @description what the audit log would show */
                would_change: components["schemas"]["TriedChange"][];
              };
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Port target or device not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The object is not the one of If-Match any more */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 256 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_monitoring_service_checks_target_id_history: {
    parameters: {
      query?: {
        /** @description needed for a check of every device: on which */
        device_id?: number;
        hours?: number;
      };
      header?: never;
      path: {
        target_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ServiceCheckHistoryRead"][];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Port target not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_monitoring_service_checks_bulk: {
    parameters: {
      query?: {
        /** @description `true`: nothing is changed; every refusal is as it would be, and success is 200 and says what would be answered and changed */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ServiceCheckBulkRequest"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json":
            | components["schemas"]["ServiceCheckBulkResult"]
            | {
                would_answer: components["schemas"]["ServiceCheckBulkResult"];
                /** @description what the audit log would show */
                would_change: components["schemas"]["TriedChange"][];
              };
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description No device has one of the ids, or is let through by the filter */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 1 MiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_monitoring_summary: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["FleetSummary"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_monitors: {
    parameters: {
      query?: {
        /** @description where the page begins: from the `next` link of the page before */
        cursor?: string;
        /** @description gives a page of so many; absent: the whole list. Rows that are added or removed between two pages move no other row out of the walk, or into it twice; one that is renamed may move itself */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description `<…>; rel="next"`: the next page, where there is one */
          Link?: string;
          /** @description rows of the whole list */
          "X-Total-Count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MonitorRead"][];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_monitors: {
    parameters: {
      query?: {
        /** @description `true`: nothing is changed; every refusal is as it would be, and success is 200 and says what would be answered and changed */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["MonitorCreate"];
      };
    };
    responses: {
      /** @description `dry_run`: what would be */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            would_answer: components["schemas"]["MonitorRead"];
            /** @description what the audit log would show */
            would_change: components["schemas"]["TriedChange"][];
          };
        };
      };
      /** @description Success */
      201: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MonitorRead"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 1 MiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_monitors_monitor_id: {
    parameters: {
      query?: never;
      header?: {
        /** @description entity tag that the caller has; 304 if it is still that */
        "If-None-Match"?: string;
      };
      path: {
        monitor_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MonitorRead"];
        };
      };
      /** @description The caller's copy is still right; no body */
      304: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Monitor not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  delete_monitors_monitor_id: {
    parameters: {
      query?: {
        /** @description `true`: nothing is removed; the answer is 200 and says what would go */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
        /** @description entity tag of the object as it was read; 412 if it has changed */
        "If-Match"?: string;
      };
      path: {
        monitor_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description `dry_run`: what would go */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DeletionPreview"];
        };
      };
      /** @description Done; no body */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Monitor not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The object is not the one of If-Match any more */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  patch_monitors_monitor_id: {
    parameters: {
      query?: {
        /** @description `true`: nothing is changed; every refusal is as it would be, and success is 200 and says what would be answered and changed */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
        /** @description entity tag of the object as it was read; 412 if it has changed */
        "If-Match"?: string;
      };
      path: {
        monitor_id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["MonitorUpdate"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json":
            | components["schemas"]["MonitorRead"]
            | {
                would_answer: components["schemas"]["MonitorRead"];
                /** @description what the audit log would show */
                would_change: components["schemas"]["TriedChange"][];
              };
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Monitor not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The object is not the one of If-Match any more */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 1 MiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_monitors_monitor_id_badge_svg: {
    parameters: {
      query?: {
        /** @description text of the left half; absent: the monitor's name */
        label?: string;
        /** @description `uptime`: as `uptime_24h` of the monitor, `latency`: as its `avg_response_time_24h` */
        metric?: "state" | "uptime" | "latency";
      };
      header?: {
        /** @description entity tag that the caller has; 304 if it is still that */
        "If-None-Match"?: string;
      };
      path: {
        monitor_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          "image/svg+xml": string;
        };
      };
      /** @description The caller's copy is still right; no body */
      304: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Monitor not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  patch_monitors_monitor_id_favourite: {
    parameters: {
      query?: {
        /** @description `true`: nothing is changed; every refusal is as it would be, and success is 200 and says what would be answered and changed */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path: {
        monitor_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json":
            | components["schemas"]["MonitorRead"]
            | {
                would_answer: components["schemas"]["MonitorRead"];
                /** @description what the audit log would show */
                would_change: components["schemas"]["TriedChange"][];
              };
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Monitor not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_monitors_monitor_id_history: {
    parameters: {
      query?: {
        hours?: number;
      };
      header?: never;
      path: {
        monitor_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MonitorCheckHistoryRead"][];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Monitor not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_monitors_favourites: {
    parameters: {
      query?: {
        /** @description where the page begins: from the `next` link of the page before */
        cursor?: string;
        /** @description gives a page of so many; absent: the whole list. Rows that are added or removed between two pages move no other row out of the walk, or into it twice; one that is renamed may move itself */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description `<…>; rel="next"`: the next page, where there is one */
          Link?: string;
          /** @description rows of the whole list */
          "X-Total-Count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": number[];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_monitors_test: {
    parameters: {
      query?: never;
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["MonitorTestRequest"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MonitorTestResult"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Monitor not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again; A secret of the stored monitor cannot be read with this MASTER_KEY */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 1 MiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out; The user has made TOOL_RATE_LIMIT_MAX_CALLS calls of tools in the window */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_operations: {
    parameters: {
      query?: {
        /** @description where the page begins: from the `next` link of the page before */
        cursor?: string;
        kind?: "device_import" | "lease_import";
        /** @description gives a page of so many; absent: the whole list. Rows that are added or removed between two pages move no other row out of the walk, or into it twice; one that is renamed may move itself */
        limit?: number;
        /** @description `true`: the caller's alone, for SuperAdmins too */
        own?: boolean;
        state?: "running" | "done" | "failed" | "cancelled";
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description `<…>; rel="next"`: the next page, where there is one */
          Link?: string;
          /** @description rows of the whole list */
          "X-Total-Count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Operation"][];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_operations_operation_id: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        operation_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Operation"];
          "text/event-stream": string;
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description There is no operation of that id that the caller may see, or it ended more than 7 days ago */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out; All live streams of this user are in use */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description All live streams are in use; The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  delete_operations_operation_id: {
    parameters: {
      query?: never;
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path: {
        operation_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done; no body */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description There is no operation of that id that the caller may see, or it ended more than 7 days ago */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_setup_admin: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["AdminCreate"];
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["UserRead"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The setup token is required, or the page is of another origin */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Initial setup is complete */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 64 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description Too many wrong setup tokens */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_setup_status: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SetupStatus"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_status_pages_slug_summary: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        slug: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["StatusSummary"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description There is no such page, or it is not published */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_syslog_events: {
    parameters: {
      query?: {
        action?: string;
        app?: string;
        /** @description `next_cursor` of the page before, with the same filters; sorted by received_at, without offset */
        cursor?: string;
        /** @description events that one of the device's addresses sent or that it is an end of, and those whose header names the device as the host */
        device_id?: number;
        /** @description an address, or a network such as 10.0.0.0/8 or 2001:db8::/32 */
        dst_ip?: string;
        dst_port?: number;
        /** @description arrival at or before, to the millisecond */
        end_time?: string;
        interface?: string;
        /** @description source or destination, as sent or as translated; a network too */
        ip?: string;
        limit?: number;
        offset?: number;
        /** @description source or destination */
        port?: number;
        protocol?: string;
        /** @description words anywhere in the line, in any case; "a phrase"; -not; field:value for every field of an event; at most 32 different ones */
        q?: string;
        rule_id?: string;
        /** @description an address, or a network such as 10.0.0.0/8 or 2001:db8::/32 */
        sender?: string;
        severity?: number;
        sort_by?:
          | "received_at"
          | "event_time"
          | "src_ip"
          | "dst_ip"
          | "src_port"
          | "dst_port"
          | "action"
          | "protocol"
          | "interface";
        sort_dir?: "asc" | "desc";
        source_host?: string;
        /** @description an address, or a network such as 10.0.0.0/8 or 2001:db8::/32 */
        src_ip?: string;
        src_port?: number;
        /** @description arrival at or after */
        start_time?: string;
        vendor?: string;
        verdict?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["FirewallEventList"];
        };
      };
      /** @description The Host header is not trusted; A filter's value is no address, blank, or has control characters */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out; More than 16 of the user's searches are waiting */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The search has waited 30 seconds for its turn, or the disk cannot be read; The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The search took longer than SEARCH_TIMEOUT_SECONDS */
      504: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_syslog_events_event_id: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        event_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["FirewallEventDetail"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Event not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out; More than 16 of the user's searches are waiting */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The search has waited 30 seconds for its turn, or the disk cannot be read; The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The search took longer than SEARCH_TIMEOUT_SECONDS */
      504: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_syslog_events_stream: {
    parameters: {
      query?: {
        action?: string;
        app?: string;
        /** @description events that one of the device's addresses sent or that it is an end of, and those whose header names the device as the host */
        device_id?: number;
        /** @description an address, or a network such as 10.0.0.0/8 or 2001:db8::/32 */
        dst_ip?: string;
        dst_port?: number;
        interface?: string;
        /** @description source or destination, as sent or as translated; a network too */
        ip?: string;
        /** @description source or destination */
        port?: number;
        protocol?: string;
        /** @description words anywhere in the line, in any case; "a phrase"; -not; field:value for every field of an event; at most 32 different ones */
        q?: string;
        rule_id?: string;
        /** @description an address, or a network such as 10.0.0.0/8 or 2001:db8::/32 */
        sender?: string;
        severity?: number;
        source_host?: string;
        /** @description an address, or a network such as 10.0.0.0/8 or 2001:db8::/32 */
        src_ip?: string;
        src_port?: number;
        vendor?: string;
        verdict?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "text/event-stream": string;
        };
      };
      /** @description The Host header is not trusted; A filter's value is no address, blank, or has control characters */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out; All live streams of this user are in use */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description All live streams are in use; The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_syslog_histogram: {
    parameters: {
      query?: {
        action?: string;
        app?: string;
        by?: "verdict" | "action" | "severity";
        /** @description events that one of the device's addresses sent or that it is an end of, and those whose header names the device as the host */
        device_id?: number;
        /** @description an address, or a network such as 10.0.0.0/8 or 2001:db8::/32 */
        dst_ip?: string;
        dst_port?: number;
        /** @description default: now */
        end_time?: string;
        interface?: string;
        /** @description source or destination, as sent or as translated; a network too */
        ip?: string;
        /** @description source or destination */
        port?: number;
        protocol?: string;
        /** @description words anywhere in the line, in any case; "a phrase"; -not; field:value for every field of an event; at most 32 different ones */
        q?: string;
        rule_id?: string;
        /** @description an address, or a network such as 10.0.0.0/8 or 2001:db8::/32 */
        sender?: string;
        severity?: number;
        source_host?: string;
        /** @description an address, or a network such as 10.0.0.0/8 or 2001:db8::/32 */
        src_ip?: string;
        src_port?: number;
        /** @description default: 24 hours before `end_time` */
        start_time?: string;
        /** @description default: the shortest that gives at most 120 buckets */
        step_seconds?: number;
        /** @description on whose clock buckets begin; an IANA name */
        time_zone?: string;
        vendor?: string;
        verdict?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["EventHistogram"];
        };
      };
      /** @description The Host header is not trusted; A filter's value is no address, blank, or has control characters */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out; More than 16 of the user's searches are waiting */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The search has waited 30 seconds for its turn, or the disk cannot be read; The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The search took longer than SEARCH_TIMEOUT_SECONDS */
      504: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_syslog_parse_test: {
    parameters: {
      query?: never;
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ParseTest"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ParseTestResult"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 16 MiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_syslog_searches: {
    parameters: {
      query?: {
        /** @description where the page begins: from the `next` link of the page before */
        cursor?: string;
        /** @description gives a page of so many; absent: the whole list. Rows that are added or removed between two pages move no other row out of the walk, or into it twice; one that is renamed may move itself */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description `<…>; rel="next"`: the next page, where there is one */
          Link?: string;
          /** @description rows of the whole list */
          "X-Total-Count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SavedSecuritySearch"][];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_syslog_searches: {
    parameters: {
      query?: never;
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SavedSecuritySearchCreate"];
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SavedSecuritySearch"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again; The caller has a saved search with this name, or 500 of them */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 256 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  delete_syslog_searches_search_id: {
    parameters: {
      query?: never;
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path: {
        search_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done; no body */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Saved search not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_syslog_status: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SyslogStatus"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_syslog_top: {
    parameters: {
      query: {
        action?: string;
        app?: string;
        /** @description events that one of the device's addresses sent or that it is an end of, and those whose header names the device as the host */
        device_id?: number;
        /** @description an address, or a network such as 10.0.0.0/8 or 2001:db8::/32 */
        dst_ip?: string;
        dst_port?: number;
        /** @description default: now */
        end_time?: string;
        field:
          | "sender"
          | "source_host"
          | "src_ip"
          | "dst_ip"
          | "nat_src_ip"
          | "nat_dst_ip"
          | "src_port"
          | "dst_port"
          | "protocol"
          | "action"
          | "verdict"
          | "direction"
          | "interface"
          | "interface_out"
          | "rule_id"
          | "tracker_id"
          | "reason"
          | "app"
          | "msgid"
          | "vendor"
          | "parser"
          | "severity"
          | "facility"
          | "transport";
        interface?: string;
        /** @description source or destination, as sent or as translated; a network too */
        ip?: string;
        limit?: number;
        /** @description source or destination */
        port?: number;
        protocol?: string;
        /** @description words anywhere in the line, in any case; "a phrase"; -not; field:value for every field of an event; at most 32 different ones */
        q?: string;
        rule_id?: string;
        /** @description an address, or a network such as 10.0.0.0/8 or 2001:db8::/32 */
        sender?: string;
        severity?: number;
        source_host?: string;
        /** @description an address, or a network such as 10.0.0.0/8 or 2001:db8::/32 */
        src_ip?: string;
        src_port?: number;
        /** @description default: 24 hours before `end_time` */
        start_time?: string;
        vendor?: string;
        verdict?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["EventTop"];
        };
      };
      /** @description The Host header is not trusted; A filter's value is no address, blank, or has control characters */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out; More than 16 of the user's searches are waiting */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The search has waited 30 seconds for its turn, or the disk cannot be read; The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The search took longer than SEARCH_TIMEOUT_SECONDS */
      504: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_system_reachability: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ReachabilityStatus"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_system_version: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["VersionInfo"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_tools_snmp_profiles: {
    parameters: {
      query?: {
        /** @description where the page begins: from the `next` link of the page before */
        cursor?: string;
        /** @description gives a page of so many; absent: the whole list. Rows that are added or removed between two pages move no other row out of the walk, or into it twice; one that is renamed may move itself */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description `<…>; rel="next"`: the next page, where there is one */
          Link?: string;
          /** @description rows of the whole list */
          "X-Total-Count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SnmpProfileRead"][];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_tools_snmp_profiles: {
    parameters: {
      query?: {
        /** @description `true`: nothing is changed; every refusal is as it would be, and success is 200 and says what would be answered and changed */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SnmpProfileCreate"];
      };
    };
    responses: {
      /** @description `dry_run`: what would be */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            would_answer: components["schemas"]["SnmpProfileRead"];
            /** @description what the audit log would show */
            would_change: components["schemas"]["TriedChange"][];
          };
        };
      };
      /** @description Success */
      201: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SnmpProfileRead"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again; SNMP profile name already exists */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 256 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_tools_snmp_profiles_profile_id: {
    parameters: {
      query?: never;
      header?: {
        /** @description entity tag that the caller has; 304 if it is still that */
        "If-None-Match"?: string;
      };
      path: {
        profile_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SnmpProfileRead"];
        };
      };
      /** @description The caller's copy is still right; no body */
      304: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description SNMP profile not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  delete_tools_snmp_profiles_profile_id: {
    parameters: {
      query?: {
        /** @description `true`: nothing is removed; the answer is 200 and says what would go */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
        /** @description entity tag of the object as it was read; 412 if it has changed */
        "If-Match"?: string;
      };
      path: {
        profile_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description `dry_run`: what would go */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DeletionPreview"];
        };
      };
      /** @description Done; no body */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description SNMP profile not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The object is not the one of If-Match any more */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  patch_tools_snmp_profiles_profile_id: {
    parameters: {
      query?: {
        /** @description `true`: nothing is changed; every refusal is as it would be, and success is 200 and says what would be answered and changed */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
        /** @description entity tag of the object as it was read; 412 if it has changed */
        "If-Match"?: string;
      };
      path: {
        profile_id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SnmpProfileUpdate"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json":
            | components["schemas"]["SnmpProfileRead"]
            | {
                would_answer: components["schemas"]["SnmpProfileRead"];
                /** @description what the audit log would show */
                would_change: components["schemas"]["TriedChange"][];
              };
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description SNMP profile not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again; SNMP profile name already exists */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The object is not the one of If-Match any more */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 256 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_topology_devices: {
    parameters: {
      query?: {
        /** @description where the page begins: from the `next` link of the page before */
        cursor?: string;
        /** @description group's id or name; `none`: devices without a group */
        group?: string;
        /** @description gives a page of so many; absent: the whole list. Rows that are added or removed between two pages move no other row out of the walk, or into it twice; one that is renamed may move itself */
        limit?: number;
        /** @description a name or part of one, an IP address, a network (CIDR), a MAC address in any form; also in vendor, OS, tags, notes */
        search?: string;
        /** @description site's id or name; `none`: devices without a site */
        site?: string;
        /** @description names in natural order (sw2 before sw10), addresses as numbers; `-` before it: the other way round. To walk pages while devices are renamed, sort by `id` */
        sort?:
          | "hostname"
          | "name"
          | "ip_address"
          | "updated_at"
          | "id"
          | "-hostname"
          | "-name"
          | "-ip_address"
          | "-updated_at"
          | "-id";
        status?: "online" | "offline" | "warning" | "unknown" | "disabled";
        tag?: string;
        /** @description device type, in any case */
        type?: string;
        /** @description part of the vendor's name, in any case */
        vendor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description `<…>; rel="next"`: the next page, where there is one */
          Link?: string;
          /** @description rows of the whole list */
          "X-Total-Count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DeviceRead"][];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_topology_devices: {
    parameters: {
      query?: {
        /** @description `true`: nothing is changed; every refusal is as it would be, and success is 200 and says what would be answered and changed */
        dry_run?: boolean;
        /** @description `true`: 409 where another device has the address, instead of a warning */
        unique_address?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["DeviceCreate"];
      };
    };
    responses: {
      /** @description The request with this Idempotency-Key was carried out before: its object as it is now; or `dry_run`: what would be */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json":
            | components["schemas"]["DeviceRead"]
            | {
                would_answer: components["schemas"]["DeviceWritten"];
                /** @description what the audit log would show */
                would_change: components["schemas"]["TriedChange"][];
              };
        };
      };
      /** @description Success */
      201: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DeviceWritten"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Group, site or SNMP profile not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again; `unique_address`: another device has the address */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 1 MiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_topology_devices_device_id: {
    parameters: {
      query?: never;
      header?: {
        /** @description entity tag that the caller has; 304 if it is still that */
        "If-None-Match"?: string;
      };
      path: {
        device_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DeviceRead"];
        };
      };
      /** @description The caller's copy is still right; no body */
      304: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Device not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  delete_topology_devices_device_id: {
    parameters: {
      query?: {
        /** @description `true`: nothing is removed; the answer is 200 and says what would go */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
        /** @description entity tag of the object as it was read; 412 if it has changed */
        "If-Match"?: string;
      };
      path: {
        device_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description `dry_run`: what would go */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DeletionPreview"];
        };
      };
      /** @description Done; no body */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Device not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The object is not the one of If-Match any more */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  patch_topology_devices_device_id: {
    parameters: {
      query?: {
        /** @description `true`: nothing is changed; every refusal is as it would be, and success is 200 and says what would be answered and changed */
        dry_run?: boolean;
        /** @description `true`: 409 where another device has the address, instead of a warning */
        unique_address?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
        /** @description entity tag of the object as it was read; 412 if it has changed */
        "If-Match"?: string;
      };
      path: {
        device_id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["DeviceUpdate"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json":
            | components["schemas"]["DeviceWritten"]
            | components["schemas"]["DeviceRead"]
            | {
                would_answer: components["schemas"]["DeviceWritten"];
                /** @description what the audit log would show */
                would_change: components["schemas"]["TriedChange"][];
              };
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Device not found; Group, site or SNMP profile not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again; `unique_address`: another device has the address */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The object is not the one of If-Match any more */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 1 MiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  patch_topology_devices_device_id_favourite: {
    parameters: {
      query?: {
        /** @description `true`: nothing is changed; every refusal is as it would be, and success is 200 and says what would be answered and changed */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path: {
        device_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json":
            | components["schemas"]["DeviceRead"]
            | {
                would_answer: components["schemas"]["DeviceRead"];
                /** @description what the audit log would show */
                would_change: components["schemas"]["TriedChange"][];
              };
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Device not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_topology_devices_device_id_security_events: {
    parameters: {
      query?: {
        limit?: number;
        window_hours?: number;
      };
      header?: never;
      path: {
        device_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DeviceSecurityEventSummary"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Device not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out; More than 16 of the user's searches are waiting */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The search has waited 30 seconds for its turn; The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_topology_devices_bulk_delete: {
    parameters: {
      query?: {
        /** @description `true`: nothing is removed; the answer is 200 and says what would go */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["DeviceBulkDeleteRequest"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DeviceBulkDeleteResult"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description No device has one of the ids */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 1 MiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_topology_devices_bulk_update: {
    parameters: {
      query?: {
        /** @description `true`: nothing is changed; every refusal is as it would be, and success is 200 and says what would be answered and changed */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["DeviceBulkUpdateRequest"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json":
            | components["schemas"]["DeviceBulkUpdateResult"]
            | {
                would_answer: components["schemas"]["DeviceBulkUpdateResult"];
                /** @description what the audit log would show */
                would_change: components["schemas"]["TriedChange"][];
              };
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description No device has one of the ids; group, site or SNMP profile not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 1 MiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  put_topology_devices_by_mac_mac_address: {
    parameters: {
      query?: {
        /** @description `true`: nothing is changed; every refusal is as it would be, and success is 200 and says what would be answered and changed */
        dry_run?: boolean;
        /** @description `true`: 409 where another device has the address, instead of a warning */
        unique_address?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
        /** @description entity tag of the object as it was read; 412 if it has changed */
        "If-Match"?: string;
      };
      path: {
        mac_address: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["DeviceCreate"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json":
            | components["schemas"]["DeviceWritten"]
            | {
                would_answer: components["schemas"]["DeviceWritten"];
                /** @description what the audit log would show */
                would_change: components["schemas"]["TriedChange"][];
              };
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Group, site or SNMP profile not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again; `unique_address`: another device has the address; several devices have the MAC address */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The object is not the one of If-Match any more */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 1 MiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_topology_devices_favourites: {
    parameters: {
      query?: {
        /** @description where the page begins: from the `next` link of the page before */
        cursor?: string;
        /** @description gives a page of so many; absent: the whole list. Rows that are added or removed between two pages move no other row out of the walk, or into it twice; one that is renamed may move itself */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description `<…>; rel="next"`: the next page, where there is one */
          Link?: string;
          /** @description rows of the whole list */
          "X-Total-Count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": number[];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_topology_devices_import: {
    parameters: {
      query?: {
        /** @description `true`: nothing is written; the answer has the verdict on every row and every error */
        dry_run?: boolean;
        /** @description a new UUID of the caller's, under which the progress can be read and the import cancelled */
        import_id?: string;
        /** @description `create`: a device that is known is an error; `update`: one that is not known is; `upsert`: either; `skip`: known devices are left alone. Devices are known by MAC address, else IP address, else name; the id that an export has written decides among several, and where a device has none of these. Absent: by IP address, and only filled host name, display name, MAC address, vendor and type replace what is there */
        mode?: "create" | "update" | "upsert" | "skip";
        /** @description `all`: one bad row and nothing is written (422); `row`: the good rows are written */
        on_error?: "all" | "row";
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["DeviceBulkImportRequest"];
        "text/csv": string;
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description `<…>; rel="next"`: the next page, where there is one */
          Link?: string;
          /** @description rows of the whole list */
          "X-Total-Count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DeviceBulkImportResult"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again; The import was cancelled, or its import_id was used before */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 32 MiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json or text/csv */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The import was given up, as the service ends or has not reached its database; The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_topology_devices_imports_import_id: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        import_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DeviceImportProgress"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller has no import of that id, or it ended more than 7 days ago */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  delete_topology_devices_imports_import_id: {
    parameters: {
      query?: never;
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path: {
        import_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done; no body */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller has no import of that id, or it ended more than 7 days ago */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_topology_devices_imports_import_id_rows: {
    parameters: {
      query?: {
        /** @description where the page begins: from the `next` link of the page before */
        cursor?: string;
        limit?: number;
      };
      header?: never;
      path: {
        import_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description `<…>; rel="next"`: the next page, where there is one */
          Link?: string;
          /** @description rows of the whole list */
          "X-Total-Count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DeviceImportRow"][];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller has no import of that id, or its verdicts are not kept */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_topology_devices_live_status: {
    parameters: {
      query?: never;
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["DeviceLiveStatusRequest"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DeviceLiveStatusList"];
        };
      };
      /** @description The Host header is not trusted; More than 64 devices */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 1 MiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out; The user has made TOOL_RATE_LIMIT_MAX_CALLS calls of tools in the window */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_topology_graph: {
    parameters: {
      query?: never;
      header?: {
        /** @description entity tag that the caller has; 304 if it is still that */
        "If-None-Match"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TopologyGraph"];
        };
      };
      /** @description The caller's copy is still right; no body */
      304: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_topology_groups: {
    parameters: {
      query?: {
        /** @description where the page begins: from the `next` link of the page before */
        cursor?: string;
        /** @description gives a page of so many; absent: the whole list. Rows that are added or removed between two pages move no other row out of the walk, or into it twice; one that is renamed may move itself */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description `<…>; rel="next"`: the next page, where there is one */
          Link?: string;
          /** @description rows of the whole list */
          "X-Total-Count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TopologyGroupRead"][];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_topology_groups: {
    parameters: {
      query?: {
        /** @description `true`: nothing is changed; every refusal is as it would be, and success is 200 and says what would be answered and changed */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["TopologyGroupCreate"];
      };
    };
    responses: {
      /** @description `dry_run`: what would be */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            would_answer: components["schemas"]["TopologyGroupRead"];
            /** @description what the audit log would show */
            would_change: components["schemas"]["TriedChange"][];
          };
        };
      };
      /** @description Success */
      201: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TopologyGroupRead"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Parent group or site not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again; Group name already exists, or another subnet has the range */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 256 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_topology_groups_group_id: {
    parameters: {
      query?: never;
      header?: {
        /** @description entity tag that the caller has; 304 if it is still that */
        "If-None-Match"?: string;
      };
      path: {
        group_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TopologyGroupRead"];
        };
      };
      /** @description The caller's copy is still right; no body */
      304: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Group not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  delete_topology_groups_group_id: {
    parameters: {
      query?: {
        /** @description `true`: nothing is removed; the answer is 200 and says what would go */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
        /** @description entity tag of the object as it was read; 412 if it has changed */
        "If-Match"?: string;
      };
      path: {
        group_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description `dry_run`: what would go */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DeletionPreview"];
        };
      };
      /** @description Done; no body */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Group not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The object is not the one of If-Match any more */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  patch_topology_groups_group_id: {
    parameters: {
      query?: {
        /** @description `true`: nothing is changed; every refusal is as it would be, and success is 200 and says what would be answered and changed */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
        /** @description entity tag of the object as it was read; 412 if it has changed */
        "If-Match"?: string;
      };
      path: {
        group_id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["TopologyGroupUpdate"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json":
            | components["schemas"]["TopologyGroupRead"]
            | {
                would_answer: components["schemas"]["TopologyGroupRead"];
                /** @description what the audit log would show */
                would_change: components["schemas"]["TriedChange"][];
              };
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Group, parent group or site not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again; Group name already exists, or another subnet has the range */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The object is not the one of If-Match any more */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 256 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_topology_groups_reset_device_assignments: {
    parameters: {
      query?: {
        /** @description `true`: nothing is changed; every refusal is as it would be, and success is 200 and says what would be answered and changed */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json":
            | components["schemas"]["GroupResetAssignmentsResult"]
            | {
                would_answer: components["schemas"]["GroupResetAssignmentsResult"];
                /** @description what the audit log would show */
                would_change: components["schemas"]["TriedChange"][];
              };
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_topology_layouts: {
    parameters: {
      query?: {
        /** @description where the page begins: from the `next` link of the page before */
        cursor?: string;
        /** @description gives a page of so many; absent: the whole list. Rows that are added or removed between two pages move no other row out of the walk, or into it twice; one that is renamed may move itself */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description `<…>; rel="next"`: the next page, where there is one */
          Link?: string;
          /** @description rows of the whole list */
          "X-Total-Count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TopologyLayoutRead"][];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_topology_layouts: {
    parameters: {
      query?: {
        /** @description `true`: nothing is changed; every refusal is as it would be, and success is 200 and says what would be answered and changed */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["TopologyLayoutCreate"];
      };
    };
    responses: {
      /** @description `dry_run`: what would be */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            would_answer: components["schemas"]["TopologyLayoutRead"];
            /** @description what the audit log would show */
            would_change: components["schemas"]["TriedChange"][];
          };
        };
      };
      /** @description Success */
      201: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TopologyLayoutRead"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again; The caller has as many layouts as a user may have */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 4 MiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_topology_layouts_layout_id: {
    parameters: {
      query?: never;
      header?: {
        /** @description entity tag that the caller has; 304 if it is still that */
        "If-None-Match"?: string;
      };
      path: {
        layout_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TopologyLayoutRead"];
        };
      };
      /** @description The caller's copy is still right; no body */
      304: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Layout not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  delete_topology_layouts_layout_id: {
    parameters: {
      query?: {
        /** @description `true`: nothing is removed; the answer is 200 and says what would go */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
        /** @description entity tag of the object as it was read; 412 if it has changed */
        "If-Match"?: string;
      };
      path: {
        layout_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description `dry_run`: what would go */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DeletionPreview"];
        };
      };
      /** @description Done; no body */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Layout not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The object is not the one of If-Match any more */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_topology_layouts_layout_id_share: {
    parameters: {
      query?: {
        /** @description `true`: nothing is changed; every refusal is as it would be, and success is 200 and says what would be answered and changed */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path: {
        layout_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json":
            | components["schemas"]["TopologyLayoutShareRead"]
            | {
                would_answer: components["schemas"]["TopologyLayoutShareRead"];
                /** @description what the audit log would show */
                would_change: components["schemas"]["TriedChange"][];
              };
        };
      };
      /** @description The Host header is not trusted; The autosave layout cannot be shared */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Layout not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  delete_topology_layouts_layout_id_share: {
    parameters: {
      query?: never;
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path: {
        layout_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done; no body */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Layout not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_topology_layouts_import: {
    parameters: {
      query?: {
        /** @description `true`: nothing is changed; every refusal is as it would be, and success is 200 and says what would be answered and changed */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["TopologyLayoutImportRequest"];
      };
    };
    responses: {
      /** @description `dry_run`: what would be */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            would_answer: components["schemas"]["TopologyLayoutRead"];
            /** @description what the audit log would show */
            would_change: components["schemas"]["TriedChange"][];
          };
        };
      };
      /** @description Success */
      201: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TopologyLayoutRead"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description No shared layout matches this code */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again; Too many layouts with this name, or as many as a user may have */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 256 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_topology_layouts_shared_code: {
    parameters: {
      query?: never;
      header?: {
        /** @description entity tag that the caller has; 304 if it is still that */
        "If-None-Match"?: string;
      };
      path: {
        code: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TopologyLayoutRead"];
        };
      };
      /** @description The caller's copy is still right; no body */
      304: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description No shared layout matches this code */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_topology_relationships: {
    parameters: {
      query?: {
        /** @description where the page begins: from the `next` link of the page before */
        cursor?: string;
        /** @description links of this device, at either end */
        device_id?: number;
        /** @description gives a page of so many; absent: the whole list. Rows that are added or removed between two pages move no other row out of the walk, or into it twice; one that is renamed may move itself */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description `<…>; rel="next"`: the next page, where there is one */
          Link?: string;
          /** @description rows of the whole list */
          "X-Total-Count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RelationshipRead"][];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_topology_relationships: {
    parameters: {
      query?: {
        /** @description `true`: nothing is changed; every refusal is as it would be, and success is 200 and says what would be answered and changed */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["RelationshipCreate"];
      };
    };
    responses: {
      /** @description `dry_run`: what would be */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            would_answer: components["schemas"]["RelationshipRead"];
            /** @description what the audit log would show */
            would_change: components["schemas"]["TriedChange"][];
          };
        };
      };
      /** @description Success */
      201: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RelationshipRead"];
        };
      };
      /** @description The Host header is not trusted; Device relationship is invalid: a device does not exist */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again; The same interfaces are linked with this type already, in either direction */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 256 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_topology_relationships_relationship_id: {
    parameters: {
      query?: never;
      header?: {
        /** @description entity tag that the caller has; 304 if it is still that */
        "If-None-Match"?: string;
      };
      path: {
        relationship_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RelationshipRead"];
        };
      };
      /** @description The caller's copy is still right; no body */
      304: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Relationship not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  delete_topology_relationships_relationship_id: {
    parameters: {
      query?: {
        /** @description `true`: nothing is removed; the answer is 200 and says what would go */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
        /** @description entity tag of the object as it was read; 412 if it has changed */
        "If-Match"?: string;
      };
      path: {
        relationship_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description `dry_run`: what would go */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DeletionPreview"];
        };
      };
      /** @description Done; no body */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Relationship not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The object is not the one of If-Match any more */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  patch_topology_relationships_relationship_id: {
    parameters: {
      query?: {
        /** @description `true`: nothing is changed; every refusal is as it would be, and success is 200 and says what would be answered and changed */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
        /** @description entity tag of the object as it was read; 412 if it has changed */
        "If-Match"?: string;
      };
      path: {
        relationship_id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["RelationshipUpdate"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json":
            | components["schemas"]["RelationshipRead"]
            | {
                would_answer: components["schemas"]["RelationshipRead"];
                /** @description what the audit log would show */
                would_change: components["schemas"]["TriedChange"][];
              };
        };
      };
      /** @description The Host header is not trusted; Relationship is invalid (one device at both ends), or a device does not exist */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Relationship not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again; The same interfaces are linked with this type already, in either direction */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The object is not the one of If-Match any more */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 256 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_topology_sites: {
    parameters: {
      query?: {
        /** @description where the page begins: from the `next` link of the page before */
        cursor?: string;
        /** @description gives a page of so many; absent: the whole list. Rows that are added or removed between two pages move no other row out of the walk, or into it twice; one that is renamed may move itself */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description `<…>; rel="next"`: the next page, where there is one */
          Link?: string;
          /** @description rows of the whole list */
          "X-Total-Count"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SiteRead"][];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  post_topology_sites: {
    parameters: {
      query?: {
        /** @description `true`: nothing is changed; every refusal is as it would be, and success is 200 and says what would be answered and changed */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SiteCreate"];
      };
    };
    responses: {
      /** @description `dry_run`: what would be */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            would_answer: components["schemas"]["SiteRead"];
            /** @description what the audit log would show */
            would_change: components["schemas"]["TriedChange"][];
          };
        };
      };
      /** @description Success */
      201: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SiteRead"];
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Parent site not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again; Site name already exists */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 256 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_topology_sites_site_id: {
    parameters: {
      query?: never;
      header?: {
        /** @description entity tag that the caller has; 304 if it is still that */
        "If-None-Match"?: string;
      };
      path: {
        site_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SiteRead"];
        };
      };
      /** @description The caller's copy is still right; no body */
      304: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role requires a second factor that is not enrolled yet */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Site not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  delete_topology_sites_site_id: {
    parameters: {
      query?: {
        /** @description `true`: nothing is removed; the answer is 200 and says what would go */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
        /** @description entity tag of the object as it was read; 412 if it has changed */
        "If-Match"?: string;
      };
      path: {
        site_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description `dry_run`: what would go */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DeletionPreview"];
        };
      };
      /** @description Done; no body */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Site not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The object is not the one of If-Match any more */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  patch_topology_sites_site_id: {
    parameters: {
      query?: {
        /** @description `true`: nothing is changed; every refusal is as it would be, and success is 200 and says what would be answered and changed */
        dry_run?: boolean;
      };
      header?: {
        /** @description a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and its answer is made from the object as it is then */
        "Idempotency-Key"?: string;
        /** @description entity tag of the object as it was read; 412 if it has changed */
        "If-Match"?: string;
      };
      path: {
        site_id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SiteUpdate"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          "application/json":
            | components["schemas"]["SiteRead"]
            | {
                would_answer: components["schemas"]["SiteRead"];
                /** @description what the audit log would show */
                would_change: components["schemas"]["TriedChange"][];
              };
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Not authenticated */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The caller's role does not permit this; The caller's role requires a second factor that is not enrolled yet; A cookie caller sent no CSRF token */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Site or parent site not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body came too slowly */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The request with this Idempotency-Key is still being carried out, or cannot be answered again; Site name already exists */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The object is not the one of If-Match any more */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Request body too large: 256 KiB at most */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The body is not application/json */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; The Idempotency-Key is none, or came with another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description The API key's calls are used up, or the address is locked out */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The database is not available; try again after Retry-After seconds; Too many request bodies are being received; try again after Retry-After seconds */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_metrics: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "text/plain": string;
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Wrong or missing metrics token */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description METRICS_TOKEN is not set */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_status_slug: {
    parameters: {
      query?: {
        /** @description for displays: the browser loads it again after so many seconds */
        refresh?: "60";
      };
      header?: never;
      path: {
        slug: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "text/html": string;
        };
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description There is no such page, or it is not published */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
  get_status_slug_badge_svg: {
    parameters: {
      query?: {
        /** @description `key` of a component; absent: the whole page */
        component?: string;
        /** @description `uptime`: of 90 days */
        metric?: "state" | "uptime";
      };
      header?: {
        /** @description entity tag that the caller has; 304 if it is still that */
        "If-None-Match"?: string;
      };
      path: {
        slug: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          "image/svg+xml": string;
        };
      };
      /** @description The caller's copy is still right; no body */
      304: {
        headers: {
          /** @description entity tag of the object */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The Host header is not trusted */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description There is no such page, or it is not published */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description A missing or invalid field, path or query value; A `dry_run`, which there is none of */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"];
        };
      };
      /** @description Unexpected failure */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
    };
  };
}
