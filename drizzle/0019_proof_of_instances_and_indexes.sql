DROP INDEX "check_targets_service";--> statement-breakpoint
DROP INDEX "check_targets_monitor";--> statement-breakpoint
ALTER TABLE "instances" ADD COLUMN "proof" text;--> statement-breakpoint
CREATE UNIQUE INDEX "check_targets_service_check" ON "check_targets" USING btree ("service_check_id","device_id");--> statement-breakpoint
CREATE UNIQUE INDEX "check_targets_monitor_all" ON "check_targets" USING btree ("monitor_id");--> statement-breakpoint
CREATE INDEX "favourite_devices_device" ON "favourite_devices" USING btree ("device_id");