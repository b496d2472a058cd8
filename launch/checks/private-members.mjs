// @ts-check
// Lists uses of private members of Node, browsers and libraries, and replaced methods of their objects and prototypes.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parseSync, Visitor } from 'vite';
import { trackedFiles } from './tracked-files.mjs';

const FOLDERS = ['src', 'launch', 'fakes', 'test', 'bench'];
const NAMES = new Set(['assignSocket', 'setFlagsFromString']);
/** Event handlers such as `onmessage` are meant to be assigned. */
const HANDLER = /^on[a-z]+$/;
/** Members for which the library has no public way yet. */
const EXCEPTIONS = new Map([
  ['launch/checks/browsers.mjs', ['__compat']],
  ['src/contract/storable-text.test.ts', ['_zod']],
  ['fakes/stripe/browser/elements.ts', ['__elementType']],
]);
const CHANGES_OBJECT = new Set(['assign', 'defineProperty', 'defineProperties', 'setPrototypeOf', 'set']);

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const files = FOLDERS.flatMap((folder) => trackedFiles(folder, /\.(ts|tsx|js|mjs)$/));
  const faults = files.flatMap((file) => faultsIn(file, readFileSync(file, 'utf8')));
  if (faults.length > 0) {
    console.error(faults.join('\n'));
    process.exitCode = 1;
  }
}

/** @param {string} file @param {string} text @returns {string[]} one sentence each */
export function faultsIn(file, text) {
  const { program } = parseSync(file, text);
  const packages = importedNames(program);
  /** @type {string[]} */
  const faults = [];
  const look = (/** @type {any} */ node) => {
    const fault = faultOf(node, packages);
    if (fault !== null && !EXCEPTIONS.get(file)?.some((name) => fault.startsWith(`${name} `)))
      faults.push(`${file}:${text.slice(0, node.start).split('\n').length}: ${fault}`);
  };
  new Visitor({
    MemberExpression: look,
    ObjectPattern: look,
    ImportSpecifier: look,
    AssignmentExpression: look,
    CallExpression: look,
    ClassDeclaration: look,
    ClassExpression: look,
  }).visit(program);
  return faults;
}

/** Names that a file imports from Node or a package. @param {any} program @returns {Set<string>} */
function importedNames(program) {
  return new Set(
    program.body
      .filter((/** @type {any} */ { type, source }) => type === 'ImportDeclaration' && !source.value.startsWith('.'))
      .flatMap((/** @type {any} */ { specifiers }) => specifiers.map((/** @type {any} */ { local }) => local.name)),
  );
}

/** @param {any} node @param {Set<string>} packages @returns {string | null} */
function faultOf(node, packages) {
  // Everything that a package exports is public, such as `z._default`.
  if (node.type === 'MemberExpression')
    return packages.has(node.object.name) && node.property.name === '_default' ? null : memberFault(node);
  if (node.type === 'ObjectPattern') return patternFault(node);
  if (node.type === 'ImportSpecifier' && NAMES.has(node.imported.name)) return `${node.imported.name} is imported.`;
  if (node.type === 'AssignmentExpression') return assignmentFault(node);
  if (node.type === 'CallExpression') return callFault(node);
  if (node.type === 'ClassDeclaration' || node.type === 'ClassExpression') return overrideFault(node, packages);
  return null;
}

/** @param {any} node */
function memberFault(node) {
  const name = nameOf(node);
  if (name === null || (node.object.type === 'ThisExpression' && !name.startsWith('_'))) return null;
  if (NAMES.has(name) || name === 'parser' || /^_+[a-zA-Z]|^_$/.test(name))
    return `${name} is private: use a public setting, event or method.`;
  return null;
}

/** @param {any} node */
function patternFault({ properties }) {
  const found = properties.find((/** @type {any} */ { key }) => key?.name?.startsWith('_'));
  return found ? `${found.key.name} is private: use a public setting, event or method.` : null;
}

/** @param {any} member @returns {string | null} */
function nameOf(member) {
  if (!member.computed) return member.property.name ?? null;
  return member.property.type === 'Literal' && typeof member.property.value === 'string' ? member.property.value : null;
}

/** @param {any} node */
function assignmentFault({ left, right }) {
  if (left.type !== 'MemberExpression' || left.property.type === 'PrivateIdentifier') return null;
  if (isOfPrototype(left)) return 'a prototype is changed.';
  const name = nameOf(left);
  if (!isFunction(right) || name === null || HANDLER.test(name) || left.object.type === 'ThisExpression') return null;
  return `the method ${name} is replaced: write an object that calls it.`;
}

/** @param {any} node @returns {boolean} */
function isFunction(node) {
  if (['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression', 'ParenthesizedExpression'].includes(node.type))
    return isFunction(node.expression);
  return node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression';
}

/** @param {any} node @returns {boolean} */
function isOfPrototype(node) {
  if (node.type !== 'MemberExpression') return false;
  return nameOf(node) === 'prototype' || nameOf(node) === '__proto__' || isOfPrototype(node.object);
}

/** @param {any} node */
function callFault({ callee, arguments: given }) {
  if (callee.type !== 'MemberExpression' || !['Object', 'Reflect'].includes(callee.object.name)) return null;
  const name = nameOf(callee) ?? '';
  if (name === 'setPrototypeOf') return 'a prototype is changed.';
  if (CHANGES_OBJECT.has(name) && given[0] && isOfPrototype(given[0])) return 'a prototype is changed.';
  if (name === 'get' && given[1]?.type === 'Literal' && String(given[1].value).startsWith('_'))
    return `${given[1].value} is private: use a public setting, event or method.`;
  return null;
}

/** @param {any} node @param {Set<string>} packages */
function overrideFault({ superClass, body }, packages) {
  const base = superClass?.type === 'MemberExpression' ? superClass.object : superClass;
  if (!base || !packages.has(base.name)) return null;
  const replaced = body.body.find(
    (/** @type {any} */ { override, key }) => override || (key?.type === 'Identifier' && key.name.startsWith('_')),
  );
  return replaced ? `${replaced.key.name} overrides a method of ${base.name}: call it from a class of our own.` : null;
}
