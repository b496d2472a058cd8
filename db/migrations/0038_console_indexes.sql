CREATE INDEX "gifts_waiting_order_idx" ON "gifts" USING btree ("created_at","id") WHERE "gifts"."announced_at" is null and "gifts"."claimed_at" is null;--> statement-breakpoint
CREATE INDEX "gifts_start_idx" ON "gifts" USING btree ("start_date");--> statement-breakpoint
CREATE INDEX "subscriptions_cancelled_kind_idx" ON "subscriptions" USING btree ((case
    when "refund_requested_at" is not null then 'refunded'
    when "dispute_lost_at" is not null then 'dispute_lost'
    when "cancel_requested_at" is not null then 'asked'
    else 'payment_failed' end),(coalesce("refund_requested_at", "cancel_requested_at", "ended_at", "updated_at")),"id") WHERE "subscriptions"."status" = 'cancelled';--> statement-breakpoint
CREATE INDEX "mailing_pieces_mailed_idx" ON "mailing_pieces" USING btree ("subscription_id","letter") WHERE "mailing_pieces"."handed_over_on" is not null;