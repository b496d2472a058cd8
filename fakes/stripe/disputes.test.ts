import { expect, test } from 'vitest';
import { ask, openShop, startSandbox, subscribe } from './testing.ts';

async function openDispute() {
  const { sandbox, stripe } = await startSandbox();
  const { customer, monthly } = await openShop(stripe);
  await subscribe(stripe, customer, monthly);
  const charge = (await stripe.charges.list({ customer: customer.id })).data[0]?.id ?? '';
  await ask(sandbox, `charges/${charge}/dispute`, {});
  const { id = '' } = (await stripe.disputes.list()).data[0] ?? {};
  const upload = (type = 'application/pdf') =>
    stripe.files.create({ purpose: 'dispute_evidence', file: { data: Buffer.from('%PDF-1.7'), name: 'a.pdf', type } });
  return { stripe, id, upload };
}

test('evidence is staged, then submitted once with an uploaded file, and cannot be changed afterwards', async () => {
  const { stripe, id, upload } = await openDispute();
  const file = await upload();
  expect(file).toMatchObject({ object: 'file', purpose: 'dispute_evidence', size: 8, type: 'pdf', filename: 'a.pdf' });
  expect(await stripe.files.retrieve(file.id)).toMatchObject({ id: file.id });
  const staged = await stripe.disputes.update(id, { evidence: { customer_name: 'Ada' }, submit: false });
  expect(staged).toMatchObject({ status: 'needs_response', evidence_details: { submission_count: 0 } });
  const sent = await stripe.disputes.update(id, { evidence: { uncategorized_file: file.id }, submit: true });
  expect(sent).toMatchObject({
    status: 'under_review',
    evidence: { customer_name: 'Ada', uncategorized_file: file.id },
    evidence_details: { has_evidence: true, submission_count: 1 },
  });
  await expect(stripe.disputes.update(id, { evidence: { customer_name: 'Bea' } })).rejects.toMatchObject({
    statusCode: 400,
  });
});

test('a file that does not exist, a field that is not evidence and a text file are refused', async () => {
  const { stripe, id, upload } = await openDispute();
  const unknown = stripe.disputes.update(id, { evidence: { uncategorized_file: 'file_none' } });
  await expect(unknown).rejects.toMatchObject({ param: 'evidence[uncategorized_file]' });
  const odd = stripe.disputes.update(id, { evidence: { weather: 'rain' } as object });
  await expect(odd).rejects.toMatchObject({ statusCode: 400, code: 'parameter_unknown' });
  await expect(upload('text/plain')).rejects.toMatchObject({ statusCode: 400 });
});

test('a dispute that is closed by the seller is lost, and only once', async () => {
  const { stripe, id } = await openDispute();
  expect(await stripe.disputes.close(id)).toMatchObject({ id, status: 'lost' });
  await expect(stripe.disputes.close(id)).rejects.toMatchObject({ statusCode: 400 });
});
