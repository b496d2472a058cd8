import type Stripe from 'stripe';
import { z } from 'zod';
import { emit } from '../events.ts';
import { invalidRequest, resourceMissing } from '../http/failure.ts';
import { page } from '../http/list.ts';
import {
  clearable,
  flag,
  integer,
  listParams,
  mergeMetadata,
  metadata,
  text,
  withoutUndefined,
} from '../http/params.ts';
import { route, type Route } from '../http/route.ts';
import { changeDispute } from '../payments/charges.ts';
import { newId } from '../state/ids.ts';
import type { World } from '../world.ts';

const words = clearable(z.string().max(20_000)).optional();
const file = clearable(text).optional();

const FILES = {
  cancellation_policy: file,
  customer_communication: file,
  customer_signature: file,
  duplicate_charge_documentation: file,
  receipt: file,
  refund_policy: file,
  service_documentation: file,
  shipping_documentation: file,
  uncategorized_file: file,
};

const evidence = z.strictObject({
  ...FILES,
  access_activity_log: words,
  billing_address: words,
  cancellation_policy_disclosure: words,
  cancellation_rebuttal: words,
  customer_email_address: words,
  customer_name: words,
  customer_purchase_ip: words,
  duplicate_charge_explanation: words,
  duplicate_charge_id: words,
  product_description: words,
  refund_policy_disclosure: words,
  refund_refusal_explanation: words,
  service_date: words,
  shipping_address: words,
  shipping_carrier: words,
  shipping_date: words,
  shipping_tracking_number: words,
  uncategorized_text: words,
});
const disputeUpdate = z.strictObject({ evidence: evidence.optional(), metadata, submit: flag.optional() });

const LARGEST_FILE = 5_000_000;
const MOST_CHARACTERS = 150_000;
const TYPES: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
};
const newFile = z.strictObject({
  purpose: z.literal('dispute_evidence'),
  file: z.strictObject({ name: text, type: text, size: integer, sha256: text }),
});

/** https://docs.stripe.com/disputes/api */
export const disputeRoutes: Route[] = [
  route('GET', '/v1/disputes', z.strictObject(listParams), ({ world, params }) =>
    page(world.db.disputes.newestFirst(), world.db.disputes, params, '/v1/disputes'),
  ),
  route('GET', '/v1/disputes/:id', z.strictObject({}), ({ world, id }) => dispute(world, id)),
  route('POST', '/v1/disputes/:id', disputeUpdate, ({ world, id, params }) =>
    respond(world, dispute(world, id), params),
  ),
  route('POST', '/v1/disputes/:id/close', z.strictObject({}), ({ world, id }) => accept(world, dispute(world, id))),
  route('POST', '/v1/files', newFile, ({ world, params }) => storeFile(world, params.file)),
  route('GET', '/v1/files/:id', z.strictObject({}), ({ world, id }) => {
    const found = world.db.files.get(id);
    if (!found) throw resourceMissing('file', id);
    return found;
  }),
];

function dispute(world: World, id: string): Stripe.Dispute {
  const found = world.db.disputes.get(id);
  if (!found) throw resourceMissing('dispute', id);
  return found;
}

const ANSWERED = { needs_response: 'under_review', warning_needs_response: 'warning_under_review' } as const;

/** Evidence is submitted once, and cannot be changed afterwards. */
function respond(world: World, before: Stripe.Dispute, given: z.output<typeof disputeUpdate>): Stripe.Dispute {
  const { evidence: added, submit = true } = given;
  const answered = ANSWERED[before.status as keyof typeof ANSWERED];
  const kept = mergeMetadata(before.metadata, given.metadata);
  if (added === undefined) return world.db.disputes.put({ ...before, metadata: kept });
  if (answered === undefined || before.evidence_details.past_due)
    throw invalidRequest('This dispute is already closed or its evidence has been submitted.');
  requireFiles(world, added);
  const all = { ...before.evidence, ...withoutUndefined(added) };
  const typed = Object.values(all).reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? value.length : 0),
    0,
  );
  if (typed > MOST_CHARACTERS) throw invalidRequest('The evidence is too long.', { param: 'evidence' });
  const details: Stripe.Dispute.EvidenceDetails = {
    ...before.evidence_details,
    has_evidence: true,
    ...(submit && { submission_count: before.evidence_details.submission_count + 1, submission_method: 'manual' }),
  };
  const status = submit ? answered : before.status;
  const after = world.db.disputes.put({ ...before, metadata: kept, evidence: all, evidence_details: details, status });
  emit(world, 'charge.dispute.updated', after, before);
  return after;
}

/** Only disputes that need a response can be accepted, no inquiries. */
function accept(world: World, before: Stripe.Dispute): Stripe.Dispute {
  if (before.status !== 'needs_response') throw invalidRequest('This dispute is already closed.');
  return changeDispute(world, before, 'lost');
}

function requireFiles(world: World, given: z.output<typeof evidence>): void {
  for (const name of Object.keys(FILES) as (keyof typeof FILES)[]) {
    const id = given[name];
    if (id && world.db.files.get(id)?.purpose !== 'dispute_evidence')
      throw resourceMissing('file', id, `evidence[${name}]`);
  }
}

function storeFile(world: World, { name, type, size }: z.output<typeof newFile>['file']): Stripe.File {
  const kind = TYPES[type];
  if (kind === undefined) throw invalidRequest('Evidence is a PDF, JPEG or PNG file.', { param: 'file' });
  if (size > LARGEST_FILE) throw invalidRequest('The file is too large.', { param: 'file' });
  const id = newId('file');
  return world.db.files.put({
    id,
    object: 'file',
    created: world.now(),
    expires_at: null,
    filename: name,
    links: null,
    purpose: 'dispute_evidence',
    size,
    title: null,
    type: kind,
    url: `https://files.stripe.com/v1/files/${id}/contents`,
  });
}
