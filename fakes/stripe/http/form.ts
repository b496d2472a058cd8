import { invalidRequest } from './failure.ts';

export type FormValue = string | FormValue[] | { [key: string]: FormValue };
export type Form = { [key: string]: FormValue };

/**
 * `items[0][price]=a&expand[]=b` becomes `{items: [{price: 'a'}], expand: ['b']}`; values stay text.
 * @throws StripeFailure 400 when nested too deep
 */
export function decodeForm(encoded: string): Form {
  const root: Tree = new Map();
  for (const [name, value] of new URLSearchParams(encoded)) place(root, keysOf(name), value);
  return Object.fromEntries([...root].map(([key, value]) => [key, settle(value)]));
}

const DEEPEST = 10;

type Tree = Map<string, string | Tree>;

function keysOf(name: string): string[] {
  const [head = '', ...rest] = name.split('[');
  if (rest.length > DEEPEST) throw invalidRequest('The parameters are nested too deeply.');
  return [head, ...rest.map((part) => part.replace(/\]$/, ''))];
}

function place(tree: Tree, [head = '', ...rest]: string[], value: string): void {
  const key = head === '' ? String(tree.size) : head;
  if (rest.length === 0) {
    tree.set(key, value);
    return;
  }
  const inner = tree.get(key);
  const next: Tree = inner instanceof Map ? inner : new Map();
  tree.set(key, next);
  place(next, rest, value);
}

function settle(value: string | Tree): FormValue {
  if (typeof value === 'string') return value;
  const entries = [...value].map(([key, inner]) => [key, settle(inner)] as const);
  const isList = entries.every(([key], position) => key === String(position));
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}
