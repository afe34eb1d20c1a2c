DROP INDEX "devices_hostname_key";--> statement-breakpoint
DROP INDEX "devices_name_key";--> statement-breakpoint
CREATE INDEX "devices_in_order_of_hostname" ON "devices" USING btree ("hostname_key",coalesce("address", '0.0.0.0/0'::inet),"id");--> statement-breakpoint
CREATE INDEX "devices_in_order_of_name" ON "devices" USING btree ("name_key",coalesce("address", '0.0.0.0/0'::inet),"id");--> statement-breakpoint
CREATE INDEX "devices_in_order_of_address" ON "devices" USING btree (coalesce("address", '0.0.0.0/0'::inet),"id");