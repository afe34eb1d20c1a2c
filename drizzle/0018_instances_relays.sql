CREATE TABLE "instances" (
	"id" text PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"roles" text[] NOT NULL,
	"version" text NOT NULL,
	"collector" text,
	"key_check" text NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "instances_address_unique" UNIQUE("address")
);
--> statement-breakpoint
CREATE TABLE "relay_spools" (
	"id" text PRIMARY KEY NOT NULL,
	"relay" text NOT NULL,
	"position" bigint DEFAULT 0 NOT NULL,
	"last_id" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "relays" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"version" text NOT NULL,
	"key_id" bigint,
	"position" bigint NOT NULL,
	"last_check" bigint,
	"lines" bigint DEFAULT 0 NOT NULL,
	"missing" bigint DEFAULT 0 NOT NULL,
	"from_future" bigint DEFAULT 0 NOT NULL,
	"clock_offset_ms" bigint DEFAULT 0 NOT NULL,
	"report" jsonb NOT NULL,
	"first_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"lost_at" timestamp (3) with time zone,
	CONSTRAINT "relays_key" UNIQUE("key_id")
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "permission" text;