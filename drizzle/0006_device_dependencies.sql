CREATE TABLE "device_dependencies" (
	"device_id" bigint NOT NULL,
	"parent_id" bigint,
	CONSTRAINT "device_dependencies_once" UNIQUE NULLS NOT DISTINCT("device_id","parent_id")
);
--> statement-breakpoint
ALTER TABLE "device_dependencies" ADD CONSTRAINT "device_dependencies_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_dependencies" ADD CONSTRAINT "device_dependencies_parent_id_devices_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_dependencies_parent" ON "device_dependencies" USING btree ("parent_id");