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
CREATE TABLE "saved_searches" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_searches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"name" text NOT NULL,
	"filters" json NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_searches_user_name" UNIQUE("user_id","name")
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
DROP INDEX "devices_ip_address";--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "address" "inet" GENERATED ALWAYS AS (ip_address::inet) STORED;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "is_vendor_derived" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "custom_attributes" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "hostname_key" text COLLATE "C" GENERATED ALWAYS AS (regexp_replace(regexp_replace(lower(coalesce(hostname, '')), '([0-9]+)', '00000000000000000000\1', 'g'), '[0-9]*([0-9]{20})', '\1', 'g')) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "name_key" text COLLATE "C" GENERATED ALWAYS AS (regexp_replace(regexp_replace(lower(coalesce(coalesce(display_name, hostname, ip_address), '')), '([0-9]+)', '00000000000000000000\1', 'g'), '[0-9]*([0-9]{20})', '\1', 'g')) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "name_key" text COLLATE "C" GENERATED ALWAYS AS (regexp_replace(regexp_replace(lower(coalesce(name, '')), '([0-9]+)', '00000000000000000000\1', 'g'), '[0-9]*([0-9]{20})', '\1', 'g')) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "display_name" text;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "description" text;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "color" text;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "parent_id" bigint;--> statement-breakpoint
ALTER TABLE "topology_groups" ADD COLUMN "name_key" text COLLATE "C" GENERATED ALWAYS AS (regexp_replace(regexp_replace(lower(coalesce(name, '')), '([0-9]+)', '00000000000000000000\1', 'g'), '[0-9]*([0-9]{20})', '\1', 'g')) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "topology_groups" ADD COLUMN "vlan_id" text;--> statement-breakpoint
ALTER TABLE "topology_groups" ADD COLUMN "ip_range" text;--> statement-breakpoint
ALTER TABLE "topology_groups" ADD COLUMN "gateway" text;--> statement-breakpoint
ALTER TABLE "topology_groups" ADD COLUMN "dhcp_start" text;--> statement-breakpoint
ALTER TABLE "topology_groups" ADD COLUMN "dhcp_end" text;--> statement-breakpoint
ALTER TABLE "topology_groups" ADD COLUMN "dns_servers" text;--> statement-breakpoint
ALTER TABLE "topology_groups" ADD COLUMN "description" text;--> statement-breakpoint
ALTER TABLE "topology_groups" ADD COLUMN "color" text;--> statement-breakpoint
ALTER TABLE "topology_groups" ADD COLUMN "parent_id" bigint;--> statement-breakpoint
ALTER TABLE "topology_groups" ADD COLUMN "site_id" bigint;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dhcp_leases" ADD CONSTRAINT "dhcp_leases_source_id_lease_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."lease_sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "external_assignments" ADD CONSTRAINT "external_assignments_pool_id_external_pools_id_fk" FOREIGN KEY ("pool_id") REFERENCES "public"."external_pools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ip_reservations" ADD CONSTRAINT "ip_reservations_subnet_id_subnets_id_fk" FOREIGN KEY ("subnet_id") REFERENCES "public"."subnets"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subnets" ADD CONSTRAINT "subnets_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_searches" ADD CONSTRAINT "saved_searches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_addresses" ADD CONSTRAINT "device_addresses_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_addresses" ADD CONSTRAINT "device_addresses_interface_id_device_interfaces_id_fk" FOREIGN KEY ("interface_id") REFERENCES "public"."device_interfaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_imports" ADD CONSTRAINT "device_imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_interfaces" ADD CONSTRAINT "device_interfaces_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "relationships" ADD CONSTRAINT "relationships_source_device_id_devices_id_fk" FOREIGN KEY ("source_device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "relationships" ADD CONSTRAINT "relationships_target_device_id_devices_id_fk" FOREIGN KEY ("target_device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "topology_layouts" ADD CONSTRAINT "topology_layouts_owner_user_id_users_id_fk" FOREIGN KEY ("owner_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
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
CREATE INDEX "device_addresses_device" ON "device_addresses" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "device_addresses_by_address" ON "device_addresses" USING btree ("address");--> statement-breakpoint
CREATE INDEX "device_addresses_interface" ON "device_addresses" USING btree ("interface_id");--> statement-breakpoint
CREATE INDEX "device_imports_started_at" ON "device_imports" USING btree ("started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "device_interfaces_name" ON "device_interfaces" USING btree ("device_id",lower("name"));--> statement-breakpoint
CREATE INDEX "device_interfaces_mac_address" ON "device_interfaces" USING btree ("mac_address");--> statement-breakpoint
CREATE UNIQUE INDEX "relationships_ends" ON "relationships" USING btree (least("source_device_id", "target_device_id"),greatest("source_device_id", "target_device_id"),lower(coalesce(case when "source_device_id" < "target_device_id" then "source_interface" else "target_interface" end, '')),lower(coalesce(case when "source_device_id" < "target_device_id" then "target_interface" else "source_interface" end, '')),lower("relationship_type"));--> statement-breakpoint
CREATE INDEX "relationships_source" ON "relationships" USING btree ("source_device_id");--> statement-breakpoint
CREATE INDEX "relationships_target" ON "relationships" USING btree ("target_device_id");--> statement-breakpoint
ALTER TABLE "sites" ADD CONSTRAINT "sites_parent_id_sites_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."sites"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "topology_groups" ADD CONSTRAINT "topology_groups_parent_id_topology_groups_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."topology_groups"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "topology_groups" ADD CONSTRAINT "topology_groups_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "devices_address" ON "devices" USING btree ("address");--> statement-breakpoint
CREATE INDEX "devices_hostname_key" ON "devices" USING btree ("hostname_key");--> statement-breakpoint
CREATE INDEX "devices_name_key" ON "devices" USING btree ("name_key");--> statement-breakpoint
CREATE INDEX "devices_topology_group" ON "devices" USING btree ("topology_group_id");--> statement-breakpoint
CREATE INDEX "devices_site" ON "devices" USING btree ("site_id");--> statement-breakpoint
CREATE INDEX "devices_tags" ON "devices" USING gin ("tags");--> statement-breakpoint
CREATE INDEX "sites_parent" ON "sites" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "topology_groups_parent" ON "topology_groups" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "topology_groups_site" ON "topology_groups" USING btree ("site_id");--> statement-breakpoint
CREATE VIEW "public"."every_device_address" AS (
  SELECT id AS device_id, ip_address, address FROM devices WHERE address IS NOT NULL
  UNION ALL SELECT device_id, ip_address, address FROM device_addresses);
--> statement-breakpoint
CREATE TYPE "inet_range" AS RANGE (subtype = inet);--> statement-breakpoint
ALTER TABLE "external_pools" ADD CONSTRAINT "external_pools_overlap" EXCLUDE USING gist (inet_range("first_address", "last_address", '[]') WITH &&);
