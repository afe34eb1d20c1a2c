CREATE TABLE "address_bindings" (
	"held_from" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"address" "inet" NOT NULL,
	"source" text NOT NULL,
	"reporter" text NOT NULL,
	"mac_address" "macaddr",
	"client_id" text,
	"host" text,
	"switch_name" text,
	"switch_port" text,
	"is_ended" boolean DEFAULT false NOT NULL,
	CONSTRAINT "address_bindings_key" PRIMARY KEY("address","source","reporter","held_from"),
	CONSTRAINT "address_bindings_order" CHECK ("address_bindings"."held_from" <= "address_bindings"."seen_at" AND "address_bindings"."seen_at" <= "address_bindings"."ends_at")
);
--> statement-breakpoint
CREATE INDEX "address_bindings_mac" ON "address_bindings" USING btree ("mac_address","held_from");--> statement-breakpoint
CREATE INDEX "address_bindings_age" ON "address_bindings" USING brin ("held_from");--> statement-breakpoint
ALTER TABLE "address_bindings" SET (fillfactor = 80);
