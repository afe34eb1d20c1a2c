CREATE TABLE "api_keys" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "api_keys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"name" text NOT NULL,
	"prefix" text NOT NULL,
	"digest" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_address" text NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"last_used_address" text,
	"revoked_at" timestamp (3) with time zone,
	"revocation_reason" text,
	CONSTRAINT "api_keys_prefix" UNIQUE("prefix")
);
--> statement-breakpoint
CREATE TABLE "audit_chain" (
	"position" bigint PRIMARY KEY NOT NULL,
	"audit_id" bigint NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "audit_chain_audit" UNIQUE("audit_id")
);
--> statement-breakpoint
CREATE TABLE "audit_head" (
	"position" bigint NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"actor_user_id" bigint,
	"actor_name" text,
	"api_key_id" bigint,
	"session_id" text,
	"client_address" text,
	"request_id" text,
	"action" text NOT NULL,
	"target" text,
	"detail" text,
	"before" jsonb,
	"after" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "blocked_logins" (
	"username" text NOT NULL,
	"client" text NOT NULL,
	"locked_until" timestamp (3) with time zone NOT NULL,
	"attempts" integer NOT NULL,
	CONSTRAINT "blocked_logins_username_client_locked_until_pk" PRIMARY KEY("username","client","locked_until")
);
--> statement-breakpoint
CREATE TABLE "lockouts" (
	"scope" text NOT NULL,
	"subject" text NOT NULL,
	"failures" integer NOT NULL,
	"locked_until" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lockouts_scope_subject_pk" PRIMARY KEY("scope","subject")
);
--> statement-breakpoint
CREATE TABLE "password_reset_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"issued_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"client_address" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refresh_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"issued_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"client_address" text NOT NULL,
	"rotated_at" timestamp (3) with time zone,
	"successor_id" uuid
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"client_address" text NOT NULL,
	"auth_source" text DEFAULT 'local' NOT NULL,
	"user_agent" text,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_address" text DEFAULT '' NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"revocation_reason" text
);
--> statement-breakpoint
CREATE TABLE "device_type_colors" (
	"device_type" text PRIMARY KEY NOT NULL,
	"color" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "device_types" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "device_types_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"value" text NOT NULL,
	"label" text NOT NULL,
	"icon" text NOT NULL,
	CONSTRAINT "device_types_value" UNIQUE("value")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" bigint NOT NULL,
	"key" text NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"body_hash" text NOT NULL,
	"request_id" text NOT NULL,
	"leased_until" timestamp with time zone NOT NULL,
	"status" integer,
	"object_id" text,
	"answer" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "dhcp_leases" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "dhcp_leases_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"source_id" bigint NOT NULL,
	"address" "inet" NOT NULL,
	"mac_address" text,
	"client_id" text,
	"hostname" text,
	"expires_at" timestamp (3) with time zone,
	"is_active" boolean NOT NULL,
	"imported_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "external_assignments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "external_assignments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"pool_id" bigint,
	"address" "inet" NOT NULL,
	"label" text NOT NULL,
	"status" text NOT NULL,
	"provider" text,
	"account" text,
	"owner" text,
	"service" text,
	"tags" text,
	"notes" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "external_assignments_address" UNIQUE("address")
);
--> statement-breakpoint
CREATE TABLE "external_pools" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "external_pools_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"cidr" text NOT NULL,
	"first_address" "inet" NOT NULL,
	"last_address" "inet" NOT NULL,
	"provider" text,
	"account" text,
	"description" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "external_pools_name" UNIQUE("name"),
	CONSTRAINT "external_pools_range" CHECK (first_address <= last_address)
);
--> statement-breakpoint
CREATE TABLE "ip_reservations" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ip_reservations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"address" "inet" NOT NULL,
	"subnet_id" bigint,
	"label" text NOT NULL,
	"mac_address" text,
	"notes" text,
	"reserved_by" text,
	"expires_at" timestamp (3) with time zone,
	"released_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lease_sources" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lease_sources_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"format" text NOT NULL,
	"last_imported_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lease_sources_name" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "subnets" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "subnets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"network" "cidr" NOT NULL,
	"cidr_as_sent" text,
	"first_address" "inet" GENERATED ALWAYS AS (set_masklen(network::inet, 32 + 96 * (family(network) / 6))) STORED NOT NULL,
	"last_address" "inet" GENERATED ALWAYS AS (set_masklen(broadcast(network), 32 + 96 * (family(network) / 6))) STORED NOT NULL,
	"description" text,
	"notes" text,
	"vlan_id" text,
	"site_id" bigint,
	"gateway" "inet",
	"dhcp_start" "inet",
	"dhcp_end" "inet",
	"dns_servers" text,
	"is_pool" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subnets_network" UNIQUE("network"),
	CONSTRAINT "subnets_dhcp_range" CHECK ((dhcp_start IS NULL AND dhcp_end IS NULL) OR (dhcp_start IS NOT NULL AND dhcp_end IS NOT NULL
        AND dhcp_start <= dhcp_end AND dhcp_start >= first_address AND dhcp_end <= last_address))
);
--> statement-breakpoint
CREATE TABLE "notification_profiles" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notification_profiles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"provider" text NOT NULL,
	"enabled" boolean NOT NULL,
	"config" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "oidc_answered_sign_ins" (
	"state_digest" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "oidc_identities" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "oidc_identities_issuer_subject_pk" PRIMARY KEY("issuer","subject"),
	CONSTRAINT "oidc_identities_user" UNIQUE("user_id","issuer")
);
--> statement-breakpoint
CREATE TABLE "oidc_settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "login_challenges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"password_digest" "bytea" NOT NULL,
	"passkey_challenge" text,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkey_registrations" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"challenge" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkey_sign_ins" (
	"challenge" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "passkeys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"name" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"is_backed_up" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "passkeys_credential" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" bigint NOT NULL,
	"digest" "bytea" NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "recovery_codes_user_id_digest_pk" PRIMARY KEY("user_id","digest")
);
--> statement-breakpoint
CREATE TABLE "second_factor_roles" (
	"name" text PRIMARY KEY NOT NULL,
	"role" text
);
--> statement-breakpoint
CREATE TABLE "totp_enrolments" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "totp_factors" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"last_step" bigint NOT NULL,
	"confirmed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "system_settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "collectors" (
	"id" text PRIMARY KEY NOT NULL,
	"stored_through" bigint DEFAULT 0 NOT NULL,
	"unparsed_events" bigint DEFAULT 0 NOT NULL,
	"skipped_positions" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_retention" (
	"id" smallint PRIMARY KEY NOT NULL,
	"last_run_at" timestamp (3) with time zone NOT NULL,
	"last_deleted" bigint NOT NULL,
	"last_error" text,
	"predicted_share" double precision NOT NULL,
	"refused_at" timestamp (3) with time zone,
	"refused_share" double precision
);
--> statement-breakpoint
CREATE TABLE "event_segments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "event_segments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"collector" text NOT NULL,
	"range_start" bigint NOT NULL,
	"range_end" bigint NOT NULL,
	"path" text NOT NULL,
	"row_count" integer NOT NULL,
	"size_bytes" bigint NOT NULL,
	"min_received_at_micros" bigint NOT NULL,
	"max_received_at_micros" bigint NOT NULL,
	"min_event_id" bigint NOT NULL,
	"max_event_id" bigint NOT NULL,
	"tier" smallint DEFAULT 0 NOT NULL,
	"checksum" bigint,
	"columns" smallint,
	"checked_at" timestamp (3) with time zone,
	"damaged_at" timestamp (3) with time zone,
	"letters" "bytea",
	"addresses" "bytea",
	"numbers" "bytea",
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "event_segments_range" CHECK ("event_segments"."range_start" < "event_segments"."range_end")
);
--> statement-breakpoint
CREATE TABLE "saved_searches" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_searches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"name" text NOT NULL,
	"filters" json NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_searches_user_name" UNIQUE("user_id","name")
);
--> statement-breakpoint
CREATE TABLE "job_leases" (
	"name" text PRIMARY KEY NOT NULL,
	"owner" text NOT NULL,
	"token" bigint NOT NULL,
	"leased_until" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "device_addresses" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "device_addresses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"device_id" bigint NOT NULL,
	"interface_id" bigint,
	"ip_address" text NOT NULL,
	"address" "inet" GENERATED ALWAYS AS (ip_address::inet) STORED
);
--> statement-breakpoint
CREATE TABLE "device_imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"phase" text NOT NULL,
	"rows_total" integer,
	"rows_done" integer DEFAULT 0 NOT NULL,
	"is_cancel_requested" boolean DEFAULT false NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "device_interfaces" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "device_interfaces_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"device_id" bigint NOT NULL,
	"name" text NOT NULL,
	"name_key" text COLLATE "C" GENERATED ALWAYS AS (regexp_replace(regexp_replace(lower(coalesce(name, '')), '([0-9]+)', '00000000000000000000\1', 'g'), '[0-9]*([0-9]{20})', '\1', 'g')) STORED NOT NULL,
	"mac_address" text,
	"description" text
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "devices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"display_name" text,
	"hostname" text,
	"ip_address" text,
	"address" "inet" GENERATED ALWAYS AS (ip_address::inet) STORED,
	"mac_address" text,
	"vendor" text,
	"is_vendor_derived" boolean DEFAULT false NOT NULL,
	"os" text,
	"device_type" text,
	"status" text NOT NULL,
	"lifecycle" text NOT NULL,
	"monitoring_paused" boolean NOT NULL,
	"expected_status" text NOT NULL,
	"icon" text NOT NULL,
	"color" text,
	"vlan_id" text,
	"subnet" text,
	"topology_group_id" bigint,
	"topology_group" text,
	"site_id" bigint,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"notes" text,
	"custom_attributes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"hostname_key" text COLLATE "C" GENERATED ALWAYS AS (regexp_replace(regexp_replace(lower(coalesce(hostname, '')), '([0-9]+)', '00000000000000000000\1', 'g'), '[0-9]*([0-9]{20})', '\1', 'g')) STORED NOT NULL,
	"name_key" text COLLATE "C" GENERATED ALWAYS AS (regexp_replace(regexp_replace(lower(coalesce(coalesce(display_name, hostname, ip_address), '')), '([0-9]+)', '00000000000000000000\1', 'g'), '[0-9]*([0-9]{20})', '\1', 'g')) STORED NOT NULL,
	"monitor_status" text,
	"last_monitored_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "favourite_devices" (
	"user_id" bigint NOT NULL,
	"device_id" bigint NOT NULL,
	CONSTRAINT "favourite_devices_user_id_device_id_pk" PRIMARY KEY("user_id","device_id")
);
--> statement-breakpoint
CREATE TABLE "relationships" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "relationships_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"source_device_id" bigint NOT NULL,
	"target_device_id" bigint NOT NULL,
	"source_interface" text,
	"target_interface" text,
	"relationship_type" text NOT NULL,
	"allow_outbound" boolean NOT NULL,
	"allow_inbound" boolean NOT NULL,
	"notes" text,
	"link_speed_mbps" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "relationships_two_devices" CHECK ("relationships"."source_device_id" <> "relationships"."target_device_id")
);
--> statement-breakpoint
CREATE TABLE "sites" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sites_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"name_key" text COLLATE "C" GENERATED ALWAYS AS (regexp_replace(regexp_replace(lower(coalesce(name, '')), '([0-9]+)', '00000000000000000000\1', 'g'), '[0-9]*([0-9]{20})', '\1', 'g')) STORED NOT NULL,
	"display_name" text,
	"description" text,
	"address" text,
	"color" text,
	"parent_id" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sites_name" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "topology_groups" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "topology_groups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"name_key" text COLLATE "C" GENERATED ALWAYS AS (regexp_replace(regexp_replace(lower(coalesce(name, '')), '([0-9]+)', '00000000000000000000\1', 'g'), '[0-9]*([0-9]{20})', '\1', 'g')) STORED NOT NULL,
	"display_name" text,
	"vlan_id" text,
	"ip_range" text,
	"gateway" text,
	"dhcp_start" text,
	"dhcp_end" text,
	"dns_servers" text,
	"description" text,
	"color" text,
	"parent_id" bigint,
	"site_id" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "topology_groups_name" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "topology_layouts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "topology_layouts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owner_user_id" bigint NOT NULL,
	"name" text NOT NULL,
	"positions" jsonb NOT NULL,
	"display_prefs" jsonb,
	"share_code" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "topology_layouts_share_code" UNIQUE("share_code"),
	CONSTRAINT "topology_layouts_name" UNIQUE("owner_user_id","name")
);
--> statement-breakpoint
CREATE TABLE "roles" (
	"name" text PRIMARY KEY NOT NULL,
	"permissions" text[] DEFAULT '{}' NOT NULL,
	"is_builtin" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"username" text NOT NULL,
	"password_hash" text NOT NULL,
	"has_local_password" boolean DEFAULT true NOT NULL,
	"role" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"display_name" text,
	"avatar_data" text,
	"email" text,
	"is_email_self_declared" boolean DEFAULT false NOT NULL,
	"auth_source" text DEFAULT 'local' NOT NULL,
	"sso_issuer" text,
	"sso_last_login_at" timestamp (3) with time zone,
	"whats_new_acknowledged_version" text,
	"entity_colors_enabled" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_username" UNIQUE("username")
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_reset_tokens" ADD CONSTRAINT "password_reset_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dhcp_leases" ADD CONSTRAINT "dhcp_leases_source_id_lease_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."lease_sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "external_assignments" ADD CONSTRAINT "external_assignments_pool_id_external_pools_id_fk" FOREIGN KEY ("pool_id") REFERENCES "public"."external_pools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ip_reservations" ADD CONSTRAINT "ip_reservations_subnet_id_subnets_id_fk" FOREIGN KEY ("subnet_id") REFERENCES "public"."subnets"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subnets" ADD CONSTRAINT "subnets_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oidc_identities" ADD CONSTRAINT "oidc_identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "login_challenges" ADD CONSTRAINT "login_challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey_registrations" ADD CONSTRAINT "passkey_registrations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factor_roles" ADD CONSTRAINT "second_factor_roles_role_roles_name_fk" FOREIGN KEY ("role") REFERENCES "public"."roles"("name") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "totp_enrolments" ADD CONSTRAINT "totp_enrolments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "totp_factors" ADD CONSTRAINT "totp_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_segments" ADD CONSTRAINT "event_segments_collector_collectors_id_fk" FOREIGN KEY ("collector") REFERENCES "public"."collectors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_searches" ADD CONSTRAINT "saved_searches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_addresses" ADD CONSTRAINT "device_addresses_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_addresses" ADD CONSTRAINT "device_addresses_interface_id_device_interfaces_id_fk" FOREIGN KEY ("interface_id") REFERENCES "public"."device_interfaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_imports" ADD CONSTRAINT "device_imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_interfaces" ADD CONSTRAINT "device_interfaces_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_topology_group_id_topology_groups_id_fk" FOREIGN KEY ("topology_group_id") REFERENCES "public"."topology_groups"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favourite_devices" ADD CONSTRAINT "favourite_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favourite_devices" ADD CONSTRAINT "favourite_devices_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "relationships" ADD CONSTRAINT "relationships_source_device_id_devices_id_fk" FOREIGN KEY ("source_device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "relationships" ADD CONSTRAINT "relationships_target_device_id_devices_id_fk" FOREIGN KEY ("target_device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sites" ADD CONSTRAINT "sites_parent_id_sites_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."sites"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "topology_groups" ADD CONSTRAINT "topology_groups_parent_id_topology_groups_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."topology_groups"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "topology_groups" ADD CONSTRAINT "topology_groups_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "topology_layouts" ADD CONSTRAINT "topology_layouts_owner_user_id_users_id_fk" FOREIGN KEY ("owner_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_keys_user" ON "api_keys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_user_id");--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action");--> statement-breakpoint
CREATE INDEX "audit_log_target" ON "audit_log" USING btree ("target");--> statement-breakpoint
CREATE INDEX "audit_log_created" ON "audit_log" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "password_reset_tokens_user" ON "password_reset_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "refresh_tokens_session" ON "refresh_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "dhcp_leases_source_address" ON "dhcp_leases" USING btree ("source_id","address") WHERE closed_at IS NULL;--> statement-breakpoint
CREATE INDEX "dhcp_leases_active_address" ON "dhcp_leases" USING btree ("address") WHERE closed_at IS NULL AND is_active;--> statement-breakpoint
CREATE INDEX "dhcp_leases_address" ON "dhcp_leases" USING btree ("address");--> statement-breakpoint
CREATE INDEX "dhcp_leases_mac_address" ON "dhcp_leases" USING btree ("mac_address");--> statement-breakpoint
CREATE INDEX "external_assignments_pool" ON "external_assignments" USING btree ("pool_id");--> statement-breakpoint
CREATE INDEX "external_pools_first_address" ON "external_pools" USING btree ("first_address");--> statement-breakpoint
CREATE UNIQUE INDEX "ip_reservations_address" ON "ip_reservations" USING btree ("address") WHERE released_at IS NULL;--> statement-breakpoint
CREATE INDEX "ip_reservations_subnet" ON "ip_reservations" USING btree ("subnet_id");--> statement-breakpoint
CREATE INDEX "ip_reservations_expires_at" ON "ip_reservations" USING btree ("expires_at") WHERE released_at IS NULL;--> statement-breakpoint
CREATE INDEX "subnets_around" ON "subnets" USING gist ("network" inet_ops);--> statement-breakpoint
CREATE INDEX "subnets_vlan" ON "subnets" USING btree ("vlan_id");--> statement-breakpoint
CREATE INDEX "subnets_site" ON "subnets" USING btree ("site_id");--> statement-breakpoint
CREATE INDEX "subnets_gateway" ON "subnets" USING btree ("gateway");--> statement-breakpoint
CREATE INDEX "login_challenges_user" ON "login_challenges" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "event_segments_range_start" ON "event_segments" USING btree ("collector","range_start") WHERE "event_segments"."deleted_at" IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "event_segments_range_end" ON "event_segments" USING btree ("collector","range_end") WHERE "event_segments"."deleted_at" IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "event_segments_path" ON "event_segments" USING btree ("path");--> statement-breakpoint
CREATE INDEX "event_segments_newest" ON "event_segments" USING btree ("max_received_at_micros") WHERE "event_segments"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX "event_segments_event_id" ON "event_segments" USING btree ("max_event_id") WHERE "event_segments"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX "event_segments_deleted" ON "event_segments" USING btree ("deleted_at") WHERE "event_segments"."deleted_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "device_addresses_device" ON "device_addresses" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "device_addresses_by_address" ON "device_addresses" USING btree ("address");--> statement-breakpoint
CREATE INDEX "device_addresses_interface" ON "device_addresses" USING btree ("interface_id");--> statement-breakpoint
CREATE INDEX "device_imports_started_at" ON "device_imports" USING btree ("started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "device_interfaces_name" ON "device_interfaces" USING btree ("device_id",lower("name"));--> statement-breakpoint
CREATE INDEX "device_interfaces_mac_address" ON "device_interfaces" USING btree ("mac_address");--> statement-breakpoint
CREATE INDEX "devices_address" ON "devices" USING btree ("address");--> statement-breakpoint
CREATE INDEX "devices_mac_address" ON "devices" USING btree ("mac_address");--> statement-breakpoint
CREATE INDEX "devices_hostname_key" ON "devices" USING btree ("hostname_key");--> statement-breakpoint
CREATE INDEX "devices_name_key" ON "devices" USING btree ("name_key");--> statement-breakpoint
CREATE INDEX "devices_topology_group" ON "devices" USING btree ("topology_group_id");--> statement-breakpoint
CREATE INDEX "devices_site" ON "devices" USING btree ("site_id");--> statement-breakpoint
CREATE INDEX "devices_tags" ON "devices" USING gin ("tags");--> statement-breakpoint
CREATE UNIQUE INDEX "relationships_ends" ON "relationships" USING btree (least("source_device_id", "target_device_id"),greatest("source_device_id", "target_device_id"),lower(coalesce(case when "source_device_id" < "target_device_id" then "source_interface" else "target_interface" end, '')),lower(coalesce(case when "source_device_id" < "target_device_id" then "target_interface" else "source_interface" end, '')),lower("relationship_type"));--> statement-breakpoint
CREATE INDEX "relationships_source" ON "relationships" USING btree ("source_device_id");--> statement-breakpoint
CREATE INDEX "relationships_target" ON "relationships" USING btree ("target_device_id");--> statement-breakpoint
CREATE INDEX "sites_parent" ON "sites" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "topology_groups_parent" ON "topology_groups" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "topology_groups_site" ON "topology_groups" USING btree ("site_id");--> statement-breakpoint
CREATE VIEW "public"."every_device_address" AS (
  SELECT id AS device_id, ip_address, address FROM devices WHERE address IS NOT NULL
  UNION ALL SELECT device_id, ip_address, address FROM device_addresses);
--> statement-breakpoint
CREATE TYPE "inet_range" AS RANGE (subtype = inet);
--> statement-breakpoint
ALTER TABLE "external_pools" ADD CONSTRAINT "external_pools_overlap" EXCLUDE USING gist (inet_range("first_address", "last_address", '[]') WITH &&);
--> statement-breakpoint
-- Calls per API key and window. Unlogged: a counter costs no WAL, and a crash forgives at most one window.
CREATE UNLOGGED TABLE "api_key_windows" (
	"key_id" bigint PRIMARY KEY,
	"started_at" timestamp with time zone NOT NULL,
	"calls" integer NOT NULL
) WITH (fillfactor = 50);
--> statement-breakpoint
INSERT INTO "roles" ("name", "permissions", "is_builtin") VALUES
	('NetworkAdmin', ARRAY['topology_write', 'security_view', 'tools_passive', 'tools_active', 'inventory_export', 'firewall_export', 'report_export', 'ipam_write', 'monitoring_write', 'alert_write'], true),
	('SecurityAnalyst', ARRAY['security_view', 'tools_passive', 'firewall_export'], true),
	('Viewer', ARRAY['tools_passive'], true);
--> statement-breakpoint
-- Filters are as dense as they get: compressing them would only take time.
ALTER TABLE "event_segments" ALTER COLUMN "addresses" SET STORAGE EXTERNAL,
	ALTER COLUMN "numbers" SET STORAGE EXTERNAL;
--> statement-breakpoint
-- The chain of docs/audit.md: at commit each new row of audit_log takes the next position and a hash over the hash before.
-- The same canonical text stands in src/features/audit/verification.ts, which does not trust these functions.
ALTER TABLE "audit_head" SET (fillfactor = 10);
--> statement-breakpoint
INSERT INTO "audit_head" ("position", "hash") VALUES (0, repeat('0', 64));
--> statement-breakpoint
CREATE FUNCTION append_to_audit_chain(entry audit_log) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	link audit_head;
BEGIN
	UPDATE audit_head h SET position = h.position + 1, hash = encode(sha256(convert_to(h.hash || jsonb_build_array(
		entry.id, entry.actor_user_id, entry.actor_name, entry.api_key_id, entry.session_id, entry.client_address,
		entry.request_id, entry.action, entry.target, entry.detail, entry.before, entry.after,
		(extract(epoch FROM entry.created_at) * 1000)::bigint)::text, 'UTF8')), 'hex')
	RETURNING h.* INTO link;
	INSERT INTO audit_chain (position, audit_id, hash) VALUES (link.position, entry.id, link.hash);
END $$;
--> statement-breakpoint
CREATE FUNCTION chain_audit_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM append_to_audit_chain(NEW);
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'rows of % are only ever added', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER audit_log_chain AFTER INSERT ON "audit_log" DEFERRABLE INITIALLY DEFERRED
	FOR EACH ROW EXECUTE FUNCTION chain_audit_row();
--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_log"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
--> statement-breakpoint
CREATE TRIGGER audit_chain_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_chain"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
--> statement-breakpoint
CREATE TRIGGER audit_head_kept BEFORE DELETE OR TRUNCATE ON "audit_head"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
