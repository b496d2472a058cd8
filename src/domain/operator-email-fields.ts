/** An operator writes `{plan}` in a message, and each customer reads their own plan. */
export const MESSAGE_FIELDS = ['name', 'plan', 'address', 'account'] as const;
export type MessageField = (typeof MESSAGE_FIELDS)[number];

const FIELD = /\{(\w+)\}/g;

const isField = (name: string): name is MessageField => MESSAGE_FIELDS.some((field) => field === name);

export function fillFields(text: string, values: Readonly<Record<MessageField, string>>): string {
  return text.replaceAll(FIELD, (whole, name: string) => (isField(name) ? values[name] : whole));
}

export function unknownFields(text: string): readonly string[] {
  return [...text.matchAll(FIELD)].flatMap(([whole, name = '']) => (isField(name) ? [] : [whole]));
}
