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
