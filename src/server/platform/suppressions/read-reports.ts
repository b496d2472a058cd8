import * as z from 'zod/mini';
import type { SuppressionReport } from './suppressions.ts';

const MOST_RECIPIENTS = 100;
const address = z.string().check(z.maxLength(400));
const time = z.iso.datetime({ offset: true });
const recipients = z.array(z.object({ emailAddress: address })).check(z.maxLength(MOST_RECIPIENTS));

const bounce = z.object({ bounceType: z.string(), bouncedRecipients: recipients, timestamp: time });
const complaint = z.object({
  complainedRecipients: recipients,
  timestamp: time,
  complaintFeedbackType: z.optional(z.nullable(z.string())),
});
/** SES calls the field `eventType` in published events, and `notificationType` in feedback notifications. */
const sesEvent = z.object({
  notificationType: z.optional(z.string()),
  eventType: z.optional(z.string()),
  bounce: z.optional(bounce),
  complaint: z.optional(complaint),
});

/** SES also sends texts that aren't JSON when a topic is first connected. */
export function readSesReports(text: string): SuppressionReport[] {
  const parsed = sesEvent.safeParse(jsonOf(text));
  if (!parsed.success) return [];
  const { notificationType, eventType = notificationType, bounce: bounced, complaint: complained } = parsed.data;
  if (eventType === 'Bounce' && bounced?.bounceType === 'Permanent') {
    return bounced.bouncedRecipients.map((one) => report('bounce', 'ses', one.emailAddress, bounced.timestamp));
  }
  if (eventType === 'Complaint' && complained && complained.complaintFeedbackType !== 'not-spam') {
    return complained.complainedRecipients.map((one) =>
      report('complaint', 'ses', one.emailAddress, complained.timestamp),
    );
  }
  return [];
}

const postmarkEvent = z.object({ RecordType: z.string(), Type: z.string(), Email: address, BouncedAt: time });

export function readPostmarkReports(body: unknown): SuppressionReport[] {
  const parsed = postmarkEvent.safeParse(body);
  if (!parsed.success) return [];
  const { RecordType, Type, Email, BouncedAt } = parsed.data;
  if (RecordType === 'Bounce' && Type === 'HardBounce') return [report('bounce', 'postmark', Email, BouncedAt)];
  if (RecordType === 'SpamComplaint') return [report('complaint', 'postmark', Email, BouncedAt)];
  return [];
}

function report(
  reason: SuppressionReport['reason'],
  reportedBy: SuppressionReport['reportedBy'],
  written: string,
  at: string,
): SuppressionReport {
  // SES writes "Name <address>" if the email did.
  const email = (/<([^<>]+)>\s*$/.exec(written)?.[1] ?? written).trim().replaceAll('\u0000', '');
  return { email, reason, reportedBy, at: new Date(at) };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
