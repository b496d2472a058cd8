const HIDDEN: Record<string, readonly string[]> = {
  payment_intent: ['customer', 'customer_account', 'metadata', 'latest_charge', 'application', 'on_behalf_of'],
  setup_intent: ['customer', 'customer_account', 'metadata', 'latest_attempt', 'application', 'on_behalf_of'],
  payment_method: ['customer', 'customer_account', 'metadata'],
};

export function payerView(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(payerView);
  if (typeof value !== 'object' || value === null) return value;
  const hidden = 'object' in value ? (HIDDEN[String(value.object)] ?? []) : [];
  const shown = Object.entries(value).filter(([key]) => !hidden.includes(key));
  return Object.fromEntries(shown.map(([key, inner]) => [key, payerView(inner)]));
}
